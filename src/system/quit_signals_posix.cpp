// A handler may do next to nothing: it writes a byte to a pipe, and a thread that reads there does the rest.
#include "system/quit_signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <thread>

#include "system/files.h"

namespace upsweep::system {
namespace {

constexpr int signals[] = {SIGTERM, SIGINT, SIGHUP};
constexpr char by_signal = 's', by_destructor = 'd';

// What the handler may look at.
volatile int write_end = -1;
volatile std::sig_atomic_t asked[NSIG] = {};

void tell(char what) {
    const int error = errno;
    [[maybe_unused]] const auto written = write(write_end, &what, 1);
    errno = error;
}

// The first of a kind asks, the second ends the program, which leaves no file half written.
void ask_or_end(int signal) {
    if (asked[signal] == 0) {
        asked[signal] = 1;
        return tell(by_signal);
    }
    remove_temporary_files();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

}  // namespace

struct QuitSignals::State {
    int read_end = -1;
    struct sigaction before[3] = {};
    std::thread thread;
};

QuitSignals::QuitSignals(std::function<void()> wake) {
    int ends[2];
    // Without a pipe the signals do what they always did.
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    state_ = std::make_unique<State>();
    state_->read_end = ends[0];
    write_end = ends[1];
    state_->thread = std::thread([this, end = ends[0], wake = std::move(wake)] {
        char what = 0;
        for (;;) {
            const auto count = read(end, &what, 1);
            if (count < 0 && errno == EINTR) continue;
            if (count != 1 || what == by_destructor) return;
            requested_ = true;
            wake();
        }
    });
    for (int signal : signals) asked[signal] = 0;
    struct sigaction action {};
    action.sa_handler = ask_or_end;
    action.sa_flags = SA_RESTART;
    for (int i = 0; i < 3; ++i) {
        sigaction(signals[i], nullptr, &state_->before[i]);
        // What is ignored (as under nohup) stays ignored.
        if (state_->before[i].sa_handler != SIG_IGN) sigaction(signals[i], &action, nullptr);
    }
}

QuitSignals::~QuitSignals() {
    if (!state_) return;
    for (int i = 0; i < 3; ++i) sigaction(signals[i], &state_->before[i], nullptr);
    tell(by_destructor);
    state_->thread.join();
    close(write_end);
    close(state_->read_end);
    write_end = -1;
}

}  // namespace upsweep::system
