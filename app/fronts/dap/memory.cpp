// Memory as bytes, instructions and, where there is no source, listings: a listing is a page of
// memory; its reference is the page's number plus one.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "app/fronts/dap/session.hpp"

namespace ryg::app::dap {
namespace {

using emu::Address;
using emu::Byte;

constexpr std::int64_t page_size = 0x100, pages = 0x100;

std::vector<ListedRow> rows_of_page(const SessionContext& context, std::int64_t page) {
    const std::int64_t begin = page * page_size, end = begin + page_size;
    std::vector<ListedRow> rows =
        list_rows(context.machine(), context.symbols(), begin, 0, page_size);
    std::erase_if(rows, [end](const ListedRow& row) { return row.address >= end; });
    return rows;
}

std::int64_t page_of(std::int64_t source_reference) {
    if (source_reference < 1 || source_reference > pages) {
        throw BadRequest(fmt::format("there is no source with the reference {}", source_reference));
    }
    return source_reference - 1;
}

Json listing_body(std::int64_t page) {
    return {{"name", fmt::format("${:04x}-${:04x}", page * page_size, page * page_size + 0xff)},
            {"sourceReference", page + 1},
            {"origin", "disassembly"}};
}

SourcePosition position_of(const SessionContext& context, Address address) {
    if (const auto line = context.sources().line_at(address)) {
        return {context.sources().body(line->file), line->line};
    }
    const std::int64_t page = address / page_size;
    const auto rows = rows_of_page(context, page);
    const auto next =
        std::ranges::upper_bound(rows, std::int64_t{address}, {}, &ListedRow::address);
    return {listing_body(page), static_cast<unsigned>(next - rows.begin())};
}

}  // namespace

void add_position(Json& object, const SessionContext& context, Address address) {
    SourcePosition position = position_of(context, address);
    object["source"] = std::move(position.source);
    object["line"] = to_client(context, position.line);
    object["column"] = context.terms.first_column;
}

unsigned line_in(const SessionContext& context, const RequestFields& arguments) {
    const auto line = arguments.number("line", 0, 1 << 30) + 1 - context.terms.first_line;
    return static_cast<unsigned>(std::max<std::int64_t>(1, line));
}

std::int64_t to_client(const SessionContext& context, unsigned line) {
    return std::int64_t{line} - 1 + context.terms.first_line;
}

std::vector<Address> starts_of(const SessionContext& context, const RequestFields& source,
                               unsigned line, SourcePosition& position) {
    const std::int64_t listing = source.number("sourceReference", 0, 1 << 30, 0);
    if (listing != 0) {
        const std::int64_t page = page_of(listing);
        const auto rows = rows_of_page(context, page);
        if (line > rows.size()) throw BadRequest("the listing has no such line");
        position = {listing_body(page), line};
        return {static_cast<Address>(rows[line - 1].address)};
    }
    const auto file = context.sources().find(source.text("path"));
    if (!file) throw BadRequest("the program's debug file does not list this source file");
    // Skips lines that generated data.
    auto spans = context.sources().info().spans_of({*file, line});
    while (!spans.empty() && !context.symbols().is_code(spans.front().first)) {
        spans = context.sources().info().spans_of({*file, spans.front().source.line + 1});
    }
    if (spans.empty()) throw BadRequest("no line from here on generates code");
    position = {context.sources().body(*file), spans.front().source.line};
    std::vector<Address> starts;  // adjacent parts count once
    unsigned end = 0;
    for (const auto& span : spans) {
        if (starts.empty() || span.first > end) starts.push_back(span.first);
        end = std::max(end, span.first + span.size);
    }
    return starts;
}

std::string listing_text(const SessionContext& context, std::int64_t source_reference) {
    std::string text;
    for (const ListedRow& row : rows_of_page(context, page_of(source_reference))) {
        std::string hex;
        for (const Byte byte : row.bytes) hex += fmt::format("{:02x} ", byte);
        const auto place = context.labels().nearest(static_cast<Address>(row.address), 0);
        text += fmt::format("{:04x}  {:<10}{:<20}{}", row.address, hex, row.text,
                            place ? fmt::format("; {}", place->name) : "");
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
    }
    return text;
}

void SessionContext::poke(emu::Address address, std::span<const emu::Byte> bytes) {
    debugger().edit(
        [address, kept = std::vector(bytes.begin(), bytes.end())](c64::Machine& machine) {
            emu::Address at = address;
            for (const emu::Byte byte : kept) machine.poke(at++, byte);
        },
        bytes.size());
    if (terms.memory_events) {
        events.push_back(
            {"memory",
             {{"memoryReference", reference(address)}, {"offset", 0}, {"count", bytes.size()}}});
    }
    report_change();
}

void SessionContext::report_change() {
    if (terms.invalidated_events) events.push_back({"invalidated", {{"areas", {"all"}}}});
}

namespace {

constexpr std::int64_t memory_size = 0x10000, far = 1 << 30;

/// The address of `memoryReference` plus `offset`, which may be outside memory.
std::int64_t place_in(const RequestFields& arguments) {
    return parse_reference(arguments.text("memoryReference")) +
           arguments.number("offset", -far, far, 0);
}

Json read_memory(SessionContext& context, const RequestFields& arguments) {
    const std::int64_t begin = place_in(arguments);
    const std::int64_t count = arguments.number("count", 0, far);
    std::vector<Byte> bytes;
    if (begin >= 0) {
        for (auto at = begin; at < std::min(begin + count, memory_size); ++at) {
            bytes.push_back(context.machine().peek(static_cast<Address>(at)));
        }
    }
    Json body{{"address", reference(begin)}, {"data", to_base64(bytes)}};
    const auto unreadable = count - static_cast<std::int64_t>(bytes.size());
    if (unreadable > 0) body["unreadableBytes"] = unreadable;
    return body;
}

Json write_memory(SessionContext& context, const RequestFields& arguments) {
    const std::int64_t begin = place_in(arguments);
    const auto bytes = from_base64(arguments.text("data"));
    if (!bytes) throw BadRequest("'data' is not base64");
    const bool partial = arguments.flag("allowPartial");
    std::int64_t count = static_cast<std::int64_t>(bytes->size());
    if (begin < 0 || begin + count > memory_size) {
        if (!partial) {
            throw BadRequest(
                fmt::format("{} bytes from {} are not all in memory", count, reference(begin)));
        }
        count = begin < 0 ? 0 : std::max<std::int64_t>(0, memory_size - begin);
    }
    if (count > 0) {
        context.poke(static_cast<Address>(begin),
                     std::span(*bytes).first(static_cast<std::size_t>(count)));
    }
    return {{"bytesWritten", count}};
}

/// One row in the protocol's form; addresses outside memory are negative or above $ffff.
Json row_body(SessionContext& context, const ListedRow& row, bool with_symbols) {
    Json body{{"address", reference(row.address)}, {"instruction", row.text}};
    if (row.bytes.empty()) {
        body["presentationHint"] = "invalid";
        return body;
    }
    std::string hex;
    for (const Byte byte : row.bytes) hex += fmt::format("{}{:02x}", hex.empty() ? "" : " ", byte);
    body["instructionBytes"] = hex;
    const auto address = static_cast<Address>(row.address);
    if (with_symbols) {
        const auto place = context.labels().nearest(address);
        if (place && place->offset == 0) body["symbol"] = place->name;
    }
    if (const auto line = context.sources().line_at(address)) {
        body["location"] = context.sources().body(line->file);
        body["line"] = to_client(context, line->line);
    }
    return body;
}

Json disassemble(SessionContext& context, const RequestFields& arguments) {
    const std::int64_t begin = place_in(arguments);
    const std::int64_t first = arguments.number("instructionOffset", -memory_size, memory_size, 0);
    const std::int64_t count = arguments.number("instructionCount", 0, memory_size);
    const bool with_symbols = arguments.flag("resolveSymbols", true);
    Json rows = Json::array();
    for (const ListedRow& row : list_rows(context.machine(), context.symbols(), begin, first,
                                          static_cast<std::size_t>(count))) {
        rows.push_back(row_body(context, row, with_symbols));
    }
    return {{"instructions", rows}};
}

constexpr std::array memory_entries{
    RequestEntry{"readMemory", Needs::program, read_memory},
    RequestEntry{"writeMemory", Needs::program, write_memory},
    RequestEntry{"disassemble", Needs::program, disassemble},
};

}  // namespace

std::span<const RequestEntry> memory_requests() { return memory_entries; }

}  // namespace ryg::app::dap
