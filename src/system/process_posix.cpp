// Processes with POSIX's calls.
#include "system/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#else
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <thread>

extern char** environ;

namespace upsweep::system {
namespace {

using Clock = std::chrono::steady_clock;
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

}  // namespace

struct Process::State {
    std::error_code open_and_start(const std::vector<std::string>& command);
    std::error_code spawn(const std::vector<std::string>& command, int its_talk, int its_out, int its_err);
    void tell(std::string_view& rest);
    void hear(Voice voice, const std::function<void(Voice, std::string_view)>& heard);

    pid_t process = -1;
    int status = 0;
    bool ended = true;
    std::array<Descriptor, 3> ends;  ///< by Voice
    std::vector<char> piece = std::vector<char>(size_t{256} << 10);
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
    return {};
}

std::error_code Process::State::spawn(const std::vector<std::string>& command, int its_talk, int its_out,
                                      int its_err) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, its_talk, 0);
    posix_spawn_file_actions_adddup2(&actions, its_out, 1);
    posix_spawn_file_actions_adddup2(&actions, its_err, 2);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, usual;
    sigemptyset(&none);
    sigfillset(&usual);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const int error = posix_spawn(&process, arguments[0], &actions, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    ended = error != 0;
    return {error, std::generic_category()};
}

void Process::State::tell(std::string_view& rest) {
    const ssize_t sent = send(ends[0].get(), rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent > 0) rest.remove_prefix(size_t(sent));
    // It does not listen any more; what it has to say about that comes the other way.
    if (sent < 0 && errno != EAGAIN && errno != EINTR) rest = {};
    if (rest.empty()) shutdown(ends[0].get(), SHUT_WR);
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
                       const std::function<void(Voice, std::string_view)>& heard) {
    const bool telling = !rest.empty();
    std::array<pollfd, 3> ends{};
    for (size_t i = 0; i < ends.size(); ++i) ends[i] = {state_->ends[i].get(), POLLIN, 0};
    if (telling) ends[0].events |= POLLOUT;
    if (poll(ends.data(), ends.size(), int(seconds * 1000) + 1) <= 0) return;
    if (telling && (ends[0].revents & POLLOUT) != 0) state_->tell(rest);
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

#ifdef __APPLE__
std::string this_program() {
    char path[PATH_MAX] = {};
    uint32_t room = sizeof path;
    return _NSGetExecutablePath(path, &room) == 0 ? path : "";
}
#else
std::string this_program() { return "/proc/self/exe"; }
#endif

std::vector<std::string> arguments(int argc, char** argv) { return {argv + std::min(argc, 1), argv + argc}; }

// The same socket both ways.
int answer_handle() { return 0; }

void serve_parent() {
#ifndef __APPLE__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    signal(SIGPIPE, SIG_IGN);
}

}  // namespace upsweep::system
