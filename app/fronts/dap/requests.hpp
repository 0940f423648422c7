// Every request that there is: when it may come, and the function that answers it.
#pragma once

#include <span>
#include <string_view>

#include "app/fronts/dap/context.hpp"
#include "app/fronts/dap/fields.hpp"

namespace ryg::app::dap {

enum class Needs {
    nothing,     ///< may come first
    initialize,  ///< any time after that
    program,     ///< after launch, also while it runs
    standstill,  ///< while it does not run
};

/// Returns the body of the response, null if it has none. Throws what is wrong with the request:
/// the client gets the text.
using Answer = Json (*)(Context& context, const Fields& arguments);

struct Entry {
    std::string_view command;
    Needs needs;
    Answer answer;
};

[[nodiscard]] std::span<const Entry> session_requests();
[[nodiscard]] std::span<const Entry> breakpoint_requests();
[[nodiscard]] std::span<const Entry> run_requests();
[[nodiscard]] std::span<const Entry> state_requests();
[[nodiscard]] std::span<const Entry> evaluate_requests();
[[nodiscard]] std::span<const Entry> memory_requests();

/// Of all of them.
[[nodiscard]] const Entry* find_entry(std::string_view command);

}  // namespace ryg::app::dap
