// Records what real runs of a routine do in its windows.
#pragma once

#include "engine/claims/suite.hpp"
#include "engine/common/choices.hpp"
#include "engine/shorten/code.hpp"

namespace ryg::shorten {

/// Samples for each window, from runs with inputs that In allows.
class Runs {
  public:
    /// All references must outlive it.
    Runs(const AssembledVersion& version, const claims::Block& block,
         const std::vector<CodeWindow>& windows);

    /// Runs `count` random inputs, the same on every host.
    void draw(unsigned count);
    /// Runs one input: the first random one with these changes. Returns the samples of one window.
    [[nodiscard]] std::vector<Sample> at(std::string_view changes, std::size_t window);
    [[nodiscard]] const std::vector<Sample>& samples(std::size_t window) const {
        return samples_[window];
    }

  private:
    void run(const claims::Call& call, const std::function<void(std::size_t, Sample)>& use);

    const AssembledVersion& version_;
    const claims::Block& block_;
    const std::vector<CodeWindow>& windows_;
    claims::Host host_;
    std::multimap<Address, std::size_t> starts_;
    std::vector<std::vector<Sample>> samples_;
    std::vector<unsigned> seen_;
    engine::Choices choices_;
};

}  // namespace ryg::shorten
