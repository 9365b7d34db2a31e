// CLI11, and its sentences in this program's words.
#include "commands/command_line.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "core/error.h"
#include "core/quotes.h"

namespace upsweep::commands {
namespace {

/// CLI11 quotes what was typed as it is.
constexpr size_t most_of_a_complaint = 400;

/// CLI11's sentences about an option's values, as this program says such things.
std::string in_own_words(const std::string& text) {
    constexpr std::string_view conversion = "Could not convert: ";
    if (text.rfind(conversion, 0) == 0) {
        const size_t equals = text.find(" = ");
        if (equals == std::string::npos) return text;
        return text.substr(conversion.size(), equals - conversion.size()) + " takes a whole number, not " +
               in_quotes(text.substr(equals + 3)) + ".";
    }
    const size_t colon = text.find(": ");
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
    const size_t dot = word.rfind('.');
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

std::string complaint_about(const CLI::App& app, const CLI::ParseError& error,
                            const std::vector<std::string>& words) {
    if (const std::string* file = file_as_option(app, words))
        return fmt::format(
            "{} begins with -, so it was taken for an option; write {} for the file of that "
            "name, or put it last, after --.",
            in_quotes(*file), in_quotes("./" + *file));
    std::string sentence = one_line(in_own_words(error.what()), most_of_a_complaint);
    if (!sentence.empty() && sentence.back() != '.') sentence += '.';
    return sentence + " Run with --help to see the options.";
}

/// Why the text is not a `Number`; `sentence`: what follows the text where it is not a number at all.
template <typename Number>
std::string complaint_about_number(const std::string& text, const char* sentence) {
    Number value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range)
        return one_line(text) + " is too large; give a smaller number";
    if (error == std::errc{} && end == text.data() + text.size()) return "";
    return in_quotes(text) + sentence;
}

std::string complaint_about_integer(const std::string& text) {
    return complaint_about_number<int64_t>(text, " is not a whole number; write one such as 16");
}

std::string complaint_about_seed(const std::string& text) {
    return complaint_about_number<uint64_t>(text,
                                            " is not a seed; write a whole number from 0 up, such as 1");
}

/// Not one of CLI11's own lists: where a comma is on its own, those take the next option for a value.
CommandOption add_list(CLI::App& app, const std::string& name, const std::string& help,
                       const std::function<void(const std::string&)>& read, const Complaint& complaint) {
    const auto read_all = [read](const std::vector<std::string>& texts) {
        for (const std::string& text : texts)
            for (const std::string& part : split(text)) read(part);
    };
    const auto check = [complaint](const std::string& text) {
        for (const std::string& part : split(text)) {
            if (part.empty())
                return in_quotes(text) +
                       " has a gap where a value should be; write one, or several with "
                       "commas between";
            if (std::string found = complaint(part); !found.empty()) return found;
        }
        return std::string();
    };
    return CommandOption(app.add_option_function<std::vector<std::string>>(name, read_all, help))
        .one_value_each()
        .check(check);
}

}  // namespace

CommandOption CommandOption::required(bool is) const { return option_->required(is); }
CommandOption CommandOption::help(const std::string& text) const { return option_->description(text); }
CommandOption CommandOption::shows_default() const { return option_->capture_default_str(); }
CommandOption CommandOption::check(const Complaint& complaint) const { return option_->check(complaint); }
CommandOption CommandOption::whole_number() const { return option_->check(complaint_about_integer); }
CommandOption CommandOption::seed() const { return option_->check(complaint_about_seed); }
CommandOption CommandOption::range(int lowest, int highest) const {
    return option_->check(CLI::Range(lowest, highest));
}
CommandOption CommandOption::one_of(const std::vector<std::string>& values) const {
    return option_->check(CLI::IsMember(values));
}
CommandOption CommandOption::repeated() const { return option_->take_all(); }
CommandOption CommandOption::one_value_each() const { return option_->allow_extra_args(false)->take_all(); }
CommandOption CommandOption::delimiter(char between) const { return option_->delimiter(between); }
CommandOption CommandOption::value_may_lack(const std::string& text) const {
    option_->expected(0, 1);
    return text.empty() ? option_ : option_->default_str(text);
}
CommandOption CommandOption::value_name(const std::string& name) const { return option_->type_name(name); }
CommandOption CommandOption::excludes(CommandOption other) const { return option_->excludes(other.option_); }
bool CommandOption::given() const { return option_->count() > 0; }
std::string CommandOption::name() const { return option_->get_name(); }

Command Command::add_command(const std::string& name, const std::string& description) const {
    return Command(*app_->add_subcommand(name, description));
}
void Command::hide() const { app_->group(""); }
void Command::runs(std::function<void()> callback) const { app_->callback(std::move(callback)); }
bool Command::has_chosen() const { return !app_->get_subcommands().empty(); }
std::string Command::help() const { return app_->help(); }

template <typename T>
CommandOption Command::option(const std::string& name, T& into, const std::string& help) const {
    return app_->add_option(name, into, help);
}
template CommandOption Command::option(const std::string&, std::string&, const std::string&) const;
template CommandOption Command::option(const std::string&, int&, const std::string&) const;
template CommandOption Command::option(const std::string&, int64_t&, const std::string&) const;
template CommandOption Command::option(const std::string&, uint64_t&, const std::string&) const;
template CommandOption Command::option(const std::string&, float&, const std::string&) const;
template CommandOption Command::option(const std::string&, double&, const std::string&) const;
template CommandOption Command::option(const std::string&, std::optional<int64_t>&, const std::string&) const;
template CommandOption Command::option(const std::string&, std::optional<uint64_t>&,
                                       const std::string&) const;
template CommandOption Command::option(const std::string&, std::optional<std::string>&,
                                       const std::string&) const;
template CommandOption Command::option(const std::string&, std::vector<std::string>&,
                                       const std::string&) const;

CommandOption Command::option(const std::string& name, const std::function<void(const std::string&)>& read,
                              const std::string& help) const {
    return app_->add_option_function<std::string>(name, read, help);
}
CommandOption Command::flag(const std::string& name, bool& into, const std::string& help) const {
    return app_->add_flag(name, into, help);
}
CommandOption Command::flag(const std::string& name, const std::function<void()>& raised,
                            const std::string& help) const {
    return app_->add_flag_callback(name, raised, help);
}
CommandOption Command::list(const std::string& name, std::vector<std::string>& into,
                            const std::string& help) const {
    const auto read = [&into](const std::string& text) { into.push_back(text); };
    return add_list(*app_, name, help, read, [](const std::string&) { return std::string(); });
}
CommandOption Command::list(const std::string& name, std::vector<int64_t>& into,
                            const std::string& help) const {
    const auto read = [&into](const std::string& text) { into.push_back(std::stoll(text)); };
    return add_list(*app_, name, help, read, complaint_about_integer);
}

CommandOption Command::find(const std::string& name) const { return app_->get_option(name); }
std::vector<CommandOption> Command::options() const {
    const std::vector<CLI::Option*> all = app_->get_options();
    return {all.begin(), all.end()};
}
void Command::remove(const std::string& name) const { app_->remove_option(app_->get_option(name)); }

CommandLine::CommandLine() : app_(std::make_unique<CLI::App>()) {}
CommandLine::CommandLine(const std::string& description, const std::string& name, const std::string& version)
    : app_(std::make_unique<CLI::App>(description, name)) {
    app_->set_version_flag("--version", version);
    app_->allow_windows_style_options(false);  // /folder/file.cu is a file on Windows too
    app_->require_subcommand(0, 1);
}
CommandLine::~CommandLine() = default;

bool CommandLine::run(const std::vector<std::string>& words) {
    try {
        // CLI11 takes the words from the last to the first.
        std::vector<std::string> last_first(words.rbegin(), words.rend());
        app_->parse(last_first);
        return true;
    } catch (const CLI::ParseError& error) {
        // --help and --version are not errors.
        if (error.get_exit_code() != int(CLI::ExitCodes::Success))
            throw UsageError(complaint_about(*app_, error, words));
        app_->exit(error);
        return false;
    }
}

std::string image_help(std::string_view arrays) {
    return fmt::format("PNG, JPEG, BMP, PGM or PPM (transparent parts show white paper), or {}", arrays);
}

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts;
    for (size_t begin = 0; begin <= text.size();) {
        const size_t end = std::min(text.find(',', begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

}  // namespace upsweep::commands
