// Reads and writes rows, and checks their digests.
#include "engine/work/database/ledger.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

#include "engine/work/names.hpp"

namespace ryg::work {
namespace {

constexpr std::int64_t application = 0x52594757;  // "RYGW", in the header of SQLite's file
constexpr std::int64_t format = 3;

bool is_same(const Part& one, const Part& other) {
    return one.program == other.program && one.depth == other.depth;
}

std::uint64_t unsigned_of(const Statement& row, int column) {
    return static_cast<std::uint64_t>(row.number(column));
}

/// The digest of a shard's row, which includes its part.
std::uint64_t digest_of(const LedgerPart& part, const ShardResult& result) {
    return mix(mix(mix(result.digest(), first_name(part.part.program)), part.part.crc),
               static_cast<unsigned>(part.part.depth));
}

/// The columns of a sum, each followed by `sign`.
std::string sum_columns(std::string_view sign = "") {
    std::string text;
    for (const std::string_view name : Sums::names) {
        text += fmt::format("{}{}{}", text.empty() ? "" : ", ", name, sign);
    }
    return text;
}

/// The tables. `piece`, `first` and `count` are numbers of work items.
std::vector<std::string> schema() {
    return {
        // game and what: the work; digest: of part and shard
        "work(key TEXT PRIMARY KEY, value) WITHOUT ROWID",
        // the work's own numbers: own_0 to own_3 of a shard
        "own_column(place INTEGER PRIMARY KEY, key, heading, width, sum)",
        // a program, with the CRC-32 of its bytes
        "part(id INTEGER PRIMARY KEY, program, crc, version, depth, pieces)",
        // expected: cycles; answers: bytes; seconds: of a thread; ended: seconds since 1970;
        // digest: of the row and its rows below, NULL until it is done
        fmt::format("shard(part, first, count, expected, {}, answers, seconds, ended, digest, "
                    "PRIMARY KEY(part, first))",
                    sum_columns()),
        // bin: a range of cycles
        "histogram(part, first, bin, pieces, nodes, PRIMARY KEY(part, first, bin)) WITHOUT ROWID",
        // why: 0 costliest, 1 differs; again: a command
        "shown(part, first, why, piece, cycles, text, again, "
        "PRIMARY KEY(part, first, why, piece)) WITHOUT ROWID"};
}

Sums sums_in(const Statement& row) {
    Sums sums;
    int column = 0;
    for (std::uint64_t* number : Sums::numbers(sums)) *number = unsigned_of(row, column++);
    return sums;
}

}  // namespace

Ledger::Ledger(const std::string& path) : sqlite_(path, Sqlite::For::reading) {
    load();
    if (plan_.game.empty()) throw DatabaseError(path + ": there is no work in it");
    check();
}

Ledger::Ledger(const std::string& path, ToWrite)
    : lock_(path), sqlite_(path, Sqlite::For::writing) {
    if (sqlite_.number("SELECT count(*) FROM sqlite_master") == 0) {
        sqlite_.run(fmt::format("PRAGMA application_id = {}", application));
        sqlite_.run(fmt::format("PRAGMA user_version = {}", format));
        sqlite_.transaction([&] {
            for (const std::string& table : schema()) sqlite_.run("CREATE TABLE " + table);
        });
    }
    load();
    check();
    forget_damaged();
}

void Ledger::load() {
    plan_ = {};
    if (sqlite_.number("PRAGMA application_id") != application) {
        throw DatabaseError(path() + ": is not a database of `ryg verify --into`");
    }
    if (const auto found = sqlite_.number("PRAGMA user_version"); found != format) {
        throw DatabaseError(
            fmt::format("{}: a database of format {}, which is not {}", path(), found, format));
    }
    Statement values = sqlite_.prepare("SELECT key, value FROM work");
    while (values.step()) {
        const std::string key = values.text(0);
        if (key == "game") plan_.game = name_of_today(values.text(1));
        if (key == "what") plan_.what = values.text(1);
    }
    Statement columns = sqlite_.prepare("SELECT key, heading, sum FROM own_column ORDER BY place");
    while (columns.step()) {
        plan_.columns.push_back(
            {columns.text(0), columns.text(1), static_cast<Sum>(columns.number(2))});
    }
    Statement all = sqlite_.prepare(
        "SELECT id, program, crc, version, depth, pieces FROM part ORDER BY version, depth, "
        "program");
    while (all.step()) {
        Part part{.program = name_of_today(all.text(1)),
                  .crc = static_cast<std::uint32_t>(all.number(2)),
                  .version = static_cast<int>(all.number(3)),
                  .depth = static_cast<int>(all.number(4)),
                  .pieces = unsigned_of(all, 5)};
        part.name = part_name(part.program, part.depth);
        plan_.parts.push_back({all.number(0), std::move(part), {}});
    }
    Statement shards =
        sqlite_.prepare("SELECT first, count, expected FROM shard WHERE part = ? ORDER BY first");
    for (LedgerPart& part : plan_.parts) {
        for (shards.bind(part.id); shards.step();) {
            part.shards.push_back({.first = unsigned_of(shards, 0),
                                   .count = unsigned_of(shards, 1),
                                   .expected = unsigned_of(shards, 2)});
        }
    }
}

std::uint64_t Ledger::digest() const {
    std::uint64_t bits = mix(mix(0, first_name(plan_.game)), plan_.what);
    for (const auto& [id, part, shards] : plan_.parts) {
        bits = mix(mix(mix(bits, first_name(part.program)), part.crc), part.pieces);
        bits =
            mix(mix(bits, static_cast<unsigned>(part.version)), static_cast<unsigned>(part.depth));
        for (const Shard& shard : shards) {
            bits = mix(mix(mix(bits, shard.first), shard.count), shard.expected);
        }
    }
    return bits;
}

void Ledger::check() {
    const auto fail = [&](std::string_view what) {
        throw DatabaseError(
            fmt::format("{}: is damaged: {} is not what was written", path(), what));
    };
    Statement integrity = sqlite_.prepare("PRAGMA integrity_check(1)");
    if (!integrity.step() || integrity.text(0) != "ok") fail("its structure");
    if (plan_.game.empty()) return;
    const auto expected = sqlite_.number("SELECT value FROM work WHERE key = 'digest'");
    if (static_cast<std::uint64_t>(expected) != digest()) fail("what there is to do");
    Statement digests = sqlite_.prepare(
        "SELECT digest FROM shard WHERE part = ? AND first = ? AND digest NOT NULL");
    for (const LedgerPart& part : plan_.parts) {
        for (const Shard& shard : part.shards) {
            if (!digests.bind(part.id, shard.first).step()) continue;
            if (digest_of(part, read(part, shard)) != unsigned_of(digests, 0)) {
                damaged_.insert({part.id, shard.first});
            }
        }
    }
}

void Ledger::forget_damaged() {
    if (damaged_.empty()) return;
    sqlite_.transaction([&] {
        for (const auto& [part, first] : damaged_) {
            for (const char* const statement :
                 {"DELETE FROM histogram WHERE part = ? AND first = ?",
                  "DELETE FROM shown WHERE part = ? AND first = ?",
                  "UPDATE shard SET digest = NULL WHERE part = ? AND first = ?"}) {
                sqlite_.prepare(statement).bind(part, first).run();
            }
        }
    });
}

const LedgerPart* Ledger::find(const Part& part) const {
    const auto found = std::ranges::find_if(
        plan_.parts, [&](const LedgerPart& one) { return is_same(one.part, part); });
    return found == plan_.parts.end() ? nullptr : &*found;
}

void Ledger::adopt(const Plan& plan) {
    const auto refuse = [&](std::string_view what, const auto& has, const auto& wanted) {
        if (has == wanted) return;
        throw DatabaseError(
            fmt::format("{}: has another {}: {}, not {}", path(), what, has, wanted));
    };
    if (!plan_.game.empty()) {
        refuse("family of programs", plan_.game, plan.game);
        refuse("kind of work", plan_.what, plan.what);
    }
    for (const auto& [id, part, shards] : plan.parts) {
        const LedgerPart* known = find(part);
        if (known == nullptr) continue;
        refuse("build of " + part.program, fmt::format("CRC-32 {:08x}", known->part.crc),
               fmt::format("CRC-32 {:08x}", part.crc));
        refuse("number of pieces of " + part.name, known->part.pieces, part.pieces);
    }
    sqlite_.transaction([&] {
        Statement value = sqlite_.prepare("INSERT OR REPLACE INTO work VALUES (?, ?)");
        value.bind("game", plan.game).run();
        value.bind("what", plan.what).run();
        Statement column =
            sqlite_.prepare("INSERT OR REPLACE INTO own_column VALUES (?, ?, ?, ?, ?)");
        for (int place = 0; const auto& [key, heading, sum] : plan.columns) {
            column.bind(place++, key, heading, 0, static_cast<int>(sum)).run();
        }
        Statement one = sqlite_.prepare(
            "INSERT INTO part(program, crc, version, depth, pieces) VALUES (?, ?, ?, ?, ?)");
        Statement row =
            sqlite_.prepare("INSERT INTO shard(part, first, count, expected) VALUES (?, ?, ?, ?)");
        for (const auto& [id, part, shards] : plan.parts) {
            if (find(part) != nullptr) continue;
            one.bind(part.program, part.crc, part.version, part.depth, part.pieces).run();
            const std::int64_t given = sqlite_.number("SELECT last_insert_rowid()");
            for (const Shard& shard : shards) {
                row.bind(given, shard.first, shard.count, shard.expected).run();
            }
        }
        load();
        value.bind("digest", digest()).run();
    });
}

bool Ledger::is_done(const LedgerPart& part, std::uint64_t first) const {
    return sqlite_.prepare("SELECT 1 FROM shard WHERE part = ? AND first = ? AND digest NOT NULL")
               .bind(part.id, first)
               .step() &&
           is_sound(part, first);
}

ShardResult Ledger::read(const LedgerPart& part, const Shard& shard) const {
    ShardResult result{.shard = shard};
    Statement row = sqlite_.prepare(fmt::format(
        "SELECT {}, seconds, answers FROM shard WHERE part = ? AND first = ?", sum_columns()));
    if (!row.bind(part.id, shard.first).step()) return result;
    result.sums = sums_in(row);
    constexpr auto next = static_cast<int>(Sums::names.size());
    result.seconds = row.real(next);
    result.answers = row.text(next + 1);
    Statement bins =
        sqlite_.prepare("SELECT bin, pieces, nodes FROM histogram WHERE part = ? AND first = ?");
    for (bins.bind(part.id, shard.first); bins.step();) {
        result.histogram[static_cast<std::uint32_t>(bins.number(0))] = {unsigned_of(bins, 1),
                                                                        unsigned_of(bins, 2)};
    }
    for (const auto& [why, list] : {std::pair{0, &result.costliest}, {1, &result.differences}}) {
        Statement shown = sqlite_.prepare(
            "SELECT piece, cycles, text, again FROM shown WHERE part = ? AND first = ? AND why = ? "
            "ORDER BY CASE why WHEN 0 THEN -cycles ELSE 0 END, piece");
        for (shown.bind(part.id, shard.first, why); shown.step();) {
            list->push_back(
                {unsigned_of(shown, 0), unsigned_of(shown, 1), shown.text(2), shown.text(3)});
        }
    }
    return result;
}

void Ledger::write(const LedgerPart& part, const ShardResult& result) {
    const double now =
        std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    const std::uint64_t first = result.shard.first;
    sqlite_.transaction([&] {
        Statement numbers = sqlite_.prepare(
            fmt::format("UPDATE shard SET {}, answers = ?, seconds = ?, ended = ?, digest = ? "
                        "WHERE part = ? AND first = ?",
                        sum_columns(" = ?")));
        const auto bind = [&](const auto*... sums) {
            return numbers.bind(*sums..., Blob{result.answers}, result.seconds, now,
                                digest_of(part, result), part.id, first);
        };
        std::apply(bind, Sums::numbers(result.sums)).run();
        Statement bins = sqlite_.prepare("INSERT INTO histogram VALUES (?, ?, ?, ?, ?)");
        for (const auto& [bin, content] : result.histogram) {
            bins.bind(part.id, first, bin, content.pieces, content.nodes).run();
        }
        Statement rows = sqlite_.prepare("INSERT INTO shown VALUES (?, ?, ?, ?, ?, ?, ?)");
        for (const auto& [why, list] :
             {std::pair{0, &result.costliest}, {1, &result.differences}}) {
            for (const auto& [piece, cycles, text, again] : *list) {
                rows.bind(part.id, first, why, piece, cycles, text, again).run();
            }
        }
    });
    damaged_.erase({part.id, first});
}

Totals Ledger::totals() const {
    Totals totals{.game = plan_.game, .columns = plan_.columns};
    Statement rows = sqlite_.prepare(fmt::format(
        "SELECT {}, seconds, first FROM shard WHERE part = ? AND digest NOT NULL", sum_columns()));
    Statement bins =
        sqlite_.prepare("SELECT bin, pieces, nodes, first FROM histogram WHERE part = ?");
    for (const LedgerPart& part : plan_.parts) {
        PartTotal total{.part = part.part, .shards = part.shards.size()};
        for (rows.bind(part.id); rows.step();) {
            constexpr auto next = static_cast<int>(Sums::names.size());
            if (!is_sound(part, unsigned_of(rows, next + 1))) continue;
            total.sums.add(sums_in(rows), plan_.columns);
            total.seconds += rows.real(next);
            ++total.shards_done;
        }
        for (bins.bind(part.id); bins.step();) {
            if (!is_sound(part, unsigned_of(bins, 3))) continue;
            Bin& bin = total.histogram[static_cast<std::uint32_t>(bins.number(0))];
            bin.pieces += unsigned_of(bins, 1);
            bin.nodes += unsigned_of(bins, 2);
        }
        totals.stopped |= total.shards_done < total.shards;
        totals.parts.push_back(std::move(total));
    }
    return totals;
}

std::vector<Example> Ledger::shown(const LedgerPart& part, Why why) const {
    std::vector<Example> all;
    const bool costliest = why == Why::costliest;
    Statement rows = sqlite_.prepare(fmt::format(
        "SELECT piece, cycles, text, again, first FROM shown WHERE part = ? AND why = {} ORDER BY "
        "{} piece LIMIT {}",
        costliest ? 0 : 1, costliest ? "cycles DESC," : "", costliest ? max_costliest : 1000));
    for (rows.bind(part.id); rows.step();) {
        if (!is_sound(part, unsigned_of(rows, 4))) continue;
        all.push_back({unsigned_of(rows, 0), unsigned_of(rows, 1), rows.text(2), rows.text(3)});
    }
    return all;
}

Ledger::Answers Ledger::answers(const LedgerPart& part) const {
    const std::uint64_t pieces = part.part.pieces;
    Answers all{std::string(pieces * answer_bytes, '\0'), std::vector<bool>(pieces)};
    Statement rows =
        sqlite_.prepare("SELECT first, answers FROM shard WHERE part = ? AND digest NOT NULL");
    for (rows.bind(part.id); rows.step();) {
        const auto first = unsigned_of(rows, 0);
        if (!is_sound(part, first)) continue;
        const std::string bytes = rows.text(1);
        all.bytes.replace(first * answer_bytes, bytes.size(), bytes);
        std::fill_n(all.known.begin() + static_cast<std::ptrdiff_t>(first),
                    bytes.size() / answer_bytes, true);
    }
    return all;
}

std::optional<double> Ledger::seconds_left() const {
    constexpr int last = 40;
    Statement rows = sqlite_.prepare(fmt::format(
        "SELECT expected, ended FROM shard WHERE digest NOT NULL ORDER BY ended DESC LIMIT {}",
        last));
    double cycles = 0, newest = 0, oldest = 0;
    for (int row = 0; rows.step(); ++row) {
        oldest = rows.real(1);
        row == 0 ? newest = oldest : cycles += rows.real(0);
    }
    if (newest <= oldest) return {};
    const auto left = sqlite_.number("SELECT sum(expected) FROM shard WHERE digest IS NULL");
    return static_cast<double>(left) * (newest - oldest) / cycles;
}

// --- work into a ledger -----------------------------------------------------------------------------

bool prepare(Ledger& ledger, const Work& work, std::uint64_t shard_cycles,
             const PieceOptions& options) {
    Plan plan{.game = work.game, .what = work.what, .columns = work.columns};
    for (const Part& part : work.parts) plan.parts.push_back({.part = part});
    const bool is_new = std::ranges::any_of(
        work.parts, [&](const Part& part) { return ledger.find(part) == nullptr; });
    if (is_new) {
        for (const Shard& shard : cut(work, shard_cycles, options)) {
            plan.parts[shard.part].shards.push_back(shard);
        }
        if (options.stop != nullptr && *options.stop) return false;
    }
    ledger.adopt(plan);
    return true;
}

bool LedgerKeeper::keep(ShardResult result) {
    const LedgerPart& part = *ledger_.find(work_.parts.at(result.shard.part));
    if (!result.is_complete() || ledger_.is_done(part, result.shard.first)) return false;
    ledger_.write(part, result);
    return true;
}

std::vector<Shard> LedgerKeeper::open(const Portion& portion) const {
    std::vector<Shard> open;
    std::size_t number = 0;
    for (std::uint32_t part = 0; part < work_.parts.size(); ++part) {
        const LedgerPart& known = *ledger_.find(work_.parts[part]);
        for (Shard shard : known.shards) {
            if (number++ % portion.of + 1 != portion.number) continue;
            if (ledger_.is_done(known, shard.first)) continue;
            shard.part = part;
            open.push_back(shard);
        }
    }
    return open;
}

}  // namespace ryg::work
