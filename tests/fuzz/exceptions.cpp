// Random programs of throws, handlers and destructors, whose courses are printed: `exceptions FIRST
// COUNT`. Built for this host and for the page, which has a runtime of its own; both print the same.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

std::string course;
void note(const char* what, int number) { course += what + std::to_string(number) + ' '; }

struct Dice {
    std::uint64_t state;
    unsigned operator()(unsigned below) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        return static_cast<unsigned>(state >> 33) % below;
    }
};

struct Base {
    int number;
    explicit Base(int n) : number(n) {}
    Base(const Base&) = default;
    Base& operator=(const Base&) = delete;
    virtual ~Base() { note("~Base", number); }
};
struct Derived : Base {
    using Base::Base;
};
struct Other {
    int other = 7;
    Other() = default;
    Other(const Other&) = default;
    Other& operator=(const Other&) = delete;
    virtual ~Other() = default;
};
/// As a Base it does not begin where it begins itself.
struct Two : Other, Derived {
    explicit Two(int n) : Derived(n) {}
};
struct Large {
    std::array<int, 300> numbers;
    explicit Large(int n) : numbers{n} {}
    Large(const Large& other) : numbers(other.numbers) { numbers[0] += 1000; }
    Large& operator=(const Large&) = delete;
    ~Large() { note("~Large", numbers[0]); }
};
enum class Colour { red = 3 };

void run(Dice& dice, int depth);

/// Its destructor may run programs of its own while an exception passes.
struct Scope {
    Dice& dice;
    int depth;
    int before = std::uncaught_exceptions();
    ~Scope() {
        note(std::uncaught_exceptions() > before ? "!" : "-", depth);
        if (depth > 6 || dice(8) != 0) return;
        try {
            run(dice, depth + 2);
        } catch (...) {
            note("within", depth);
        }
    }
};

[[noreturn]] void throw_any(Dice& dice, int depth) {
    static Two two(5);
    switch (dice(10)) {
        case 0: throw depth;
        case 1: throw "text";
        case 2: throw Base(depth);
        case 3: throw Derived(depth);
        case 4: throw Two(depth);
        case 5: throw static_cast<Derived*>(&two);
        case 6: throw std::out_of_range("range" + std::to_string(depth));
        case 7: throw Large(depth);
        case 8: throw Colour::red;
        default: throw std::make_shared<int>(depth);
    }
}

/// What a handler does with what it holds.
void handle(Dice& dice, int depth) {
    switch (dice(6)) {
        case 0: throw;
        case 1: throw_any(dice, depth);
        case 2: run(dice, depth + 1); break;
        case 3: try { throw;
            } catch (const Base& again) {
                note("again", again.number);
            }
            break;
        default: break;
    }
}

void by_type(Dice& dice, int depth) {
    try {
        run(dice, depth + 1);
    } catch (const Derived& it) {
        note("Derived", it.number);
        handle(dice, depth);
    } catch (int it) {
        note("int", it);
        handle(dice, depth);
    } catch (const std::exception& it) {
        course += it.what();
        handle(dice, depth);
    }
}

void by_base(Dice& dice, int depth) {
    try {
        const Scope scope{dice, depth};
        run(dice, depth + 1);
    } catch (Base* it) {
        note("Base*", it->number);
        handle(dice, depth);
    } catch (const Base& it) {
        note("Base", it.number);
        handle(dice, depth);
    } catch (const std::logic_error& it) {
        course += it.what();
        handle(dice, depth);
    } catch (Large it) {  // a copy
        note("Large", it.numbers[0]);
        handle(dice, depth);
    }
}

void by_any(Dice& dice, int depth) {
    try {
        run(dice, depth + 1);
    } catch (Colour) {
        note("Colour", depth);
        handle(dice, depth);
    } catch (...) {
        note("any", depth);
        handle(dice, depth);
    }
}

/// An exception that is kept and goes on later, as one of another thread would.
void kept(Dice& dice, int depth) {
    std::exception_ptr it;
    try {
        run(dice, depth + 1);
    } catch (...) {
        it = std::current_exception();
    }
    note(it ? "kept" : "none", depth);
    if (!it && dice(4) == 0) it = std::make_exception_ptr(Derived(depth));
    if (it && dice(3) == 0) {  // while others hold it
        try {
            std::rethrow_exception(it);
        } catch (...) {
            by_any(dice, depth);
            handle(dice, depth);
        }
    }
    if (it) std::rethrow_exception(it);
}

void run(Dice& dice, int depth) {
    note("+", depth);
    if (depth > 9) return;
    const Scope scope{dice, depth};
    switch (dice(7)) {
        case 0: throw_any(dice, depth);
        case 1: by_type(dice, depth); break;
        case 2: by_base(dice, depth); break;
        case 3: by_any(dice, depth); break;
        case 4: kept(dice, depth); break;
        default: break;
    }
    if (dice(2) == 0) run(dice, depth + 1);
}

}  // namespace

int main(int count, char** words) {
    if (count != 3) return 2;
    const auto first = std::strtoull(words[1], nullptr, 10);
    const auto end = first + std::strtoull(words[2], nullptr, 10);
    for (auto seed = first; seed < end; ++seed) {
        course.clear();
        Dice dice{seed};
        try {
            run(dice, 0);
        } catch (...) {
            course += "out";
        }
        std::printf("%llu: %s\n", static_cast<unsigned long long>(seed), course.c_str());
    }
    return 0;
}
