// What went wrong, for the user: one sentence a cause, for as long as it takes to read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace upsweep::app {

/// Sentences shown under the top bar. One a cause: a later failure of the same thing takes the place of the
/// earlier one. Each goes when it is dismissed, when its time is over, or when what failed succeeds.
class Notices {
  public:
    /// The empty cause is the user's last action.
    void add(std::string sentence, std::string_view cause = {});
    /// What `cause` stands for has succeeded.
    void clear(std::string_view cause = {});
    void clear_all() { notices_.clear(); }
    void dismiss(size_t index);
    /// Lets those go whose time is over; a notice's time begins when it is first seen here. `now` in seconds.
    void advance(double now);
    /// Seconds from the last advance() to the end of the next one; 3600 where none exists.
    double next_end() const;
    std::vector<std::string> all() const;
    bool empty() const { return notices_.empty(); }

  private:
    struct Notice {
        std::string sentence, cause;
        double until = -1;  ///< -1: not yet seen
    };
    std::vector<Notice> notices_;
    double now_ = 0;
};

/// Seconds that a sentence stays: 4, and one more for every 15 letters; 15 at most.
double reading_seconds(std::string_view sentence);

}  // namespace upsweep::app
