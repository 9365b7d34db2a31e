// Parses the command line, runs the command and turns errors into one line and an exit status.
#include "commands/commands.h"

#include <cctype>
#include <cstdio>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "backends/gpu/gpu.h"
#include "commands/messages.h"
#include "core/error.h"
#include "core/home_path.h"
#include "core/quotes.h"
#include "system/files.h"

namespace upsweep::commands {
namespace {

/// CLI11 quotes what was typed as it is.
constexpr std::size_t most_of_a_complaint = 400;

constexpr const char* cut_short = "Could not write all of the output; is the disk full?";

int complain(const std::string& sentence, int status) {
    std::fflush(stdout);
    tell(sentence);
    return status;
}

/// CLI11's sentences about an option's values, as this program says such things.
std::string in_own_words(const std::string& text) {
    constexpr std::string_view conversion = "Could not convert: ";
    if (text.rfind(conversion, 0) == 0) {
        const std::size_t equals = text.find(" = ");
        if (equals == std::string::npos) return text;
        return text.substr(conversion.size(), equals - conversion.size()) + " takes a whole number, not " +
               in_quotes(text.substr(equals + 3)) + ".";
    }
    const std::size_t colon = text.find(": ");
    if (colon == std::string::npos || text.find("required") == std::string::npos) return text;
    const std::string name = text.substr(0, colon);
    if (text.find("At Most 1 required") != std::string::npos)
        return name + " is given more than once; give it once, with commas between several numbers.";
    if (text.find(" missing") != std::string::npos || text.find("At least 1 required") != std::string::npos)
        return name + " needs a value; write one after it.";
    return text;
}

/// "picture.png", "k.cu": a dot and a short ending that begins with a letter, and no value of an option.
bool has_ending(std::string_view word) {
    const std::size_t dot = word.rfind('.');
    return dot != std::string_view::npos && word.size() - dot > 1 && word.size() - dot <= 6 &&
           std::isalpha(static_cast<unsigned char>(word[dot + 1])) != 0 &&
           word.find('=') == std::string_view::npos;
}

/// The word that names a file and begins with -, so that it was read as an option; null: none exists.
const std::string* file_as_option(const CLI::App& app, const std::vector<std::string>& words) {
    const CLI::App* command = &app;
    bool is_value = false;
    for (const std::string& word : words) {
        if (word == "--") break;
        if (std::exchange(is_value, false)) continue;
        if (word.size() < 2 || word[0] != '-') {
            const auto found =
                app.get_subcommands([&](const CLI::App* one) { return one->check_name(word); });
            if (command == &app && !found.empty()) command = found.front();
            continue;
        }
        std::error_code failed;
        const CLI::Option* known = command->get_option_no_throw(word);
        is_value = known != nullptr && known->get_items_expected_min() > 0;
        const bool short_one = command->get_option_no_throw(word.substr(0, 2)) != nullptr;
        if (known == nullptr && (std::filesystem::exists(word, failed) || (!short_one && has_ending(word))))
            return &word;
    }
    return nullptr;
}

/// CLI11's own errors, and its --help and --version, which are not errors.
int finish_parse(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& words) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
    if (const std::string* file = file_as_option(app, words))
        return complain(
            fmt::format("{} begins with -, so it was taken for an option; write {} for the file of that "
                        "name, or put it last, after --.",
                        in_quotes(*file), in_quotes("./" + *file)),
            2);
    std::string sentence = one_line(in_own_words(error.what()), most_of_a_complaint);
    if (!sentence.empty() && sentence.back() != '.') sentence += '.';
    return complain(sentence + " Run with --help to see the options.", 2);
}

}  // namespace

int run(int argc, char** argv) {
    system::hold_standard_handles();
    backends::use_this_gpu();
    CLI::App app("See how a GPU scans: prefix sums and integral images, step by step and at full speed.",
                 "upsweep");
    app.set_version_flag("--version", UPSWEEP_VERSION);
    app.require_subcommand(0, 1);
    // A build with a window replaces this callback: no command opens the window.
    app.callback([&app] {
        if (!app.get_subcommands().empty()) return;
        std::fputs(
            "This build has no window (GLFW, ImGui or EGL was missing when it was built); these commands "
            "work.\n\n",
            stderr);
        std::fputs(app.help().c_str(), stdout);
    });
    add_commands(app);
    std::vector<std::string> words;
    try {
        for (int i = 1; i < argc; ++i) words.push_back(from_home_in_argument(argv[i]));
        // CLI11 takes the words from the last to the first.
        std::vector<std::string> last_first(words.rbegin(), words.rend());
        app.parse(last_first);
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) return complain(cut_short, 1);
        return 0;
    } catch (const CLI::ParseError& error) {
        return finish_parse(app, error, words);
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
