// Memory as bytes and as instructions.
#include <array>
#include <charconv>
#include <fmt/format.h>

#include "app/fronts/dap/base64.hpp"
#include "app/fronts/dap/listing.hpp"
#include "app/fronts/dap/places.hpp"
#include "app/fronts/dap/requests.hpp"
#include "app/fronts/dap/text.hpp"

namespace ryg::app::dap {
namespace {

using emu::Address;
using emu::Byte;

constexpr std::int64_t memory_size = 0x10000, far = 1 << 30;

/// Where `memoryReference` and `offset` lead, maybe out of memory.
std::int64_t place_in(const Fields& arguments) {
    return parse_reference(arguments.text("memoryReference")) +
           arguments.number("offset", -far, far, 0);
}

Json read_memory(Context& context, const Fields& arguments) {
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

Json write_memory(Context& context, const Fields& arguments) {
    const std::int64_t begin = place_in(arguments);
    const auto bytes = from_base64(arguments.text("data"));
    if (!bytes) throw Trouble("'data' is not base64");
    const bool partial = arguments.flag("allowPartial");
    std::int64_t count = static_cast<std::int64_t>(bytes->size());
    if (begin < 0 || begin + count > memory_size) {
        if (!partial) {
            throw Trouble(
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

/// One row as the protocol has it; addresses without memory are below zero or above $ffff.
Json row_body(Context& context, const Row& row, bool with_symbols) {
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

Json disassemble(Context& context, const Fields& arguments) {
    const std::int64_t begin = place_in(arguments);
    const std::int64_t first = arguments.number("instructionOffset", -memory_size, memory_size, 0);
    const std::int64_t count = arguments.number("instructionCount", 0, memory_size);
    const bool with_symbols = arguments.flag("resolveSymbols", true);
    Json rows = Json::array();
    for (const Row& row :
         list_rows(context.code(), begin, first, static_cast<std::size_t>(count))) {
        rows.push_back(row_body(context, row, with_symbols));
    }
    return {{"instructions", rows}};
}

constexpr std::array entries{
    Entry{"readMemory", Needs::program, read_memory},
    Entry{"writeMemory", Needs::program, write_memory},
    Entry{"disassemble", Needs::program, disassemble},
};

}  // namespace

std::span<const Entry> memory_requests() { return entries; }

}  // namespace ryg::app::dap
