// Serves our KERNAL's LOAD and file calls with drive 8, at the labels where the KERNAL waits.
#include <algorithm>

#include "c64/board/machine.hpp"
#include "c64/kernal/entries.hpp"

namespace ryg::c64 {
namespace {

constexpr Address STATUS = 0x90, VERCK = 0x93, LDTND = 0x98, DFLTN = 0x99, EAL = 0xAE, FNLEN = 0xB7,
                  SA = 0xB9, FA = 0xBA, FNADR = 0xBB, STAL = 0xC1, MEMUSS = 0xC3, LAT = 0x0259,
                  FAT = 0x0263, SAT = 0x026D;
constexpr Byte number_8 = 8, end_of_file = 0x40, timeout = 0x02, differs = 0x10;
constexpr Byte no_file = 4, no_name = 8;  // errors of the KERNAL

}  // namespace

/// Returns from a KERNAL call with carry clear, or with carry set and the error in A.
void Machine::return_from_call(std::optional<Byte> error) {
    emu::Registers& r = cpu.registers;
    if (error) r.a = *error;
    r.p = static_cast<Byte>((r.p & ~emu::Flag::C) | (error ? emu::Flag::C : 0));
    const auto top = static_cast<Address>(0x101 + r.s);
    r.s = static_cast<Byte>(r.s + 2);
    cpu.jump(static_cast<Address>(peek_word(top) + 1));
}

void Machine::serve_drive() {
    if (!kernal.is_ours || !is_in_kernal()) return;
    const Kernal::DriveWaits& at = Kernal::drive();
    const Address pc = cpu.registers.pc;
    const auto name = [&] {
        std::vector<Byte> letters;
        for (unsigned i = 0; i < ram()[FNLEN]; ++i) {
            letters.push_back(peek(static_cast<Address>(peek_word(FNADR) + i)));
        }
        return letters;
    };
    const bool is_ours = ram()[FA] == number_8;
    if (pc == at.open && is_ours) {
        ram()[SA] |= 0x60;
        drive_->open(ram()[SA] & 15U, name());
        cpu.jump(at.open_table);
    } else if (pc == at.close) {
        const auto numbers = ram().subspan(LAT, std::min<Byte>(ram()[LDTND], 10));
        const auto found = std::ranges::find(numbers, cpu.registers.a);
        const auto index = static_cast<Address>(found - numbers.begin());
        if (found != numbers.end() && ram()[FAT + index] == number_8) {
            drive_->close(ram()[SAT + index] & 15U);
        }
    } else if (pc == at.chkin && is_ours) {
        drive_->talk(ram()[SA]);
    } else if (pc == at.chkout && is_ours) {
        drive_->listen(ram()[SA]);
    } else if (pc == at.chrin && ram()[DFLTN] == number_8) {
        const auto sent = ram()[STATUS] == 0 ? drive_->read() : std::nullopt;
        if (!sent && ram()[STATUS] == 0) ram()[STATUS] = end_of_file | timeout;
        if (sent && sent->is_last) ram()[STATUS] = end_of_file;
        cpu.registers.a = sent ? sent->byte : Byte{'\r'};
        return_from_call({});
    } else if (pc == at.chrout && ram()[DFLTO] == number_8) {
        drive_->write(cpu.registers.a);
        return_from_call({});
    } else if (pc == at.clrchn) {
        drive_->unlisten();
    } else if ((pc == at.find || pc == at.load) && is_ours) {
        if (ram()[FNLEN] == 0) return return_from_call(no_name);
        const auto file = drive_->load(name());
        if (!file) ram()[STATUS] = end_of_file | timeout;
        if (!file || file->size() < 2) return return_from_call(no_file);
        if (pc == at.find) return cpu.jump(at.found);
        load_file(*file);
        return_from_call({});
    } else if (pc == at.save && is_ours) {
        if (ram()[FNLEN] == 0) return return_from_call(no_name);
        std::vector<Byte> bytes{ram()[STAL], ram()[STAL + 1]};
        const Address end = peek_word(EAL);
        for (Address from = peek_word(STAL); from < end; ++from) bytes.push_back(peek(from));
        drive_->save(name(), bytes);
        return_from_call({});
    }
}

/// Stores a file's bytes, end address and status, as the KERNAL does after receiving it.
void Machine::load_file(std::span<const Byte> file) {
    emu::Registers& r = cpu.registers;
    const bool verifies = r.a != 0;
    unsigned at = ram()[SA] != 0 ? emu::word(file[0], file[1]) : peek_word(MEMUSS);
    ram()[VERCK] = r.a;
    ram()[SA] = 0x60;
    ram()[STATUS] = end_of_file;
    for (const Byte byte : file.subspan(2)) {
        const auto to = static_cast<Address>(at++);
        if (!verifies) {
            poke(to, byte);
        } else if (peek(to) != byte) {
            ram()[STATUS] |= differs;
        }
    }
    ram()[EAL] = r.x = emu::low(static_cast<Address>(at));
    ram()[EAL + 1] = r.y = emu::high(static_cast<Address>(at));
    r.a = 0;
}

}  // namespace ryg::c64
