// Another program that gets a request and answers, and that may crash, hang or talk nonsense.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace upsweep::device {

/// How a talk ended.
struct Talk {
    bool timed_out = false;
    int exit_status = 0;    ///< if no signal ended it
    std::string signal;     ///< that ended it: "signal SIGSEGV"; empty: none
    std::string printed;    ///< what it wrote to its standard output, the first mebibyte
    std::string complaint;  ///< what it wrote to its standard error, the first 64 KiB
};

struct Question {
    std::vector<std::string> command;  ///< program and arguments
    std::string_view text;             ///< all that is sent to it, over its handle 0
    /// What it answers over its handle 0, piece by piece. Gives the seconds that it has from now on; what it
    /// throws ends the other program and is passed on.
    std::function<double(std::string_view)> heard;
    double seconds = 10;                        ///< that it has until it is first heard of
    const std::atomic<bool>* cancel = nullptr;  ///< set from another thread: throws Cancelled
};

/// Starts the program and waits until it has ended, or ends it when its time is over. Throws Error if it
/// cannot be started.
Talk talk(const Question& question);

}  // namespace upsweep::device
