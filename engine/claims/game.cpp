// Programs of games, by name.
#include "engine/claims/game.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

#include "engine/work/names.hpp"

namespace ryg::claims {

const Subject* find_program(std::span<const Subject> programs, std::string_view name) {
    const std::string called = work::name_of_today(name);
    const auto found = std::ranges::find_if(programs, [&](const Subject& program) {
        return program.name() == called || (!name.empty() && program.second_name == name);
    });
    return found == programs.end() ? nullptr : &*found;
}

const c64::EmbeddedImage* find_program(std::span<const Game* const> games, std::string_view name) {
    if (name.ends_with(".prg")) name.remove_suffix(4);
    for (const Game* game : games) {
        if (const Subject* const found = find_program(game->programs, name)) return found->image;
    }
    return nullptr;
}

Named find_named(std::span<const Game* const> games, std::string_view name) {
    constexpr std::string_view all = ":all";
    const bool is_family = name.ends_with(all);
    if (is_family) name.remove_suffix(all.size());
    for (const Game* game : games) {
        Named named{game};
        if (is_family) {
            if (game->name != work::name_of_today(name)) continue;
            for (const Subject& program : game->programs) named.programs.push_back(&program);
            return named;
        }
        if (const Subject* const found = find_program(game->programs, name)) {
            named.programs.push_back(found);
            return named;
        }
    }
    return {};
}

std::vector<const Subject*> programs_for(const Game& game, const Job& job,
                                         std::vector<const Subject*> named) {
    if (named.empty()) named.push_back(find_program(game.programs, job.usual));
    if (named.size() > 1 && !job.several) {
        throw std::invalid_argument(fmt::format("one program at a time: {} or another", job.usual));
    }
    for (const Subject* program : named) {
        if (job.programs.empty() || std::ranges::count(job.programs, program->name()) != 0)
            continue;
        throw std::invalid_argument(fmt::format("{} does not support this: use {}", program->name(),
                                                fmt::join(job.programs, ", ")));
    }
    return named;
}

std::vector<int> depths_in(std::string_view list, int least, int greatest) {
    const auto refuse = [&] {
        throw std::invalid_argument(
            fmt::format("--depth: '{}' is not a list of numbers from {} to {}, such as {}-{}", list,
                        least, greatest, least, greatest));
    };
    std::string_view rest = list;
    const auto number = [&] {
        int value = 0;
        while (rest.starts_with(' ')) rest.remove_prefix(1);
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
        if (error != std::errc() || value < least || value > greatest) refuse();
        rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
        while (rest.starts_with(' ')) rest.remove_prefix(1);
        return value;
    };
    std::set<int> numbers;
    while (true) {
        const int first = number();
        int last = first;
        if (rest.starts_with('-')) {
            rest.remove_prefix(1);
            last = number();
        }
        if (last < first) refuse();
        for (int depth = first; depth <= last; ++depth) numbers.insert(depth);
        if (rest.empty()) return {numbers.begin(), numbers.end()};
        if (!rest.starts_with(',')) refuse();
        rest.remove_prefix(1);
    }
}

}  // namespace ryg::claims
