// C++ exceptions in WebAssembly: what Debian's library for wasm32 lacks, which is built without.
//
// The compiler makes a `throw` a call of __cxa_throw and asks _Unwind_CallPersonality in each
// handler which of its clauses fits; the engine that runs the module does the unwinding. The table
// that is read here is that of the Itanium C++ ABI, with an index in place of an address.
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>
#include <typeinfo>

namespace {

/// The members that libc++abi's types have after those of std::type_info, in their order.
struct CatchType : std::type_info {
    virtual void noop1() const;
    virtual void noop2() const;
    virtual bool can_catch(const CatchType* thrown, void*& object) const = 0;
};

/// In WebAssembly destructors return their argument.
using Destructor = void* (*)(void*);

/// Stands before the object that was thrown; or alone, where a kept exception is thrown again.
struct alignas(16) Header {
    const std::type_info* type = nullptr;
    Destructor destroy = nullptr;
    Header* primary = nullptr;  // the one before the object
    int references = 0;         // to the object; of the primary one
    void* adjusted = nullptr;   // the object as the handler sees it
    Header* outer = nullptr;    // caught before and not yet ended
    int handlers = 0;           // that hold it
    bool rethrown = false;
};

Header* caught = nullptr;
unsigned uncaught = 0;

Header* header_of(void* object) { return static_cast<Header*>(object) - 1; }

std::uintptr_t read_uleb(const std::uint8_t*& at) {
    std::uintptr_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        const std::uint8_t byte = *at++;
        value |= std::uintptr_t{byte & 0x7Fu} << shift;
        if (byte < 0x80) return value;
    }
}

std::intptr_t read_sleb(const std::uint8_t*& at) {
    std::uintptr_t value = 0;
    unsigned shift = 0;
    std::uint8_t byte = 0x80;
    for (; byte >= 0x80; shift += 7) {
        byte = *at++;
        value |= std::uintptr_t{byte & 0x7Fu} << shift;
    }
    if ((byte & 0x40) != 0 && shift < 8 * sizeof value) value |= ~std::uintptr_t{0} << shift;
    return static_cast<std::intptr_t>(value);
}

/// The clause, by its number in the table of types, that catches `thrown`; 0: none does.
std::intptr_t matching_clause(const std::uint8_t* table, std::uintptr_t pad, Header& thrown) {
    constexpr std::uint8_t omitted = 0xFF;
    if (*table++ != omitted) read_uleb(table);
    if (*table++ == omitted) return 0;
    const std::uintptr_t length = read_uleb(table);
    const std::uint8_t* const types = table + length;
    ++table;  // how call sites are encoded: as ULEB128
    const std::uintptr_t sites_length = read_uleb(table);
    const std::uint8_t* const actions = table + sites_length;
    std::uintptr_t action = 0;
    for (std::uintptr_t site = 0; site <= pad; ++site) {
        read_uleb(table);
        action = read_uleb(table);
    }
    if (action == 0) return 0;
    for (const std::uint8_t* at = actions + action - 1;;) {
        const std::intptr_t clause = read_sleb(at);
        const std::uint8_t* const here = at;
        const std::intptr_t next = read_sleb(at);
        if (clause > 0) {
            const auto* type = reinterpret_cast<const CatchType* const*>(types)[-clause];
            void* object = thrown.primary + 1;
            const bool fits =
                type == nullptr ||
                type->can_catch(static_cast<const CatchType*>(thrown.primary->type), object);
            if (fits) {
                thrown.adjusted = object;
                return clause;
            }
        }
        if (next == 0) return 0;
        at = here + next;
    }
}

/// Nobody refers to the object yet.
Header* fill(void* object, const std::type_info* type, Destructor destroy) {
    Header* const header = header_of(object);
    *header = {.type = type, .destroy = destroy, .primary = header};
    return header;
}

[[noreturn]] void launch(Header* thrown) {
    ++uncaught;
    __builtin_wasm_throw(0, thrown + 1);
}

/// Gives up a reference to an object.
void release(Header* primary) {
    if (--primary->references > 0) return;
    if (primary->destroy != nullptr) primary->destroy(primary + 1);
    std::free(primary);
}

}  // namespace

extern "C" {

/// The compiler fills the first two in each handler and reads the third.
struct {
    std::uintptr_t pad;
    const std::uint8_t* table;
    std::intptr_t clause;
} __wasm_lpad_context;

int _Unwind_CallPersonality(void* object) {
    __wasm_lpad_context.clause =
        matching_clause(__wasm_lpad_context.table, __wasm_lpad_context.pad, *header_of(object));
    return 0;
}

void* __cxa_allocate_exception(std::size_t size) noexcept {
    void* const memory = std::malloc(sizeof(Header) + size);
    if (memory == nullptr) std::abort();
    return ::new (memory) Header + 1;
}
void __cxa_free_exception(void* object) noexcept { std::free(header_of(object)); }

/// For std::make_exception_ptr.
__cxxabiv1::__cxa_exception* __cxa_init_primary_exception(void* object, std::type_info* type,
                                                          Destructor destroy) noexcept {
    return reinterpret_cast<__cxxabiv1::__cxa_exception*>(fill(object, type, destroy));
}

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, Destructor destroy) {
    Header* const header = fill(object, type, destroy);
    header->references = 1;
    launch(header);
}

void* __cxa_get_exception_ptr(void* object) noexcept { return header_of(object)->adjusted; }

void* __cxa_begin_catch(void* object) noexcept {
    Header* const header = header_of(object);
    header->rethrown = false;
    --uncaught;
    if (header->handlers++ == 0) {
        header->outer = caught;
        caught = header;
    }
    return header->adjusted;
}

void __cxa_end_catch() {
    Header* const header = caught;
    if (--header->handlers > 0) return;
    caught = header->outer;
    if (header->rethrown) return;
    Header* const primary = header->primary;
    if (header != primary) std::free(header);
    release(primary);
}

[[noreturn]] void __cxa_rethrow() {
    if (caught == nullptr) std::terminate();
    caught->rethrown = true;
    launch(caught);
}

// For std::exception_ptr.

void* __cxa_current_primary_exception() noexcept {
    if (caught == nullptr) return nullptr;
    ++caught->primary->references;
    return caught->primary + 1;
}

void __cxa_increment_exception_refcount(void* object) noexcept {
    if (object != nullptr) ++header_of(object)->references;
}

void __cxa_decrement_exception_refcount(void* object) noexcept {
    if (object != nullptr) release(header_of(object));
}

void __cxa_rethrow_primary_exception(void* object) {
    if (object == nullptr) return;  // the caller terminates
    void* const memory = std::malloc(sizeof(Header));
    if (memory == nullptr) std::abort();
    Header* const primary = header_of(object);
    ++primary->references;
    launch(::new (memory) Header{.primary = primary});
}

std::type_info* __cxa_current_exception_type() {
    return caught == nullptr ? nullptr : const_cast<std::type_info*>(caught->primary->type);
}
bool __cxa_uncaught_exception() noexcept { return uncaught != 0; }
unsigned __cxa_uncaught_exceptions() noexcept { return uncaught; }

/// For thread-local variables: the only thread never ends.
int __cxa_thread_atexit(Destructor, void*, void*) noexcept { return 0; }
}
