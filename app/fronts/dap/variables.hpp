// The contents of the client's variables window: registers, flags, memory, the program's views.
#pragma once

#include "app/fronts/dap/session.hpp"

namespace ryg::app::dap {

/// A variable of a scope; `reference` leads to its members, or is 0.
struct ListedVariable : c64::debug::Variable {
    std::int64_t reference = 0;
};

/// A group of variables. A reference never changes its meaning; it shows the current values.
struct Scope {
    std::string name;
    std::string_view hint;
    std::int64_t reference;
    std::int64_t indexed = 0;  ///< number of variables, if they are numbered
};

/// The scopes that are not empty.
[[nodiscard]] std::vector<Scope> scopes_of(const SessionContext& context);

/// Whether a text is the name of one of the processor's registers, as the user would type it.
[[nodiscard]] bool is_register(const SessionContext& context, std::string_view text);

/// The variables of a reference. Throws BadRequest for an unknown one.
[[nodiscard]] std::vector<ListedVariable> variables_of(const SessionContext& context,
                                                       std::int64_t reference);

/// By name; throws BadRequest if there is none.
[[nodiscard]] ListedVariable variable_of(const SessionContext& context, std::int64_t reference,
                                         std::string_view name);

/// Sets a register, a flag or a byte of memory. Throws BadRequest if the variable is read-only, or
/// the value is too large for it.
void set_variable(SessionContext& context, std::int64_t reference, std::string_view name,
                  std::int64_t value);

}  // namespace ryg::app::dap
