// stderr is for those who watch: it may be closed or full, and the command goes on.
#include "commands/messages.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>

#include "core/quotes.h"

namespace upsweep::commands {
namespace {

/// No sentence of this program comes near it; what somebody else wrote can.
constexpr std::size_t most_characters = 2000;

void say(const std::string& text) {
    std::fputs(text.c_str(), stderr);
    std::fflush(stderr);
}

}  // namespace

void hold_standard_handles() {
    for (int handle : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(handle, F_GETFD) >= 0) continue;
        // The lowest free number is given out, which is this one.
        [[maybe_unused]] const int held = open("/dev/null", handle == STDERR_FILENO ? O_WRONLY : O_RDONLY);
    }
}

void tell(const std::string& sentence) { say("upsweep: " + one_line(sentence, most_characters) + "\n"); }

void show_progress(const std::string& line) {
    if (shows_progress()) say("\r\033[K" + line);
}

bool shows_progress() { return isatty(STDERR_FILENO) == 1; }

}  // namespace upsweep::commands
