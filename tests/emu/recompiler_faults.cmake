# Plants one fault after the other in a copy of the recompiler: the tests must find each of them.
#
# Run by `ctest -C campaign -R recompiler_faults`; takes minutes. A fault is a piece of a source file
# and what stands in its place; one that is not found shows that a test is missing.
set(work ${BUILD}/recompiler_faults)
file(MAKE_DIRECTORY ${work})
string(REPLACE "|" ";" RECOMPILER_OBJECTS "${RECOMPILER_OBJECTS}")
string(REPLACE "|" ";" EMU_OBJECTS "${EMU_OBJECTS}")
string(REPLACE "|" ";" FUZZ_OBJECTS "${FUZZ_OBJECTS}")
string(REPLACE "|" ";" LIBRARIES "${LIBRARIES}")
set(planted 0)
set(missed "")

include(${CMAKE_CURRENT_LIST_DIR}/../support/run.cmake)

# By the tests of the recompiler, or by random programs and C64s. A program that hangs is found, too.
function(find_fault objects result)
  run(${COMPILER} ${objects} ${EMU_OBJECTS} ${LIBRARIES} -o ${work}/tests)
  execute_process(COMMAND ${work}/tests --gtest_filter=Recompiler.* --gtest_fail_fast
    RESULT_VARIABLE status TIMEOUT 100 OUTPUT_QUIET ERROR_QUIET)
  set(found "the tests")
  if(status EQUAL 0)
    run(${COMPILER} ${objects} ${FUZZ_OBJECTS} ${LIBRARIES} -o ${work}/fuzzer)
    execute_process(COMMAND ${work}/fuzzer 60 RESULT_VARIABLE status TIMEOUT 100
      OUTPUT_QUIET ERROR_QUIET)
    set(found "random machines")
  endif()
  if(status EQUAL 0)
    set(found "")
  endif()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

function(plant name file old new)
  if(ONLY AND NOT name MATCHES "${ONLY}")
    return()
  endif()
  file(READ ${SOURCE}/emu/recompiler/${file} text)
  string(FIND "${text}" "${old}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "${name}: ${file} has no longer: ${old}")
  endif()
  string(REPLACE "${old}" "${new}" text "${text}")
  file(WRITE ${work}/${file} "${text}")
  run(${COMPILER} -std=c++20 -O1 -w -DNDEBUG -DASMJIT_STATIC -I${SOURCE}
    -c ${work}/${file} -o ${work}/fault.o)
  set(objects ${RECOMPILER_OBJECTS})  # all of the recompiler, so none comes from the library
  list(FILTER objects EXCLUDE REGEX "/${file}\\.o$")
  find_fault("${work}/fault.o;${objects}" found)
  math(EXPR planted "${planted} + 1")
  if(found)
    message("${name}: found by ${found}")
  else()
    message("${name}: NOT FOUND")
    list(APPEND missed "${name}")
  endif()
  set(planted ${planted} PARENT_SCOPE)
  set(missed "${missed}" PARENT_SCOPE)
endfunction()

# --- what instructions do
plant("carry dropped by ADC" operations.cpp
  [=[    set_carry(subtract);
    as_.seto]=] [=[    known_.carry.reset();
    as_.seto]=])
plant("overflow dropped" operations.cpp "    as_.seto(host::v.r8());\n" "")
plant("decimal SBC adds" operations.cpp "decimal_table(subtract)" "decimal_table(false)")
plant("N from bit 7 only after BIT" operations.cpp "Imm(0x180)" "Imm(0x80)")
plant("PHP without I" operations.cpp
  "    as_.or_(x86::eax, x86::dword_ptr(host::context, offsetof(Context, i)));\n" "")
plant("SEI forgotten" operations.cpp "Imm(State::flag_i));\n            return;"
  "Imm(0));\n            return;")
plant("SED takes the table of CLD" operations.cpp "decimal * sizeof" "!decimal * sizeof")
plant("CLI unmasks an IRQ" operations.cpp
  "            as_.jne(instruction_exit());\n            flags_ = {};" "            flags_ = {};")
plant("PLP unmasks an IRQ" operations.cpp "    as_.jb(instruction_exit());\n    as_.mov(masked" "    as_.mov(masked")
plant("PLP goes on with the other D" operations.cpp "decimal_ ? as_.jc(same) : as_.jnc(same);" "as_.jmp(same);")
plant("PLP gives the cycles of what follows away" operations.cpp
  "now_->next(), static_cast<int>(piece_ - used)));\n    as_.bind(same)" "now_->next(), 0));\n    as_.bind(same)")
plant("JSR pushes the next address" operations.cpp "Imm(now_->next() - 1)" "Imm(now_->next())")
plant("JMP (ind) carries into the next page" operations.cpp
  "(pointer & 0xFF00) | ((pointer + 1) & 0xFF)" "(pointer + 1) & 0xFFFF")
plant("RTS does not look for I/O" operations.cpp
  "if (window_.reads_below < 0x10000)" "if (window_.reads_below < 0x100)")
plant("known carry lost where code is left" emitter.cpp
  "if (known.carry) as_.mov" "if (known.carry && false) as_.mov")
plant("N and Z of X not in their place" emitter.cpp
  "if (!known.nz_in_place)" "if (!known.nz_in_place && known.nz != Known::Nz::x)")

plant("an operand that cannot be encoded" operations.cpp "as_.mov(host::v, Imm(0))"
  "as_.emit(x86::Inst::kIdMov, x86::byte_ptr(host::ram), x86::byte_ptr(host::ram))")
plant("a push that the board does not see" operations.cpp "case PHA: return pushes()" "case PHA: return true")
plant("PLP leaves I as it is" operations.cpp "    as_.mov(masked, x86::edx);\n" "")
plant("known carry not in a decimal sum" operations.cpp
  "    put_in_place(Known{.carry = known_.carry});\n" "")

# --- addresses
plant("pointer goes on after the zero page" addresses.cpp "(pointer + 1) & 0xFF" "pointer + 1")
plant("zp,x goes on after the zero page" addresses.cpp
  [=[        as_.movzx(x86::ecx, x86::cl);
        place.index]=] [=[        place.index]=])
plant("I/O read as RAM" addresses.cpp "as_.cmp(x86::ecx, Imm(upper));"
  "as_.cmp(x86::ecx, Imm(0x10000));")
plant("INC reads the RAM under a ROM" addresses.cpp
  ": std::min(window_.reads_below, window_.writes_below)"
  ": std::max(window_.reads_below, window_.writes_below)")
plant("store below writes_from taken for plain" addresses.cpp
  "access == Access::read ? 0 : window_.writes_from" "0")
plant("branch does not look at the wrong page" operations.cpp
  "looks_at_chip                    ? instruction_exit()\n                        : is_label"
  "is_label")

# --- cycles
plant("no cycle for a carry into the page" addresses.cpp
  "as_.adc(host::cycles, Imm(0));" "as_.add(host::cycles, Imm(1));")
plant("no cycle for a carry, (zp),y" addresses.cpp
  "as_.sbb(host::cycles, Imm(-1));" "as_.sub(host::cycles, Imm(-1));")
plant("branch into another page as within one" region.cpp "crosses ? 4U : 3U" "3U")
plant("branch not taken costs three" operations.cpp "given_ = most - 2;" "given_ = 0;")
plant("pieces run over the limit" emitter.cpp "    as_.jl(late);\n" "")
plant("a step runs over the limit" emitter.cpp
  "as_.jle(exit(Exit::To::gate, found.next(), 0));" "exit(Exit::To::gate, found.next(), 0);")
plant("the step that used up the time not told" emitter.cpp
  "Imm(opcode));\n" "Imm(0));\n")
plant("halted in a write" emitter.cpp "(((1U << most) - 1) & ~written)" "((1U << most) - 1)")
plant("halted after the end of a piece" emitter.cpp "varies += most - least;" "(void)least;")
plant("halt passed before its time" cache.cpp "context.cycles >= context.early" "false")
plant("store goes on before the halt" emitter.cpp "            as_.jge(early);\n" "")
plant("time of a halt forgotten" cache.cpp "+ rest.halts * halts.period" "")
plant("changing address, page start for ever" region.cpp " && !instruction.loose;" ";")
plant("JSR halted in its pushes" emitter.cpp
  "(most - writes.reads_after - writes.count)" "(most - writes.count)")

# --- code that changes, maps, stops
plant("bytes not compared" emitter.cpp "    as_.jnz(stale_);\n" "")
plant("bytes not compared in the middle" emitter.cpp "    as_.jle(late);\n    check_bytes();\n"
  "    as_.jle(late);\n")
plant("in the middle of a region without a cycle left" emitter.cpp
  "    as_.jle(late);\n    check_bytes();\n" "    check_bytes();\n")
plant("last bytes not compared" emitter.cpp
  "for (unsigned next = 0; next < size; next += chunk)"
  "for (unsigned next = 0; next + chunk <= size || next == 0; next += chunk)")
plant("indexed store stays in its region" emitter.cpp
  "if (place.most < region_.low" "if (!place.constant || place.most < region_.low")
plant("store to a constant address stays in its region" emitter.cpp
  "if (!region_.owns(place.least)) return;" "return;")
plant("changing operand kept as translated" operations.cpp
  "if (now_->loose) return use" "if (now_->loose && false) return use")
plant("changing operand, no cycle for a carry" addresses.cpp
  "as_.mov(x86::eax, x86::ecx);\n        return from_pointer" "as_.xor_(x86::eax, x86::eax);\n        return from_pointer")
plant("changing operands compared for ever" cache.cpp
  "    for (const unsigned address : change->addresses) tables.places.changing.set(address);" "    return false;")
plant("changing call goes where it went" operations.cpp
  "if (!now_->loose) return go_to" "if (true) return go_to")
plant("code for one D run with the other" emitter.cpp
  "if (!dead_ && region_.find(next, decimal_) == nullptr)"
  "if (!dead_ && !region_.instructions.contains(next))")
plant("old version taken for the new one" cache.cpp "!translated.matches(window.ram)" "false")
plant("in the middle of a region that has changed" cache.cpp "|| !made.matches(window.ram)" "")
plant("in the middle of a region with the other D" cache.cpp
  "parts.equal_range(Tables::key(pc, decimal))" "parts.equal_range(Tables::key(pc, !decimal))")
plant("in the middle of a region that runs over the stop" cache.cpp "made.find(tables.stop) || " "")
plant("in the middle of a region that is gone" cache.cpp "        parts.erase(part);\n" "")
plant("stop run over by code that was there before" cache.cpp
  "++part) tables.close(*part->second.region);" "++part) {}")
plant("stop run over by new code" region.cpp "has_code(pc) && pc != stop_"
  "has_code(pc)")
plant("changing opcode not compared" region.cpp "instruction.loose ? 1 :" "instruction.loose ? 0 :")
plant("changing pointer taken for an address" region.cpp
  "        case Mode::aby: return true;" "        case Mode::aby:\n        case Mode::izy: return true;")
plant("way out to the label of the other D" emitter.cpp "    decimal_ = exit.decimal;\n" "")
plant("code of one map run in another" cache.cpp
  "if (last_ == nullptr || !last_->bounds.same_bounds(window))" "if (last_ == nullptr)")
plant("RAM run where the map has ROM or I/O" region.cpp
  "return near && has_code(pc)" "return near")
plant("a stop stays where it was" cache.cpp
  "if (last_->stop != stop) set_stop" "if (last_->stop != stop && last_->stop > 0xFFFF) set_stop")
plant("bytes of ROM compared with RAM" emitter.cpp "region_.low + region_.offset + at" "region_.low + at")
plant("ROM read as RAM" addresses.cpp "place.offset += window_.rom;" "")
plant("operand in ROM taken for one that changes" region.cpp " || region.offset != 0" "")
plant("return to a chip not noticed" operations.cpp
  "Imm(window_.rom_from - window_.reads_below)" "Imm(0)")
plant("pointer before the colours not noticed" gates.cpp "as.add(x86::esi, host::y);\n" "")
plant("pointer after the colours not noticed" gates.cpp "    as.jae(no);\n" "")
plant("colour with all bits" gates.cpp "Imm(0x0F)" "Imm(0xFF)")
plant("colour read a cycle late" gates.cpp "before_read = 4" "before_read = 5")
plant("colour read without a cycle for the carry" gates.cpp
  "as.sbb(x86::rdx, Imm(before_read))" "as.sub(x86::rdx, Imm(before_read))")
plant("colour read in the middle of a halt" gates.cpp "    as.jge(no);\n" "")
plant("colour read before the halts that were passed" cache.cpp "+ halts * context->passed->period" "")
plant("store to a chip taken for one under the ROM" gates.cpp "    as.jb(nibble);\n" "")
plant("store under the ROM with four bits" addresses.cpp
  "return true;  // in RAM under the ROM" "return place.nibble = true;")
plant("code that was discarded found again" cache.cpp "    close(*which);\n" "")


# --- loops whose pointers are loaded once, and routines that are translated with their callers
plant("pointer loaded once that the loop changes" region.cpp
  "is_pointer(found->operand))\n            return std::nullopt;" "false)\n            return std::nullopt;")
plant("pointer loaded once that zp,x changes" region.cpp
  "        default: return false;\n    }\n}\n\n/// nullopt if" "        default: return true;\n    }\n}\n\n/// nullopt if")
plant("pointer loaded once that abs,x changes" region.cpp "&& instruction.operand >= 0x100;" ";")
plant("pointer loaded once that a store through it changes" addresses.cpp
  "std::max(window_.writes_from, 0x100U)" "0U")
plant("loop stores into its region" addresses.cpp
  "if (writes && region_.offset == 0)" "if (false)")
plant("loop reads I/O as RAM" addresses.cpp "        as_.jae(otherwise);\n" "")
plant("loop runs into I/O" addresses.cpp "constexpr int reach = 0xFF;" "constexpr int reach = 0;")
plant("no cycle for a carry in a loop" addresses.cpp
  "as_.sbb(host::cycles, Imm(-1));  // no carry: a cycle less\n    }\n    flags_ = {};\n    constexpr"
  "as_.sub(host::cycles, Imm(-1));\n    }\n    flags_ = {};\n    constexpr")
plant("one pointer of a loop taken for another" addresses.cpp
  "index * sizeof(std::uint32_t)" "std::min(index, std::size_t{1}) * sizeof(std::uint32_t)")
plant("jump into a loop past the loading of its pointers" emitter.cpp "    labels_ = labels;\n" "")
plant("return to another call" operations.cpp "        as_.jne(elsewhere);\n" "")
plant("call with the stack at its end" operations.cpp "    as_.jz(instruction_exit());\n    as_.mov(x86::word" "    as_.mov(x86::word")
plant("return with the stack at its end" operations.cpp "    as_.jae(instruction_exit());\n    as_.movzx" "    as_.movzx")
plant("routine not compared" emitter.cpp "        const unsigned size = high - low;\n"
  "        const unsigned size = low == region_.extents.front().low ? high - low : 0;\n")
plant("routine looked for as its caller" cache.cpp "for (const auto& [from, to] : extents) {"
  "for (const auto& [from, to] : std::array{extents.front()}) {")
plant("store into a routine stays in its region" emitter.cpp
  "if (place.most < low || place.least >= high) continue;" "if (low != region_.extents.front().low) continue;")
plant("stop in a routine run over" region.cpp "Finder finder(window_, routine, stop_, places_);"
  "Finder finder(window_, routine, emu::Stop::nowhere, places_);")
plant("routine in the middle of other instructions" region.cpp
  "return is_free(found.second) && goes_on_in" "return goes_on_in")

list(LENGTH missed count)
message("${planted} faults planted, ${count} not found")
if(count GREATER 0)
  list(JOIN missed "\n  " names)
  message(FATAL_ERROR "not found:\n  ${names}")
endif()
