// Visits the members that a type lists, for saving, loading and testing values.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

namespace ryg::c64 {

template <class T>
inline constexpr bool is_array = false;
template <class T, std::size_t n>
inline constexpr bool is_array<std::array<T, n>> = sizeof(T) > 1;

/// Calls `visit` for each number, bool, enum, array of bytes and other container in `value`, in the
/// order of the lists:
///
///     static constexpr void members(auto list) { list(&Timer::counter, &Timer::latch, ...); }
///
/// One list serves saving, loading and the test that no member is missing from it.
template <class T, class Visitor>
void visit_members(T& value, Visitor&& visit) {
    using Plain = std::remove_const_t<T>;
    if constexpr (requires { Plain::members([](auto...) {}); }) {
        Plain::members([&](auto... member) { (visit_members(value.*member, visit), ...); });
    } else if constexpr (is_array<Plain>) {
        for (auto& element : value) visit_members(element, visit);
    } else {
        visit(value);
    }
}

}  // namespace ryg::c64
