#include "device/process.h"

#include <algorithm>

#include "core/clock.h"
#include "core/error.h"
#include "system/process.h"

namespace upsweep::device {
namespace {

using system::Voice;

constexpr size_t most_printed = size_t{1} << 20, most_complaint = size_t{64} << 10;
constexpr double look_every = 0.05;  ///< seconds, for whether it was cancelled

class Talking {
  public:
    explicit Talking(const Question& question) : question_(question), rest_(question.text) {
        if (const std::error_code failed = child_.start(question.command))
            throw Error("No process could be started for the kernel: {}.", failed.message());
        allow(question.seconds);
    }

    Talk run() {
        // It has ended, or closed what it could be heard through, when nothing is left to listen to.
        while (child_.can_be_heard()) {
            if (question_.cancel != nullptr && *question_.cancel) throw Cancelled();
            if (steady_seconds() > until_) return timed_out();
            const double left = std::clamp(until_ - steady_seconds(), 0.0, look_every);
            child_.exchange(rest_, left, [this](Voice voice, std::string_view piece) { hear(voice, piece); });
        }
        if (!child_.wait(std::max(0.1, until_ - steady_seconds()))) return timed_out();
        const system::Ending ending = child_.ending();
        talk_.exit_status = ending.exit_status;
        talk_.signal = ending.signal;
        return std::move(talk_);
    }

  private:
    void allow(double seconds) { until_ = steady_seconds() + seconds; }

    Talk timed_out() {
        talk_.timed_out = true;
        return std::move(talk_);
    }

    void hear(Voice voice, std::string_view piece) {
        if (voice == Voice::talk) return allow(question_.heard(piece));
        std::string& into = voice == Voice::out ? talk_.printed : talk_.complaint;
        const size_t most = voice == Voice::out ? most_printed : most_complaint;
        into.append(piece.substr(0, most - into.size()));
    }

    const Question& question_;
    system::Process child_;
    Talk talk_;
    std::string_view rest_;  ///< that it has not been sent yet
    double until_ = 0;
};

}  // namespace

Talk talk(const Question& question) { return Talking(question).run(); }

}  // namespace upsweep::device
