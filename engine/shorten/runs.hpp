// What real runs of a routine do in its windows.
#pragma once

#include "engine/common/choices.hpp"
#include "engine/contracts/suite.hpp"
#include "engine/shorten/code.hpp"

namespace ryg::shorten {

/// Samples for each window, from runs of the exact core on inputs that In allows.
class Runs {
  public:
    Runs(const Version& version, const contracts::Block& block, const std::vector<Window>& windows);

    /// Random inputs; the number is the same everywhere.
    void draw(unsigned count);
    /// One input: the first draw with these changes. Returns those of one window.
    [[nodiscard]] std::vector<Sample> at(std::string_view changes, std::size_t window);
    [[nodiscard]] const std::vector<Sample>& samples(std::size_t window) const {
        return kept_[window].samples;
    }

  private:
    struct Kept {
        std::vector<Sample> samples;
        unsigned seen = 0;
    };
    void run(const contracts::Call& call, const std::function<void(std::size_t, Sample)>& use);

    const Version& version_;
    const contracts::Block& block_;
    const std::vector<Window>& windows_;
    std::multimap<Address, std::size_t> starts_;
    std::vector<Byte> background_;
    std::vector<Kept> kept_;
    engine::Choices choices_;
};

}  // namespace ryg::shorten
