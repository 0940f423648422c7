// What the client's variables window shows: registers, flags, memory, the board and the tree.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/fronts/dap/context.hpp"

namespace ryg::app::dap {

struct Variable {
    std::string name, value;
    std::optional<emu::Address> address{};  ///< of the bytes it shows
    unsigned size = 1;                      ///< bytes
    std::int64_t children = 0;              ///< a reference to its own variables, or 0
    std::string expression{};               ///< that `evaluate` finds its value with
};

/// A group of variables. References never change their meaning: what they show is what is there.
struct Scope {
    std::string_view name, hint;
    std::int64_t reference;
    std::int64_t indexed = 0;  ///< how many variables, if they are numbered
};

/// Those that the program has something for.
[[nodiscard]] std::vector<Scope> scopes_of(const Context& context);

/// Whether a text is the name of one of the processor's registers, as the user would type it.
[[nodiscard]] bool is_register(const Context& context, std::string_view text);

/// What a reference stands for. Throws Trouble for one that was never given.
[[nodiscard]] std::vector<Variable> variables_of(const Context& context, std::int64_t reference);

/// By name; throws Trouble if there is none.
[[nodiscard]] Variable variable_of(const Context& context, std::int64_t reference,
                                   std::string_view name);

/// Changes what a register, a flag or a byte of memory holds. Throws Trouble if the variable cannot
/// be changed, or the value is too large for it.
void set_variable(Context& context, std::int64_t reference, std::string_view name,
                  std::int64_t value);

}  // namespace ryg::app::dap
