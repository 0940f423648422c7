// Reads a client's messages, with limits on length, depth and number.
#include "app/fronts/dap/wire.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>

#include "c64/program/numbers.hpp"
#include "c64/program/text.hpp"

namespace ryg::app::dap {
namespace {

constexpr std::string_view line_end = "\r\n", header_end = "\r\n\r\n";

bool same_name(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    return std::ranges::equal(a, b, {}, lower, lower);
}

std::size_t length_in(std::string_view value) {
    const auto length = c64::digits_of(value, 10);
    if (!length) throw BrokenStream("Content-Length is not a number");
    if (*length > Framer::longest_body) {
        throw BrokenStream(fmt::format("a message of {} bytes: at most {} are accepted", *length,
                                       std::size_t{Framer::longest_body}));
    }
    return *length;
}

/// The length that the header lines state.
std::size_t read_header(std::string_view header) {
    std::optional<std::size_t> length;
    while (!header.empty()) {
        const std::string_view line = header.substr(0, header.find(line_end));
        header.remove_prefix(std::min(header.size(), line.size() + line_end.size()));
        const auto colon = line.find(':');
        if (colon == line.npos) throw BrokenStream("a header line without a colon");
        const std::string_view name = c64::trimmed(line.substr(0, colon));
        if (same_name(name, "Content-Type")) continue;
        // A browser's request has other lines, too: its body must not be taken for messages.
        if (!same_name(name, "Content-Length")) throw BrokenStream("an unknown header line");
        if (length) throw BrokenStream("two Content-Length in one header");
        length = length_in(c64::trimmed(line.substr(colon + 1)));
    }
    if (!length) throw BrokenStream("a header without Content-Length");
    return *length;
}

}  // namespace

std::optional<std::string> Framer::next() {
    const auto end = std::string_view(waiting_).substr(0, longest_header).find(header_end);
    if (end == std::string_view::npos) {
        if (waiting_.size() >= longest_header) {
            throw BrokenStream(
                fmt::format("no end of a header within {} bytes", std::size_t{longest_header}));
        }
        return std::nullopt;
    }
    const std::size_t length = read_header(std::string_view(waiting_).substr(0, end));
    const std::size_t begin = end + header_end.size();
    if (waiting_.size() - begin < length) return std::nullopt;
    std::string body = waiting_.substr(begin, length);
    waiting_.erase(0, begin + length);
    return body;
}

std::string framed(std::string_view body) {
    return fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
}

namespace {

/// Copying or printing a value of JSON recurses into it.
constexpr int deepest = 32;

Json parse_json(const std::string& text) {
    const auto check_depth = [](int depth, Json::parse_event_t, Json&) {
        if (depth > deepest) {
            throw std::runtime_error(fmt::format("nested deeper than {} levels", deepest));
        }
        return true;
    };
    return Json::parse(text, check_depth);
}

std::int64_t seq_of(const Json& message) {
    const auto seq = message.find("seq");
    const bool there = seq != message.end() && seq->is_number_integer();
    return there ? seq->get<std::int64_t>() : 0;
}

}  // namespace

void Wire::listen(Wait longest) {
    if (has_request()) longest = Wait(0);
    while (fault_.empty() && requests_.size() < most_requests && stream_.has_input(longest)) {
        framer_.add(stream_.read());
        try {
            while (const auto message = framer_.next()) take(*message);
        } catch (const BrokenStream& broken) {
            fault_ = broken.what();
            refuse_nameless(0, fault_ + ": the connection ends here");
        }
        if (!stream_.open() && framer_.unfinished() && fault_.empty()) {
            fault_ = "the input ends within a message";
        }
        longest = Wait(0);
    }
}

void Wire::take(const std::string& message) {
    Json json;
    try {
        json = parse_json(message);
    } catch (const std::exception& error) {
        return refuse_nameless(0, fmt::format("no JSON: {}", error.what()));
    }
    if (!json.is_object()) return refuse_nameless(0, "a message is a JSON object");
    const std::int64_t seq = seq_of(json);
    const auto type = json.find("type");
    if (type != json.end() && *type == "response") return;  // we send no requests
    if (type == json.end() || *type != "request") {
        return refuse_nameless(seq, "'type' is not \"request\"");
    }
    const auto command = json.find("command");
    if (command == json.end() || !command->is_string()) {
        return refuse_nameless(seq, "'command' is missing, or not a string");
    }
    ClientRequest request{seq, command->get<std::string>()};
    const auto arguments = json.find("arguments");
    if (arguments != json.end() && !arguments->is_null()) {
        if (!arguments->is_object()) return refuse(request, "'arguments' is not an object");
        request.arguments = std::move(*arguments);
    }
    requests_.push_back(std::move(request));
}

std::optional<ClientRequest> Wire::next() {
    if (requests_.empty()) return std::nullopt;
    ClientRequest request = std::move(requests_.front());
    requests_.pop_front();
    return request;
}

bool Wire::wants_a_stop() const {
    constexpr std::array stopping{"pause", "disconnect", "terminate", "restart"};
    const auto stops = [&](const ClientRequest& request) {
        return std::ranges::find(stopping, request.command) != stopping.end();
    };
    return !fault_.empty() || !stream_.open() || is_cancelled() ||
           std::ranges::any_of(requests_, stops);
}

bool Wire::is_cancelled() const {
    return std::ranges::any_of(requests_, [this](const ClientRequest& request) {
        if (request.command != "cancel") return false;
        const auto target = request.arguments.find("requestId");
        return target != request.arguments.end() && *target == current_;
    });
}

void Wire::respond(const ClientRequest& request, Json body) {
    Json message{{"type", "response"},
                 {"request_seq", request.seq},
                 {"success", true},
                 {"command", request.command}};
    if (!body.is_null()) message["body"] = std::move(body);
    send(std::move(message));
}

void Wire::refuse(const ClientRequest& request, std::string_view message) {
    // `message` is the short form that programs compare; people are shown `error.format`, in which
    // names in braces would be replaced. Nobody has typed a `rygLook`: views ask at each stop, and
    // the program may already run again.
    Json error{{"id", 1},
               {"format", "{why}"},
               {"variables", {{"why", message}}},
               {"showUser", request.command != "rygLook"}};
    send({{"type", "response"},
          {"request_seq", request.seq},
          {"success", false},
          {"command", request.command},
          {"message", message},
          {"body", {{"error", std::move(error)}}}});
}

void Wire::refuse_nameless(std::int64_t seq, std::string_view message) {
    refuse(ClientRequest{seq, ""}, message);
}

void Wire::event(std::string_view name, Json body) {
    Json message{{"type", "event"}, {"event", name}};
    if (!body.is_null()) message["body"] = std::move(body);
    send(std::move(message));
}

void Wire::send(Json message) {
    Json numbered{{"seq", ++seq_}};
    numbered.update(message);
    constexpr auto replace = Json::error_handler_t::replace;  // what is no UTF-8
    stream_.write(framed(numbered.dump(-1, ' ', false, replace)));
}

}  // namespace ryg::app::dap
