// Another program, from its start to its end, and what such a program needs of the system itself.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace upsweep::system {

/// How a process ended.
struct Ending {
    int exit_status = 0;  ///< if no signal ended it
    std::string signal;   ///< that ended it: "signal SIGSEGV", "signal 70"; empty: none
};

/// What a process can be heard through: its answers, its standard output and error.
enum class Voice { talk, out, err };

/// A program that runs beside this one. It is ended with this object, whatever it is doing, and with this
/// program, however that ends.
class Process {
  public:
    Process();
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Starts a program with its arguments. It hears through handle 0 and answers through answer_handle().
    std::error_code start(const std::vector<std::string>& command);
    /// False once it has ended, or closed all that it could be heard through.
    bool can_be_heard() const;
    /// Tells it the beginning of `rest`, as much as it takes, and takes that off; then hands what it says to
    /// `heard`. Waits up to so many seconds for either. The other program hears the end of `rest` as the end
    /// of what it is told, unless `more` will follow.
    void exchange(std::string_view& rest, double seconds,
                  const std::function<void(Voice, std::string_view)>& heard, bool more = false);
    /// Whether it has ended within so many seconds; then ending() says how.
    bool wait(double seconds);
    Ending ending() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Whether this system can start another program at all.
bool has_processes();

/// The whole path of a program that $PATH has; empty if it has none.
std::string find_program(std::string_view name);

/// What start() takes to start this program once more, also after its file was replaced.
std::string this_program();

/// What follows the program's name on its command line, as UTF-8.
std::vector<std::string> arguments(int argc, char** argv);

/// Where a process answers the one that started it; -1 where none did.
int answer_handle();

/// For a process that works for another, which ends it: a write without a reader only fails.
void serve_parent();

}  // namespace upsweep::system
