// Places in the program as the client is shown them: a line of a source file, or of a listing.
#pragma once

#include <optional>

#include "app/fronts/dap/context.hpp"

namespace ryg::app::dap {

/// Where an address is: its source line, or else its row in a listing of the page that it is in.
struct Position {
    Json source;        ///< a `Source`
    unsigned line = 0;  ///< from 1
};
[[nodiscard]] Position position_of(const Context& context, emu::Address address);

/// Adds `line`, `column` and, under the given name, the source of an address.
void add_position(Json& object, const Context& context, emu::Address address,
                  const char* source_name = "source");

/// The number from 1 that a client means. Throws Trouble.
[[nodiscard]] unsigned line_in(const Context& context, const Fields& arguments);
[[nodiscard]] std::int64_t to_client(const Context& context, unsigned line);

/// Where a line of a `Source` begins in memory: of what it made, or else of the next line that has
/// made something. `position` becomes that line. Throws Trouble if there is none.
[[nodiscard]] std::vector<emu::Address> starts_of(const Context& context, const Fields& source,
                                                  unsigned line, Position& position);

/// The text of a listing, by the number that `position_of` gave to it.
[[nodiscard]] std::string listing_text(const Context& context, std::int64_t source_reference);

}  // namespace ryg::app::dap
