#include "device/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include "core/clock.h"
#include "core/error.h"

extern char** environ;

namespace upsweep::device {
namespace {

constexpr std::size_t most_printed = std::size_t{1} << 20, most_complaint = std::size_t{64} << 10;
constexpr double look_every = 0.05;    ///< seconds, for whether it was cancelled
constexpr double patience_at_end = 5;  ///< seconds that a killed process may take to let go of the GPU

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

  private:
    int handle_ = -1;
};

[[noreturn]] void cannot_start(int error) {
    throw Error(fmt::format("No process could be started for the kernel: {}.", std::strerror(error)));
}

/// The other program with the three ends of it that are ours.
class Child {
  public:
    explicit Child(const std::vector<std::string>& command) {
        std::array<int, 2> socket{}, out{}, err{};
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, socket.data()) != 0) cannot_start(errno);
        talk_.set(socket[0]);
        const Descriptor its_talk(socket[1]);
        if (pipe2(out.data(), O_CLOEXEC) != 0) cannot_start(errno);
        out_.set(out[0]);
        const Descriptor its_out(out[1]);
        if (pipe2(err.data(), O_CLOEXEC) != 0) cannot_start(errno);
        err_.set(err[0]);
        const Descriptor its_err(err[1]);
        start(command, its_talk.get(), its_out.get(), its_err.get());
        fcntl(talk_.get(), F_SETFL, O_NONBLOCK);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        if (ended_) return;
        kill(process_, SIGKILL);
        if (!wait_for(patience_at_end))
            // A kernel that the driver does not get rid of at once: somebody has to take the process in.
            std::thread([process = process_] { waitpid(process, nullptr, 0); }).detach();
    }

    Descriptor& talk() { return talk_; }
    Descriptor& out() { return out_; }
    Descriptor& err() { return err_; }

    /// Whether it has ended within so many seconds; then status() says how.
    bool wait_for(double seconds) {
        const double begin = steady_seconds();
        while (!ended_) {
            const pid_t got = waitpid(process_, &status_, WNOHANG);
            ended_ = got == process_ || (got < 0 && errno != EINTR);
            if (ended_ || steady_seconds() - begin > seconds) break;
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return ended_;
    }
    int status() const { return status_; }

  private:
    void start(const std::vector<std::string>& command, int talk, int out, int err) {
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, talk, 0);
        posix_spawn_file_actions_adddup2(&actions, out, 1);
        posix_spawn_file_actions_adddup2(&actions, err, 2);
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
        const int error =
            posix_spawn(&process_, arguments[0], &actions, &attributes, arguments.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
        if (error != 0) {
            ended_ = true;
            cannot_start(error);
        }
    }

    pid_t process_ = -1;
    int status_ = 0;
    bool ended_ = false;
    Descriptor talk_, out_, err_;
};

class Talking {
  public:
    explicit Talking(const Question& question) : question_(question), child_(question.command) {
        allow(question.seconds);
    }

    Talk run() {
        // It has ended, or closed what it could be heard through, when nothing is left to listen to.
        while (child_.talk().get() >= 0 || child_.out().get() >= 0 || child_.err().get() >= 0) {
            if (question_.cancel != nullptr && *question_.cancel) throw Cancelled();
            if (steady_seconds() > until_) return timed_out();
            wait();
        }
        if (!child_.wait_for(std::max(0.1, until_ - steady_seconds()))) return timed_out();
        const int status = child_.status();
        if (WIFSIGNALED(status)) talk_.signal = WTERMSIG(status);
        if (WIFEXITED(status)) talk_.exit_status = WEXITSTATUS(status);
        return std::move(talk_);
    }

  private:
    void allow(double seconds) { until_ = steady_seconds() + seconds; }

    Talk timed_out() {
        talk_.timed_out = true;
        return std::move(talk_);
    }

    void wait() {
        const bool telling = told_ < question_.text.size();
        std::array<pollfd, 3> ends = {
            {{child_.talk().get(), static_cast<short>(POLLIN | (telling ? POLLOUT : 0)), 0},
             {child_.out().get(), POLLIN, 0},
             {child_.err().get(), POLLIN, 0}}};
        const double left = std::clamp(until_ - steady_seconds(), 0.0, look_every);
        if (poll(ends.data(), ends.size(), static_cast<int>(left * 1000) + 1) <= 0) return;
        if (telling && (ends[0].revents & POLLOUT) != 0) tell();
        if ((ends[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0) hear();
        if (ends[1].revents != 0) collect(child_.out(), talk_.printed, most_printed);
        if (ends[2].revents != 0) collect(child_.err(), talk_.complaint, most_complaint);
    }

    void tell() {
        const std::string_view rest = question_.text.substr(told_);
        const ssize_t sent = send(child_.talk().get(), rest.data(), rest.size(), MSG_NOSIGNAL);
        if (sent > 0) told_ += static_cast<std::size_t>(sent);
        // It does not listen any more; what it has to say about that comes the other way.
        if (sent < 0 && errno != EAGAIN && errno != EINTR) told_ = question_.text.size();
        if (told_ == question_.text.size()) shutdown(child_.talk().get(), SHUT_WR);
    }

    void hear() {
        const ssize_t got = read(child_.talk().get(), piece_.data(), piece_.size());
        if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (got <= 0) return child_.talk().close();
        allow(question_.heard({piece_.data(), static_cast<std::size_t>(got)}));
    }

    void collect(Descriptor& from, std::string& into, std::size_t most) {
        const ssize_t got = read(from.get(), piece_.data(), piece_.size());
        if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (got <= 0) return from.close();
        into.append(piece_.data(), std::min(static_cast<std::size_t>(got), most - into.size()));
    }

    const Question& question_;
    Child child_;
    Talk talk_;
    std::size_t told_ = 0;
    double until_ = 0;
    std::vector<char> piece_ = std::vector<char>(std::size_t{256} << 10);
};

}  // namespace

Talk talk(const Question& question) { return Talking(question).run(); }

}  // namespace upsweep::device
