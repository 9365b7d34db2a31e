// Parses the command line, runs the command and turns errors into one line and an exit status.
#include "commands/commands.h"

#include <cstdio>
#include <new>
#include <string>
#include <vector>

#include "backends/gpu/gpu.h"
#include "commands/messages.h"
#include "commands/version.h"
#include "core/error.h"
#include "core/home_path.h"
#include "system/files.h"
#include "system/process.h"

namespace upsweep::commands {
namespace {

constexpr const char* cut_short = "Could not write all of the output; is the disk full?";

int complain(const std::string& sentence, int status) {
    std::fflush(stdout);
    tell(sentence);
    return status;
}

}  // namespace

int run(int argc, char** argv) {
    system::hold_standard_handles();
    backends::use_this_gpu();
    CommandLine line("See how a GPU scans: prefix sums and integral images, step by step and at full speed.",
                     "upsweep", version_text());
    const Command program = line.program();
    // A build with a window replaces what runs here: no command opens the window.
    program.runs([program] {
        if (program.has_chosen()) return;
        std::fputs(
            "This build has no window (GLFW, ImGui or EGL was missing when it was built); these commands "
            "work.\n\n",
            stderr);
        std::fputs(program.help().c_str(), stdout);
    });
    add_commands(program);
    std::vector<std::string> words;
    try {
        for (const std::string& word : system::arguments(argc, argv))
            words.push_back(from_home_in_argument(word));
        if (!line.run(words)) return 0;
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) return complain(cut_short, 1);
        return 0;
    } catch (const UsageError& error) {
        return complain(error.what(), 2);
    } catch (const std::bad_alloc&) {
        return complain("There is not enough memory for this; try a smaller size.", 1);
    } catch (const std::exception& error) {
        // What prints says so in its own words.
        return complain(std::ferror(stdout) != 0 ? cut_short : error.what(), 1);
    }
}

}  // namespace upsweep::commands
