// stderr is for those who watch: it may be closed or full, and the command continues.
#include "commands/messages.h"

#include <cstddef>
#include <cstdio>

#include "core/json.h"
#include "core/quotes.h"
#include "system/files.h"

namespace upsweep::commands {
namespace {

/// No sentence of this program comes near it; a text from outside can.
constexpr size_t most_characters = 2000;

void say(const std::string& text) {
    std::fputs(text.c_str(), stderr);
    std::fflush(stderr);
}

}  // namespace

void print(const Json& document) {
    std::fputs((json_text(document) + "\n").c_str(), stdout);
    std::fflush(stdout);
}

void tell(const std::string& sentence) { say("upsweep: " + one_line(sentence, most_characters) + "\n"); }

void show_progress(const std::string& line) {
    if (shows_progress()) say("\r\033[K" + line);
}

bool shows_progress() { return system::is_terminal(system::error_handle); }

}  // namespace upsweep::commands
