// Tails of distributions, by Boost.Math.
#include "app/hash_theory.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/poisson.hpp>
#include <cmath>
#include <numeric>

namespace ryg::app::theory {

namespace math = boost::math;

namespace {

/// P(X >= count) of a distribution on 0, 1, 2, ...
template <class Distribution>
double at_least(const Distribution& distribution, std::uint64_t count) {
    return count == 0 ? 1
                      : math::cdf(math::complement(distribution, static_cast<double>(count - 1)));
}

}  // namespace

double farthest_count(std::span<const std::uint32_t> counts, unsigned farthest) {
    const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
    const auto slots = static_cast<double>(counts.size());
    const math::binomial distribution(total, 1 / slots);
    const std::uint32_t count = counts[farthest];
    const double tail =
        count > total / slots ? at_least(distribution, count) : math::cdf(distribution, count);
    return std::min(1.0, 2 * tail * slots);
}

double chi_square(double value, unsigned degrees) {
    return math::cdf(math::complement(math::chi_squared(degrees), value));
}

double poisson(double mean, std::uint64_t count) { return at_least(math::poisson(mean), count); }

double binomial(std::uint64_t trials, double chance, std::uint64_t count) {
    return at_least(math::binomial(static_cast<double>(trials), chance), count);
}

double correlation(double value, std::size_t count) {
    const double sigmas = std::abs(value) * std::sqrt(static_cast<double>(count));
    return 2 * math::cdf(math::complement(math::normal(), sigmas));
}

}  // namespace ryg::app::theory
