// Rows in and out, and the seals that they are checked by.
#include "engine/work/database/ledger.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace ryg::work {

using work::Series;

namespace {

constexpr std::int64_t format = 1;

/// Throws what a reader throws: opened to be written to, the file might be mended by SQLite.
bool expect_sound(const std::string& path) {
    if (!is_sound(path)) static_cast<void>(Ledger(path));
    return true;
}

std::uint32_t id_of(const Series& series) {
    return static_cast<std::uint32_t>(100 * series.version + series.depth);
}

bool is_same(const Series& one, const Series& other) { return id_of(one) == id_of(other); }

}  // namespace

Ledger::Ledger(const std::string& path)
    : is_sound_(is_sound(path)), sqlite_(path, Sqlite::For::reading) {
    load();
    if (plan_.game.empty()) throw DatabaseError(path + ": there is no campaign in it");
    check();
}

Ledger::Ledger(const std::string& path, ToWrite)
    : lock_(path), is_sound_(expect_sound(path)), sqlite_(path, Sqlite::For::writing) {
    if (sqlite_.number("SELECT count(*) FROM sqlite_master") != 0 &&
        sqlite_.number("SELECT count(*) FROM sqlite_master WHERE name = 'campaign'") == 0) {
        throw DatabaseError(path + ": is not a campaign's database");
    }
    sqlite_.transaction([&] {
        for (const char* table :
             {"campaign(key TEXT PRIMARY KEY, value) WITHOUT ROWID",
              "series(id INTEGER PRIMARY KEY, version, depth, program, crc)",
              "shard(series, first, count, expected, nodes, most_nodes, cycles, least, most, "
              "fell_back, differing, checksum, answers, seconds, ended, seal, "
              "PRIMARY KEY(series, first))",
              "histogram(series, first, bin, searches, nodes, PRIMARY KEY(series, first, bin)) "
              "WITHOUT ROWID",
              "shown(series, first, why, piece, cycles, text, "
              "PRIMARY KEY(series, first, why, piece)) WITHOUT ROWID"}) {
            sqlite_.run(fmt::format("CREATE TABLE IF NOT EXISTS {}", table));
        }
    });
    load();
    check();
    sqlite_.unseal();
}

Ledger::~Ledger() {
    if (lock_) sqlite_.close();
}

void Ledger::load() {
    plan_ = {};
    if (sqlite_.number("SELECT count(*) FROM sqlite_master WHERE name = 'campaign'") == 0) return;
    Statement values = sqlite_.prepare("SELECT key, value FROM campaign");
    std::int64_t found = format;
    while (values.step()) {
        const std::string key = values.text(0);
        if (key == "game") plan_.game = values.text(1);
        if (key == "pieces_are") plan_.pieces_are = values.text(1);
        if (key == "pieces") plan_.pieces = static_cast<std::uint64_t>(values.number(1));
        if (key == "format") found = values.number(1);
    }
    if (found != format) {
        throw DatabaseError(
            fmt::format("{}: a campaign of format {}, which is not {}", path(), found, format));
    }
    Statement all = sqlite_.prepare("SELECT version, depth, program, crc FROM series ORDER BY id");
    while (all.step()) {
        plan_.series.push_back({{static_cast<int>(all.number(0)), static_cast<int>(all.number(1)),
                                 all.text(2), static_cast<std::uint32_t>(all.number(3))},
                                {}});
    }
    Statement shards =
        sqlite_.prepare("SELECT first, count, expected FROM shard WHERE series = ? ORDER BY first");
    for (auto& [series, list] : plan_.series) {
        for (shards.bind(id_of(series)); shards.step();) {
            list.push_back({id_of(series), static_cast<std::uint64_t>(shards.number(0)),
                            static_cast<std::uint64_t>(shards.number(1)),
                            static_cast<std::uint64_t>(shards.number(2))});
        }
    }
}

std::uint64_t Ledger::seal() const {
    std::uint64_t bits = mix(mix(mix(0, plan_.game), plan_.pieces_are), plan_.pieces);
    for (const auto& [series, shards] : plan_.series) {
        bits = mix(mix(mix(bits, id_of(series)), series.program), series.crc);
        for (const Shard& shard : shards) {
            bits = mix(mix(mix(bits, shard.first), shard.count), shard.expected);
        }
    }
    return bits;
}

void Ledger::check() const {
    const auto fail = [&](const std::string& what) {
        throw DatabaseError(
            fmt::format("{}: is damaged: {} is not what was written", path(), what));
    };
    if (!plan_.game.empty()) check_rows(fail);
    if (!is_sound_) fail("a byte that nothing depends on");
}

void Ledger::check_rows(const Fail& fail) const {
    Statement integrity = sqlite_.prepare("PRAGMA integrity_check(1)");
    if (!integrity.step() || integrity.text(0) != "ok") fail("its structure");
    const auto expected = sqlite_.number("SELECT value FROM campaign WHERE key = 'seal'");
    if (static_cast<std::uint64_t>(expected) != seal()) fail("its head");
    std::uint64_t bins = 0, shown = 0;
    Statement seals =
        sqlite_.prepare("SELECT seal FROM shard WHERE series = ? AND first = ? AND seal NOT NULL");
    for (const auto& [series, shards] : plan_.series) {
        for (const Shard& shard : shards) {
            if (!seals.bind(shard.series, shard.first).step()) continue;
            const Done done = read(shard);
            bins += done.histogram.size();
            shown += done.dearest.size() + done.differences.size();
            if (done.seal() == static_cast<std::uint64_t>(seals.number(0))) continue;
            fail(fmt::format("the shard of {} at piece {}", series.name(), shard.first));
        }
    }
    if (static_cast<std::uint64_t>(sqlite_.number("SELECT count(*) FROM histogram")) != bins ||
        static_cast<std::uint64_t>(sqlite_.number("SELECT count(*) FROM shown")) != shown) {
        fail("a row that belongs to no shard");
    }
}

const Planned* Ledger::find(const Series& series) const {
    const auto found = std::ranges::find_if(
        plan_.series, [&](const Planned& one) { return is_same(one.series, series); });
    return found == plan_.series.end() ? nullptr : &*found;
}

void Ledger::adopt(const Plan& plan) {
    const auto refuse = [&](std::string_view what, const auto& has, const auto& wanted) {
        if (has == wanted) return;
        throw DatabaseError(
            fmt::format("{}: has a campaign of another {}: {}, not {}", path(), what, has, wanted));
    };
    if (!plan_.game.empty()) {
        refuse("game", plan_.game, plan.game);
        refuse("kind of pieces", plan_.pieces_are, plan.pieces_are);
        refuse("number of pieces", plan_.pieces, plan.pieces);
    }
    for (const auto& [series, shards] : plan.series) {
        const Planned* known = find(series);
        if (known == nullptr) continue;
        refuse("program", known->series.program, series.program);
        refuse("build of " + series.program, fmt::format("CRC-32 {:08x}", known->series.crc),
               fmt::format("CRC-32 {:08x}", series.crc));
    }
    sqlite_.transaction([&] {
        Statement value = sqlite_.prepare("INSERT OR REPLACE INTO campaign VALUES (?, ?)");
        value.bind("format", format).run();
        value.bind("game", plan.game).run();
        value.bind("pieces_are", plan.pieces_are).run();
        value.bind("pieces", plan.pieces).run();
        Statement one = sqlite_.prepare("INSERT INTO series VALUES (?, ?, ?, ?, ?)");
        Statement part = sqlite_.prepare(
            "INSERT INTO shard(series, first, count, expected) VALUES (?, ?, ?, ?)");
        for (const auto& [series, shards] : plan.series) {
            if (find(series) != nullptr) continue;
            one.bind(id_of(series), series.version, series.depth, series.program, series.crc).run();
            for (const Shard& shard : shards) {
                part.bind(id_of(series), shard.first, shard.count, shard.expected).run();
            }
        }
        load();
        value.bind("seal", seal()).run();
    });
}

bool Ledger::is_done(const Shard& shard) const {
    return sqlite_.prepare("SELECT 1 FROM shard WHERE series = ? AND first = ? AND seal NOT NULL")
        .bind(shard.series, shard.first)
        .step();
}

Done Ledger::read(const Shard& shard) const {
    Done done{.shard = shard};
    Statement row = sqlite_.prepare(
        "SELECT nodes, most_nodes, cycles, least, most, fell_back, differing, checksum, seconds, "
        "answers FROM shard WHERE series = ? AND first = ?");
    if (!row.bind(shard.series, shard.first).step()) return done;
    int column = 0;
    for (std::uint64_t* number : {&done.nodes, &done.most_nodes, &done.cycles, &done.least,
                                  &done.most, &done.fell_back, &done.differing, &done.checksum}) {
        *number = static_cast<std::uint64_t>(row.number(column++));
    }
    done.seconds = row.real(column++);
    done.answers = row.text(column);
    Statement bins = sqlite_.prepare(
        "SELECT bin, searches, nodes FROM histogram WHERE series = ? AND first = ?");
    for (bins.bind(shard.series, shard.first); bins.step();) {
        done.histogram[static_cast<std::uint32_t>(bins.number(0))] = {
            static_cast<std::uint64_t>(bins.number(1)), static_cast<std::uint64_t>(bins.number(2))};
    }
    for (const auto& [why, list] : {std::pair{0, &done.dearest}, {1, &done.differences}}) {
        Statement shown = sqlite_.prepare(
            "SELECT piece, cycles, text FROM shown WHERE series = ? AND first = ? AND why = ? "
            "ORDER BY CASE why WHEN 0 THEN -cycles ELSE 0 END, piece");
        for (shown.bind(shard.series, shard.first, why); shown.step();) {
            list->push_back({static_cast<std::uint64_t>(shown.number(0)),
                             static_cast<std::uint64_t>(shown.number(1)), shown.text(2)});
        }
    }
    return done;
}

void Ledger::write(const Done& done) {
    const auto& [series, first, count, expected] = done.shard;
    const double now =
        std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    sqlite_.transaction([&] {
        sqlite_
            .prepare(
                "UPDATE shard SET nodes = ?, most_nodes = ?, cycles = ?, least = ?, most = ?, "
                "fell_back = ?, differing = ?, checksum = ?, answers = ?, seconds = ?, "
                "ended = ?, seal = ? WHERE series = ? AND first = ?")
            .bind(done.nodes, done.most_nodes, done.cycles, done.least, done.most, done.fell_back,
                  done.differing, done.checksum, Blob{done.answers}, done.seconds, now, done.seal(),
                  series, first)
            .run();
        Statement bins = sqlite_.prepare("INSERT INTO histogram VALUES (?, ?, ?, ?, ?)");
        for (const auto& [bin, content] : done.histogram) {
            bins.bind(series, first, bin, content.searches, content.nodes).run();
        }
        Statement rows = sqlite_.prepare("INSERT INTO shown VALUES (?, ?, ?, ?, ?, ?)");
        for (const auto& [why, list] : {std::pair{0, &done.dearest}, {1, &done.differences}}) {
            for (const auto& [piece, cycles, text] : *list) {
                rows.bind(series, first, why, piece, cycles, text).run();
            }
        }
    });
}

}  // namespace ryg::work
