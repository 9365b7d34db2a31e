// Ctrl+C, the console's close button and the end of the session arrive on a thread of the system's.
#include "system/quit_signals.h"

#include <mutex>

#include "system/windows_text.h"

namespace upsweep::system {
namespace {

std::mutex waker_mutex;
std::function<void()>* waker = nullptr;
std::atomic<bool>* wish = nullptr;

BOOL WINAPI ask_or_end(DWORD what) {
    const std::lock_guard lock(waker_mutex);
    if (waker == nullptr || wish->exchange(true)) return FALSE;  // the second time it ends the program
    (*waker)();
    // After these the system ends the program once this returns, or some seconds later.
    constexpr DWORD patience_ms = 4000;
    if (what == CTRL_CLOSE_EVENT || what == CTRL_LOGOFF_EVENT || what == CTRL_SHUTDOWN_EVENT)
        Sleep(patience_ms);
    return TRUE;
}

}  // namespace

struct QuitSignals::State {
    std::function<void()> wake;
};

QuitSignals::QuitSignals(std::function<void()> wake) : state_(std::make_unique<State>()) {
    state_->wake = std::move(wake);
    {
        const std::lock_guard lock(waker_mutex);
        waker = &state_->wake;
        wish = &requested_;
    }
    SetConsoleCtrlHandler(ask_or_end, TRUE);
}

QuitSignals::~QuitSignals() {
    SetConsoleCtrlHandler(ask_or_end, FALSE);
    const std::lock_guard lock(waker_mutex);
    waker = nullptr;
    wish = nullptr;
}

}  // namespace upsweep::system
