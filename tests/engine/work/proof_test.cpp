// Campaigns of a game that is not there: what shards come to, whoever does them, and what is kept.
#include <algorithm>
#include <gtest/gtest.h>

#include "engine/work/database/report.hpp"
#include "engine/work/database/run.hpp"
#include "tests/support/folder.hpp"

namespace ryg::work {
namespace {

using work::Survey;

/// Pieces whose results are hashes of their numbers; `wrong` comes to something else.
Survey survey_of(std::uint64_t pieces = 3'000, std::optional<std::uint64_t> wrong = {}) {
    Survey survey;
    survey.pieces_are = "numbers";
    survey.pieces = pieces;
    for (const int version : {1, 2}) {
        for (const int depth : {1, 2}) {
            survey.series.push_back(
                {version, depth, "program", static_cast<std::uint32_t>(version)});
        }
    }
    survey.name = [](std::uint64_t piece) { return "piece " + std::to_string(piece); };
    survey.make_worker = [wrong] {
        return [wrong](std::size_t series, std::uint64_t piece) {
            const std::uint64_t bits = mix(series, piece);
            work::Answer answer{.value = static_cast<emu::Byte>(bits),
                                .from = static_cast<emu::Byte>(bits >> 8),
                                .differs = false};
            answer.nodes = static_cast<std::uint32_t>(1 + bits % 100);
            answer.cycles = 1'000 * answer.nodes + bits % 1'000;
            if (piece == wrong) answer.to = 7;
            return answer;
        };
    };
    survey.explain = [](std::size_t, std::uint64_t piece) {
        work::Difference difference;
        difference.position = std::to_string(piece);
        return difference;
    };
    return survey;
}

const Tell tell = [](const work::Difference& difference) { return "at " + difference.position; };

struct Options {
    unsigned jobs = 1;
    std::uint64_t shard_cycles = 10'000'000;
    Office::Options office{};
    const std::atomic<bool>* stop = nullptr;
};

/// Goes on with the campaign in a file as far as `options` let it.
bool go_on(const std::string& path, const Survey& survey, const Options& options = {}) {
    Ledger ledger(path, Ledger::ToWrite{});
    const work::PieceOptions pieces{options.jobs, options.stop, {}};
    return prepare(ledger, "numbers", survey, options.shard_cycles, pieces) &&
           run(ledger, survey, options.office, pieces, tell);
}

/// All that a file has, times left out.
std::vector<std::uint64_t> seals_of(const std::string& path) {
    const Ledger ledger(path);
    std::vector<std::uint64_t> seals;
    for (const Planned& planned : ledger.plan().series) {
        for (const Shard& shard : planned.shards) {
            seals.push_back(ledger.is_done(shard) ? ledger.read(shard).seal() : 0);
        }
    }
    return seals;
}

std::uint64_t checksum(const std::string& path) { return checksum_of(Ledger(path).totals()); }

template <class Act>
std::string refusal_of(const Act& act) {
    try {
        act();
    } catch (const DatabaseError& error) {
        return error.what();
    }
    return "";
}

struct Campaigns : testing::Test {
    tests::Folder folder;
    std::string a = folder.file("a"), b = folder.file("b"), c = folder.file("c");
};

TEST_F(Campaigns, AreTheSameWithAnyNumberOfThreadsAndTheirChecksumWithAnyShards) {
    EXPECT_TRUE(go_on(a, survey_of()));
    EXPECT_TRUE(go_on(b, survey_of(), {.jobs = 3}));
    EXPECT_TRUE(go_on(c, survey_of(), {.shard_cycles = 3'000'000}));
    EXPECT_EQ(seals_of(a), seals_of(b));
    EXPECT_GT(seals_of(c).size(), 2 * seals_of(a).size());
    EXPECT_EQ(checksum(a), checksum(b));
    EXPECT_EQ(checksum(a), checksum(c));
    EXPECT_EQ(compare(Ledger(a), Ledger(c)).compared, 12'000U);
    EXPECT_FALSE(compare(Ledger(a), Ledger(c)).first);
}

TEST_F(Campaigns, AddUpWhatTheirPiecesCameTo) {
    const Survey survey = survey_of();
    ASSERT_TRUE(go_on(a, survey));
    const auto worker = survey.make_worker();
    std::size_t series = 0;
    for (const Chapter& chapter : chapters_of(Ledger(a))) {
        std::vector<emu::Cycle> cycles;
        std::uint64_t sum = 0, nodes = 0;
        for (std::uint64_t piece = 0; piece < survey.pieces; ++piece) {
            const auto answer = worker(series, piece);
            cycles.push_back(answer.cycles);
            sum += answer.cycles;
            nodes += answer.nodes;
        }
        ++series;
        std::ranges::sort(cycles);
        const Total& total = chapter.total;
        EXPECT_EQ(total.searches, cycles.size());
        EXPECT_EQ(total.cycles, sum);
        EXPECT_EQ(total.nodes, nodes);
        EXPECT_EQ(total.most_nodes, 100U);
        EXPECT_EQ(total.least, cycles.front());
        EXPECT_EQ(total.most, cycles.back());
        EXPECT_EQ(chapter.dearest.front().cycles, cycles.back());
        EXPECT_EQ(chapter.dearest.size(), most_dearest);
        EXPECT_EQ(chapter.dearest.back().cycles, cycles[cycles.size() - most_dearest]);
        const auto median = static_cast<double>(cycles[cycles.size() / 2]);
        EXPECT_NEAR(chapter.percentile(50), median, 0.07 * median);
    }
}

TEST(CampaignBins, FollowOneAnother) {
    for (std::uint32_t bin = 1; bin < 600; ++bin) {
        const auto begin = static_cast<emu::Cycle>(begin_of_bin(bin));
        EXPECT_EQ(bin_of(begin), bin);
        EXPECT_EQ(bin_of(begin - 1), bin - 1);
    }
}

TEST_F(Campaigns, GoOnWhereTheyWereStoppedAndTakeInMoreSeries) {
    Survey less = survey_of();
    const auto answer = less.make_worker();
    less.series.resize(2);
    std::atomic<bool> stop = false;
    int left = 0;
    less.make_worker = [&] {
        return [&](std::size_t series, std::uint64_t piece) {
            if (--left == 0) stop = true;
            return answer(series, piece);
        };
    };
    for (left = 700; !go_on(a, less, {.stop = &stop}); left = 700) stop = false;
    EXPECT_TRUE(go_on(a, survey_of()));
    EXPECT_TRUE(go_on(b, survey_of()));
    EXPECT_EQ(seals_of(a), seals_of(b));
}

TEST_F(Campaigns, MergeTheirParts) {
    EXPECT_TRUE(go_on(a, survey_of(), {.office = {.part = 1, .parts = 2}}));
    EXPECT_TRUE(go_on(b, survey_of(), {.office = {.part = 2, .parts = 2}}));
    EXPECT_EQ(compare(Ledger(a), Ledger(b)).compared, 0U);
    {
        Ledger merged(c, Ledger::ToWrite{});
        for (const std::string& part : {a, b, a}) merge(Ledger(part), merged);
    }
    const std::string whole = folder.file("whole");
    EXPECT_TRUE(go_on(whole, survey_of()));
    EXPECT_EQ(seals_of(c), seals_of(whole));
}

TEST_F(Campaigns, PartAtThePieceThatCameToSomethingElse) {
    go_on(a, survey_of());
    go_on(b, survey_of(3'000, 1'234));
    const auto first = compare(Ledger(a), Ledger(b)).first;
    ASSERT_TRUE(first);
    EXPECT_EQ(first->piece, 1'234U);
    EXPECT_LE(first->shard, 1'234U);
    Ledger into(c, Ledger::ToWrite{});
    merge(Ledger(a), into);
    EXPECT_NE(refusal_of([&] { merge(Ledger(b), into); }).find("differs"), std::string::npos);
}

TEST_F(Campaigns, TellDifferencesAndStopWhenThereAreEnough) {
    Survey survey = survey_of();
    survey.make_worker = [worker = survey.make_worker()] {
        return [worker](std::size_t series, std::uint64_t piece) {
            work::Answer answer = worker(series, piece);
            answer.differs = piece >= 1'000;
            return answer;
        };
    };
    EXPECT_FALSE(go_on(a, survey, {.office = {.most_differences = 50}}));
    const Ledger ledger(a);
    const Total total = ledger.totals().front();
    EXPECT_GE(total.differing, 50U);
    EXPECT_FALSE(total.is_complete());
    const auto told = ledger.shown(total.series, Ledger::Why::difference);
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(told.front().piece, 1'000U);
    EXPECT_EQ(told.front().text, "at 1000");
    EXPECT_FALSE(status_of(ledger).agrees);
}

TEST_F(Campaigns, RefuseOtherWork) {
    go_on(a, survey_of());
    const auto expect_refused = [&](const Survey& survey, std::string_view why) {
        const std::string refusal = refusal_of([&] { go_on(a, survey); });
        EXPECT_NE(refusal.find(why), std::string::npos) << refusal;
        EXPECT_EQ(refusal.find('\n'), std::string::npos);
    };
    Survey other = survey_of();
    other.series[3].crc = 99;
    expect_refused(other, "another build of program: CRC-32 00000002, not CRC-32 00000063");
    other = survey_of();
    other.series[0].program = "sequel";
    expect_refused(other, "another program");
    expect_refused(survey_of(2'999), "another number of pieces");
    other = survey_of();
    other.pieces_are = "letters";
    expect_refused(other, "another kind of pieces");
    folder.write("text", std::string(5'000, 'x'));
    EXPECT_NE(refusal_of([&] { const Ledger text(folder.file("text")); }).find("not a database"),
              std::string::npos);
}

TEST_F(Campaigns, RefuseAFileInWhichAByteHasChanged) {
    go_on(a, survey_of(200), {.shard_cycles = 4'000'000});
    const std::string sound = tests::content(a);
    for (std::size_t at = 0; at < sound.size(); at += 1 + sound.size() / 400) {
        std::string changed = sound;
        changed[at] = static_cast<char>(changed[at] ^ 0x10);
        folder.write("changed", changed);
        EXPECT_NE(refusal_of([&] { const Ledger ledger(folder.file("changed")); }), "") << at;
        EXPECT_NE(refusal_of([&] { go_on(folder.file("changed"), survey_of(200)); }), "") << at;
        EXPECT_EQ(tests::content(folder.file("changed")), changed) << at;
    }
}

TEST_F(Campaigns, CanBeReadWhileTheirWriterIsAtWorkAndAreSealedAtTheEnd) {
    {
        Ledger writing(a, Ledger::ToWrite{});
        prepare(writing, "numbers", survey_of(), 10'000'000, {1, nullptr, {}});
        EXPECT_EQ(Ledger(a).plan().pieces, 3'000U);
        EXPECT_TRUE(run(writing, survey_of(), {}, {1, nullptr, {}}, tell));
        EXPECT_EQ(checksum(a), checksum_of(writing.totals()));
    }
    const std::string sealed = tests::content(a);
    { const Ledger again(a, Ledger::ToWrite{}); }
    EXPECT_EQ(Ledger(a).totals().size(), 4U);
    EXPECT_EQ(tests::content(a).size(), sealed.size());
}

TEST_F(Campaigns, DrawAPageAndTheSameAsData) {
    go_on(a, survey_of());
    const Ledger ledger(a);
    const Command command = [](int version, int, const std::string& piece) {
        return "again " + std::to_string(version) + " <" + piece + ">";
    };
    const std::string page = report_html(ledger, command);
    for (const char* part : {"<svg", "version 2, depth 1", "2 after 1, depth 2", "again 1 &lt;"}) {
        EXPECT_NE(page.find(part), std::string::npos) << part;
    }
    EXPECT_LT(page.size(), 60'000U);
    const auto data = report_data(ledger, command);
    EXPECT_EQ(data.back().first, "series");
    EXPECT_EQ(std::get<work::Data::List>(data.back().second.value).size(), 4U);
}

}  // namespace
}  // namespace ryg::work
