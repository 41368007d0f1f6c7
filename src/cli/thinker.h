// Searches that a command waits for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "fusilier/session.h"

namespace fusilier {

/// Keeps the move and what was last thought of it.
class Thinker final : public SearchListener {
  public:
    void onInfo(const SearchInfo& info) override { last_ = info; }
    void onBestMove(std::string_view best, std::string_view) override { best_ = best; }

    const std::string& best() const { return best_; }  ///< empty where there is no legal move
    const SearchInfo& last() const { return last_; }   ///< depth 0 if nothing was reported

  private:
    SearchInfo last_;
    std::string best_;
};

/// `+0.35` or `mate in 5`, from the point of view that the score has.
std::string scoreText(const Score& score);

}  // namespace fusilier
