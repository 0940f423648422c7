// Stores fields in order, and their bytes in one array.
#include "engine/claims/expected.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace ryg::claims {

void Expected::clear() {
    outcome = {};
    continues = false;
    scratch = {};
    fields_.clear();
    bytes_.clear();
    stage_ends_.clear();
    routine_ = 0;
    if (call_ == nullptr) return;
    call_ = nullptr;
    open.reset();
    stated_.reset();
    registers = {};
    relations.clear();
    printed.clear();
    any_text = false;
    begins_anew.reset();
}

void Expected::add(std::string_view label, Address at, std::span<const Byte> bytes,
                   std::string (*name)(std::size_t offset)) {
    fields_.push_back({label, at, static_cast<std::uint32_t>(bytes_.size()),
                       static_cast<std::uint32_t>(bytes.size()), name, routine_});
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    for (std::size_t i = 0; call_ != nullptr && i < bytes.size(); ++i) stated_.set(at + i);
}

void Expected::add(const c64::Labels& labels, const engine::LabelledMemory& memory) {
    for (const auto& [label, bytes, offset] : memory) {
        add(label, static_cast<Address>(labels.at(label) + offset), bytes);
    }
}

void Expected::end_stage() { stage_ends_.push_back(static_cast<std::uint32_t>(fields_.size())); }

void Expected::add_number(std::string_view label, Address at, std::uint64_t number, unsigned size) {
    std::array<Byte, sizeof number> bytes{};
    for (unsigned i = 0; i < size; ++i) bytes.at(i) = static_cast<Byte>(number >> 8 * i);
    add(label, at, std::span(bytes).first(size));
}

std::span<const Field> Expected::fields(std::size_t stage) const {
    const std::size_t begin = stage == 0 ? 0 : stage_ends_[stage - 1];
    const std::size_t end = stage < stage_ends_.size() ? stage_ends_[stage] : fields_.size();
    return std::span(fields_).subspan(begin, end - begin);
}

std::size_t Expected::stage_of(const Field& field) const {
    const auto end = std::ranges::upper_bound(stage_ends_, &field - fields_.data());
    return static_cast<std::size_t>(end - stage_ends_.begin());
}

bool Expected::matches(std::size_t stage, std::span<const Byte, 65536> ram) const {
    for (const Field& field : fields(stage)) {
        if (!std::ranges::equal(bytes(field), ram.subspan(field.at, field.size))) return false;
    }
    return true;
}

bool Expected::matches(const Spot& spot, std::span<const Byte, 65536> ram) const {
    return byte(spot) == ram[fields_[spot.field].at + spot.offset];
}

void Expected::write(std::size_t stage, std::span<Byte, 65536> ram) const {
    for (const Field& field : fields(stage)) {
        std::ranges::copy(bytes(field), ram.subspan(field.at, field.size).begin());
    }
}

std::vector<Spot> Expected::spots(std::size_t stage) const {
    std::vector<Spot> all;
    for (const Field& field : fields(stage)) {
        const auto number = static_cast<std::uint32_t>(&field - fields_.data());
        for (std::uint32_t offset = 0; offset < field.size; ++offset) {
            all.push_back({number, offset, field.routine});
        }
    }
    return all;
}

namespace {

/// `bytes_of` gives those of a field.
template <class BytesOf>
Expected::Numbers numbers_of(std::span<const Field> fields, BytesOf&& bytes_of) {
    Expected::Numbers numbers;
    for (const Field& field : fields) {
        if (field.size > sizeof(std::uint64_t)) continue;
        const std::span<const Byte> bytes = bytes_of(field);
        std::uint64_t number = 0;
        for (std::size_t i = field.size; i-- > 0;) number = number << 8 | bytes[i];
        numbers.emplace_back(field.label, number);
    }
    return numbers;
}

}  // namespace

Expected::Numbers Expected::numbers() const {
    return numbers_of(fields(stages()), [this](const Field& field) { return bytes(field); });
}

Expected::Numbers Expected::numbers_in(std::span<const Byte, 65536> ram) const {
    return numbers_of(fields(stages()),
                      [&](const Field& field) { return ram.subspan(field.at, field.size); });
}

// --- results of a call ---------------------------------------------------------------------------

void Expected::put(unsigned address, Byte value, bool begins) {
    const auto at = static_cast<Address>(address);
    if (stated_[at]) {
        bytes_[index_of(at)] = value;
        return;
    }
    stated_.set(at);
    if (!begins && !fields_.empty() && fields_.back().at + fields_.back().size == at) {
        ++fields_.back().size;
        bytes_.push_back(value);
    } else {
        add({}, at, std::span(&value, 1));
    }
}

/// Searches backwards, as it usually is a late one.
std::size_t Expected::index_of(Address at) const {
    const auto has = [at](const Field& field) {
        return at >= field.at && at < field.at + field.size;
    };
    const Field& field = *std::ranges::find_if(fields_.rbegin(), fields_.rend(), has);
    return field.begin + (at - std::size_t{field.at});
}

Byte Expected::at(unsigned address) const {
    const auto at = static_cast<Address>(address);
    return stated_[at] ? bytes_[index_of(at)] : call_->ram[at];
}

void Expected::bytes_at(unsigned address, std::span<const Byte> values) {
    bool begins = true;
    for (const Byte value : values) put(address++, value, std::exchange(begins, false));
}

void Expected::byte(std::string_view name, unsigned value, unsigned index) {
    put(call_->address(name) + index, static_cast<Byte>(value), index == 0);
}

void Expected::word(std::string_view name, unsigned value) {
    byte(fmt::format("{}Lo", name), value);
    byte(fmt::format("{}Hi", name), value >> 8);
}

void Expected::bytes(std::string_view name, std::span<const Byte> values) {
    bytes_at(call_->address(name), values);
}

void Expected::value(std::string_view symbol, std::uint64_t value, Byte above) {
    if (is_register(symbol)) return in(symbol.front(), static_cast<unsigned>(value & 0xff));
    const Extent place = call_->program->place(symbol, call_->ram);
    for (unsigned i = 0; i < place.size(); ++i, value >>= 8) {
        put(place.begin + i, i < sizeof value ? static_cast<Byte>(value) : above, i == 0);
    }
}

void Expected::any(std::string_view name) {
    const Extent extent = call_->program->variable(name);
    for (unsigned at = extent.begin; at < extent.end; ++at) open.set(at);
}

bool Expected::states_anything() const {
    return stated_.any() || !printed.empty() ||
           std::ranges::any_of(registers, [](const auto& each) { return each.has_value(); });
}

std::vector<std::pair<Address, Byte>> Expected::statements() const {
    std::vector<std::pair<Address, Byte>> all;
    all.reserve(bytes_.size());
    for (const Field& field : fields_) {
        for (std::uint32_t i = 0; i < field.size; ++i) {
            all.emplace_back(static_cast<Address>(field.at + i), bytes_[field.begin + i]);
        }
    }
    return all;
}

void Expected::name_fields(const c64::Labels& labels) {
    for (Field& field : fields_) {
        const auto place = labels.nearest(field.at);
        if (field.label.empty() && place && place->offset == 0) field.label = place->name;
    }
}

}  // namespace ryg::claims
