// Processes with POSIX's calls.
#include "system/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <thread>

extern char** environ;

namespace upsweep::system {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int large_pipe = 1 << 20;
constexpr double patience_at_end = 5;  ///< seconds that a killed process may take to let go of a device

std::error_code process_error() { return {errno, std::generic_category()}; }

class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int handle) : handle_(handle) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close(); }
    void set(int handle) {
        close();
        handle_ = handle;
    }
    void close() {
        if (handle_ >= 0) ::close(handle_);
        handle_ = -1;
    }
    int get() const { return handle_; }
    bool is_open() const { return handle_ >= 0; }

  private:
    int handle_ = -1;
};

/// The thread that starts all processes. The system ends them with the thread that started them, so this one
/// lives as long as the program.
class Starter {
  public:
    static Starter& one() {
        static std::mutex mutex;
        static Starter* starter = nullptr;
        static pid_t owner = 0;  // a program that forked has no such thread
        const std::lock_guard lock(mutex);
        if (owner != getpid()) starter = new Starter, owner = getpid();
        return *starter;
    }
    /// Does `start` there, and returns when it is done.
    void run(const std::function<void()>& start) {
        const std::lock_guard turn(turn_);
        std::unique_lock lock(mutex_);
        start_ = &start;
        changed_.notify_all();
        changed_.wait(lock, [&] { return start_ == nullptr; });
    }

  private:
    Starter() {
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        std::thread([this] { work(); }).detach();
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }
    [[noreturn]] void work() {
        std::unique_lock lock(mutex_);
        while (true) {
            changed_.wait(lock, [&] { return start_ != nullptr; });
            (*start_)();
            start_ = nullptr;
            changed_.notify_all();
        }
    }

    std::mutex turn_, mutex_;
    std::condition_variable changed_;
    const std::function<void()>* start_ = nullptr;
};

/// What a new process does, between fork and exec, where only system calls may be made.
[[noreturn]] void become(const std::vector<char*>& arguments, const std::array<int, 3>& handles, pid_t parent,
                         int report) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);  // it ended before that was in force
    for (int handle = 0; handle < 3; ++handle) dup2(handles[size_t(handle)], handle);
    for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    execve(arguments[0], arguments.data(), environ);
    const int error = errno;
    [[maybe_unused]] const ssize_t said = write(report, &error, sizeof error);
    _exit(1);
}

}  // namespace

struct Process::State {
    std::error_code open_and_start(const std::vector<std::string>& command);
    std::error_code spawn(const std::vector<std::string>& command, int its_talk, int its_out, int its_err);
    void tell(std::string_view& rest, bool more);
    void hear(Voice voice, const std::function<void(Voice, std::string_view)>& heard);

    pid_t process = -1;
    int status = 0;
    bool ended = true;
    std::array<Descriptor, 3> ends;  ///< by Voice
    std::vector<char> piece = std::vector<char>(large_pipe);
};

std::error_code Process::State::open_and_start(const std::vector<std::string>& command) {
    std::array<int, 2> talk{}, out{}, err{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, talk.data()) != 0) return process_error();
    ends[0].set(talk[0]);
    const Descriptor its_talk(talk[1]);
    if (pipe2(out.data(), O_CLOEXEC) != 0) return process_error();
    ends[1].set(out[0]);
    const Descriptor its_out(out[1]);
    if (pipe2(err.data(), O_CLOEXEC) != 0) return process_error();
    ends[2].set(err[0]);
    const Descriptor its_err(err[1]);
    if (const auto failed = spawn(command, its_talk.get(), its_out.get(), its_err.get())) return failed;
    fcntl(ends[0].get(), F_SETFL, O_NONBLOCK);
    fcntl(ends[1].get(), F_SETPIPE_SZ, large_pipe);  // fewer turns for pictures; refused, it stays as it is
    return {};
}

std::error_code Process::State::spawn(const std::vector<std::string>& command, int its_talk, int its_out,
                                      int its_err) {
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    std::array<int, 2> report{};  // closed without a word once the program runs, else its errno comes
    if (pipe2(report.data(), O_CLOEXEC) != 0) return process_error();
    const Descriptor hears(report[0]);
    Descriptor says(report[1]);
    Starter::one().run([&] {
        const pid_t ours = getpid();
        process = fork();
        if (process == 0) become(arguments, {its_talk, its_out, its_err}, ours, says.get());
    });
    if (process < 0) return process_error();
    says.close();
    int error = 0;
    while (read(hears.get(), &error, sizeof error) < 0 && errno == EINTR) {
    }
    if (error != 0) waitpid(process, nullptr, 0);
    ended = error != 0;
    return {error, std::generic_category()};
}

void Process::State::tell(std::string_view& rest, bool more) {
    const ssize_t sent = send(ends[0].get(), rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent > 0) rest.remove_prefix(size_t(sent));
    // It does not listen any more; what it has to say about that comes the other way.
    if (sent < 0 && errno != EAGAIN && errno != EINTR) rest = {};
    if (rest.empty() && !more) shutdown(ends[0].get(), SHUT_WR);
}

void Process::State::hear(Voice voice, const std::function<void(Voice, std::string_view)>& heard) {
    Descriptor& end = ends[size_t(voice)];
    const ssize_t got = read(end.get(), piece.data(), piece.size());
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) return end.close();
    heard(voice, {piece.data(), size_t(got)});
}

Process::Process() : state_(std::make_unique<State>()) {}

Process::~Process() {
    if (state_->ended) return;
    kill(state_->process, SIGKILL);
    if (!wait(patience_at_end))
        // A program that the system does not get rid of at once: a thread has to reap the process.
        std::thread([process = state_->process] { waitpid(process, nullptr, 0); }).detach();
}

std::error_code Process::start(const std::vector<std::string>& command) {
    return state_->open_and_start(command);
}

bool Process::can_be_heard() const {
    return std::any_of(state_->ends.begin(), state_->ends.end(),
                       [](const Descriptor& end) { return end.is_open(); });
}

void Process::exchange(std::string_view& rest, double seconds,
                       const std::function<void(Voice, std::string_view)>& heard, bool more) {
    const bool telling = !rest.empty();
    std::array<pollfd, 3> ends{};
    for (size_t i = 0; i < ends.size(); ++i) ends[i] = {state_->ends[i].get(), POLLIN, 0};
    if (telling) ends[0].events |= POLLOUT;
    if (poll(ends.data(), ends.size(), int(seconds * 1000) + 1) <= 0) return;
    if (telling && (ends[0].revents & POLLOUT) != 0) state_->tell(rest, more);
    if ((ends[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0) state_->hear(Voice::talk, heard);
    if (ends[1].revents != 0) state_->hear(Voice::out, heard);
    if (ends[2].revents != 0) state_->hear(Voice::err, heard);
}

bool Process::wait(double seconds) {
    State& state = *state_;
    const auto begin = Clock::now();
    while (!state.ended) {
        const pid_t got = waitpid(state.process, &state.status, WNOHANG);
        state.ended = got == state.process || (got < 0 && errno != EINTR);
        if (state.ended || std::chrono::duration<double>(Clock::now() - begin).count() > seconds) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return state.ended;
}

Ending Process::ending() const {
    Ending ending;
    const int status = state_->status;
    if (WIFEXITED(status)) ending.exit_status = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) {
        const char* name = sigabbrev_np(WTERMSIG(status));
        ending.signal =
            "signal " + (name == nullptr ? std::to_string(WTERMSIG(status)) : "SIG" + std::string(name));
    }
    return ending;
}

std::string this_program() { return "/proc/self/exe"; }

std::vector<std::string> arguments(int argc, char** argv) { return {argv + std::min(argc, 1), argv + argc}; }

// The same socket both ways.
int answer_handle() { return 0; }

bool has_processes() { return true; }

std::string find_program(std::string_view name) {
    const char* variable = std::getenv("PATH");
    const std::string path = variable == nullptr ? "" : variable;
    for (size_t from = 0; from <= path.size();) {
        const size_t end = std::min(path.find(':', from), path.size());
        const std::filesystem::path file = std::filesystem::path(path.substr(from, end - from)) / name;
        std::error_code failed;
        const bool is_file = std::filesystem::is_regular_file(file, failed);
        if (is_file && access(file.c_str(), X_OK) == 0) return file.string();
        from = end + 1;
    }
    return {};
}

void serve_parent() { signal(SIGPIPE, SIG_IGN); }

}  // namespace upsweep::system
