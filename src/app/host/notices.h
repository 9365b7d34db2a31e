// What went wrong, and what is done, for the user: one sentence a cause, for as long as it takes to read.
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
    /// The same, and nothing went wrong: "Saved …", "Copied …".
    void add_done(std::string sentence, std::string_view cause = {});
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
    /// Whether the sentence at this place of all() says that something is done.
    bool is_done(size_t index) const { return index < notices_.size() && notices_[index].done; }

  private:
    struct Notice {
        std::string sentence, cause;
        double until = -1;  ///< -1: not yet seen
        bool done = false;  ///< nothing went wrong
    };
    std::vector<Notice> notices_;
    double now_ = 0;
};

/// Seconds that a sentence stays: 4, and one more for every 15 letters; 15 at most.
double reading_seconds(std::string_view sentence);

}  // namespace upsweep::app
