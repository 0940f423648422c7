// A listing is a page of memory; its reference is the page's number plus one.
#include "app/fronts/dap/places.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "app/fronts/dap/text.hpp"

namespace ryg::app::dap {
namespace {

using emu::Address;

constexpr std::int64_t page_size = 0x100, pages = 0x100;

std::vector<Row> rows_of_page(const Context& context, std::int64_t page) {
    const std::int64_t begin = page * page_size, end = begin + page_size;
    std::vector<Row> rows = list_rows(context.code(), begin, 0, page_size);
    std::erase_if(rows, [end](const Row& row) { return row.address >= end; });
    return rows;
}

std::int64_t page_of(std::int64_t source_reference) {
    if (source_reference < 1 || source_reference > pages) {
        throw Trouble(fmt::format("there is no source with the reference {}", source_reference));
    }
    return source_reference - 1;
}

Json listing_body(std::int64_t page) {
    return {{"name", fmt::format("${:04x}-${:04x}", page * page_size, page * page_size + 0xff)},
            {"sourceReference", page + 1},
            {"presentationHint", "deemphasize"},
            {"origin", "disassembly"}};
}

}  // namespace

Position position_of(const Context& context, Address address) {
    if (const auto line = context.sources().line_at(address)) {
        return {context.sources().body(line->file), line->line};
    }
    const std::int64_t page = address / page_size;
    const auto rows = rows_of_page(context, page);
    const auto behind = std::ranges::upper_bound(rows, std::int64_t{address}, {}, &Row::address);
    return {listing_body(page), static_cast<unsigned>(behind - rows.begin())};
}

void add_position(Json& object, const Context& context, Address address, const char* source_name) {
    Position position = position_of(context, address);
    object[source_name] = std::move(position.source);
    object["line"] = to_client(context, position.line);
    object["column"] = context.terms.first_column;
}

unsigned line_in(const Context& context, const Fields& arguments) {
    const auto line = arguments.number("line", 0, 1 << 30) + 1 - context.terms.first_line;
    return static_cast<unsigned>(std::max<std::int64_t>(1, line));
}

std::int64_t to_client(const Context& context, unsigned line) {
    return std::int64_t{line} - 1 + context.terms.first_line;
}

std::vector<Address> starts_of(const Context& context, const Fields& source, unsigned line,
                               Position& position) {
    const std::int64_t listing = source.number("sourceReference", 0, 1 << 30, 0);
    if (listing != 0) {
        const std::int64_t page = page_of(listing);
        const auto rows = rows_of_page(context, page);
        if (line > rows.size()) throw Trouble("the listing has no such line");
        position = {listing_body(page), line};
        return {static_cast<Address>(rows[line - 1].address)};
    }
    const auto file = context.sources().find(source.text("path"));
    if (!file) throw Trouble("the program's debug file does not know this source file");
    const auto spans = context.sources().info().spans_of({*file, line});
    if (spans.empty()) throw Trouble("no line from here on has made code");
    position = {context.sources().body(*file), spans.front().source.line};
    std::vector<Address> starts;  // parts that lie behind one another count once
    unsigned end = 0;
    for (const auto& span : spans) {
        if (starts.empty() || span.first > end) starts.push_back(span.first);
        end = std::max(end, span.first + span.size);
    }
    return starts;
}

std::string listing_text(const Context& context, std::int64_t source_reference) {
    std::string text;
    for (const Row& row : rows_of_page(context, page_of(source_reference))) {
        std::string hex;
        for (const emu::Byte byte : row.bytes) hex += fmt::format("{:02x} ", byte);
        const auto place = context.labels().nearest(static_cast<Address>(row.address), 0);
        text += fmt::format("{:04x}  {:<10}{:<20}{}", row.address, hex, row.text,
                            place ? fmt::format("; {}", place->name) : "");
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
    }
    return text;
}

}  // namespace ryg::app::dap
