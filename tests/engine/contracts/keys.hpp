// Keys for routines that wait for them: typed by the checks, and read again to know what they say.
#pragma once

#include "tests/engine/contracts/call.hpp"

namespace ryg::blocks {

using Keys = std::vector<Byte>;

/// A key, after a moment of none now and then.
inline void type_key(Keys& keys, int key, Choices& choices) {
    if (choices.one_in(4)) keys.push_back(0);
    keys.push_back(static_cast<Byte>(key));
}

/// Two digits: row and column.
inline void type_square(Keys& keys, engine::Square square, Choices& choices) {
    type_key(keys, '0' + engine::row_of(square), choices);
    type_key(keys, '0' + engine::column_of(square), choices);
}

/// The keys as a program that waits for each sees them.
class KeyReader {
  public:
    explicit KeyReader(const Keys& keys) : keys_(keys) { skip(); }

    [[nodiscard]] bool at_end() const { return at_ == keys_.size(); }
    /// Not at the end.
    char next() {
        const auto key = static_cast<char>(keys_.at(at_++));
        skip();
        return key;
    }

  private:
    void skip() {
        while (at_ < keys_.size() && keys_[at_] == 0) ++at_;
    }

    const Keys& keys_;
    std::size_t at_ = 0;
};

}  // namespace ryg::blocks
