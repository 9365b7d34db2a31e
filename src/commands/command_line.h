// Commands and their options, and reading words by them. CLI11 is behind it, and only command_line.cpp
// includes that.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace upsweep::commands {

/// What is wrong with the text that an option is given; empty: nothing.
using Complaint = std::function<std::string(const std::string&)>;

/// An option, a flag or a positional of a command. A copy is the same option, and what changes it returns it.
class CommandOption {
  public:
    CommandOption(CLI::Option* option) : option_(option) {}

    CommandOption required(bool is = true) const;
    CommandOption help(const std::string& text) const;
    /// The help says what the variable holds before the command line is read.
    CommandOption shows_default() const;
    CommandOption check(const Complaint& complaint) const;
    /// A whole number, or one that is not negative, looked at before it is converted: CLI11 takes -1 for a
    /// seed and makes the largest number of one that is too large.
    CommandOption whole_number() const;
    CommandOption seed() const;
    CommandOption range(int lowest, int highest) const;
    CommandOption one_of(const std::vector<std::string>& values) const;
    /// May be given several times, with one or more values each time; or with one.
    CommandOption repeated() const;
    CommandOption one_value_each() const;
    CommandOption delimiter(char between) const;
    /// May be given without a value, which then is `text`.
    CommandOption value_may_lack(const std::string& text = {}) const;
    /// What the help calls the value: "SIZE".
    CommandOption value_name(const std::string& name) const;
    CommandOption excludes(CommandOption other) const;

    /// After the command line is read: it is there.
    bool given() const;
    /// "--step", "ALGORITHM".
    std::string name() const;
    friend bool operator==(CommandOption, CommandOption) = default;

  private:
    CLI::Option* option_;
};

template <typename Request>
struct Added;

/// A command with its options, or the program itself, whose commands are its own. A copy is the same command.
class Command {
  public:
    explicit Command(CLI::App& app) : app_(&app) {}

    Command add_command(const std::string& name, const std::string& description) const;
    /// The same with the request that its options fill in and `run` gets.
    template <typename Request>
    Added<Request> add_command(const std::string& name, const std::string& description,
                               void (*run)(const Request&)) const {
        const Command command = add_command(name, description);
        const auto request = std::make_shared<Request>();
        command.runs([request, run] { run(*request); });
        return {command, *request};
    }
    /// No help lists it.
    void hide() const;
    /// What runs it. It runs after the whole command line is read; what it holds lives as long as the
    /// command.
    void runs(std::function<void()> callback) const;
    /// Whether one of its commands was named.
    bool has_chosen() const;
    std::string help() const;

    /// "--n", "-o,--output"; a name without a hyphen is a positional. `into` keeps what it holds where the
    /// option is not given. Takes std::string, int, std::int64_t, std::uint64_t, float, double, optional
    /// whole numbers and texts, and a list of texts.
    template <typename T>
    CommandOption option(const std::string& name, T& into, const std::string& help) const;
    /// Calls `read` with the text that is given.
    CommandOption option(const std::string& name, const std::function<void(const std::string&)>& read,
                         const std::string& help) const;
    CommandOption flag(const std::string& name, bool& into, const std::string& help) const;
    CommandOption flag(const std::string& name, const std::function<void()>& raised,
                       const std::string& help) const;
    /// Names, or whole numbers, with commas between; it may be given several times. An empty one among them
    /// is wrong usage.
    CommandOption list(const std::string& name, std::vector<std::string>& into,
                       const std::string& help) const;
    CommandOption list(const std::string& name, std::vector<int64_t>& into, const std::string& help) const;

    CommandOption find(const std::string& name) const;
    /// All of them, in their order.
    std::vector<CommandOption> options() const;
    void remove(const std::string& name) const;

  private:
    CLI::App* app_;
};

/// A command and what it runs with, which lives as long.
template <typename Request>
struct Added {
    Command command;
    Request& request;
};

/// The program's command line, with the commands that are added to `program`.
class CommandLine {
  public:
    CommandLine(const std::string& description, const std::string& name, const std::string& version);
    CommandLine();
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    Command program() const { return Command(*app_); }
    /// Reads the words and runs the command. False: they asked for help or the version, which is printed.
    /// Throws UsageError for words that are not understood, and what the command throws.
    bool run(const std::vector<std::string>& words);

  private:
    std::unique_ptr<CLI::App> app_;
};

/// What IMAGE may be, in a command's help; `arrays` ends it: "a .npy array of u8".
std::string image_help(std::string_view arrays);

/// What is between the commas; one empty text of an empty text.
std::vector<std::string> split(const std::string& text);

}  // namespace upsweep::commands
