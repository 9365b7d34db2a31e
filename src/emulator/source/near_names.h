// The known name that a misspelt one was meant to be.
#pragma once

#include <string>
#include <string_view>

namespace upsweep::emulator {

/// Is shown names, one after another, and keeps the nearest to what was written.
class NearestName {
  public:
    explicit NearestName(std::string_view written);
    void consider(std::string_view name);
    /// Empty if none is near enough: a letter left out, added, changed or exchanged with its neighbour, two
    /// of these in a longer name.
    std::string_view found() const { return found_; }
    /// ` Did you mean `length`?`, or nothing.
    std::string question() const;

  private:
    std::string written_;
    size_t distance_;
    std::string found_;
};

}  // namespace upsweep::emulator
