// SIGTERM, SIGINT and SIGHUP as a wish to close: the window ends as if it had been closed, and keeps its
// settings.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

namespace upsweep::system {

/// While one lives, the first such signal sets requested() and calls `wake` from a thread of its own; the
/// same signal again ends the program at once, as ever. One at a time.
class QuitSignals {
  public:
    explicit QuitSignals(std::function<void()> wake);
    ~QuitSignals();
    QuitSignals(const QuitSignals&) = delete;
    QuitSignals& operator=(const QuitSignals&) = delete;

    bool requested() const { return requested_; }

  private:
    struct State;
    std::atomic<bool> requested_ = false;
    std::unique_ptr<State> state_;
};

}  // namespace upsweep::system
