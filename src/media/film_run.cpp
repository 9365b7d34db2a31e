#include "media/film_run.h"

#include <cmath>
#include <condition_variable>
#include <deque>
#include <mutex>

#include <fmt/format.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/parallel.h"
#include "core/quotes.h"
#include "core/words.h"
#include "media/picture_stream.h"
#include "system/process.h"

namespace upsweep::media {
namespace {

constexpr size_t most_ahead = 3;     // pictures decoded and not yet taken
constexpr double look_every = 0.05;  // seconds between two looks at what was cancelled
constexpr double patience_for_times = 0.3;

using Lock = std::unique_lock<std::mutex>;

constexpr std::chrono::duration<double> until_looked{look_every};

/// What makes ffmpeg hand on each decoded picture once: an option that has another name since version 5.1.
std::vector<std::string> each_once(const std::string& ffmpeg) {
    system::Process process;
    std::string said;
    if (process.start({ffmpeg, "-version"})) return {};
    std::string_view nothing;
    while (process.can_be_heard())
        process.exchange(nothing, look_every, [&](system::Voice, std::string_view piece) { said += piece; });
    const bool old = said.starts_with("ffmpeg version 4.") || said.starts_with("ffmpeg version 5.0") ||
                     said.starts_with("ffmpeg version 3.");
    if (old) return {"-vsync", "passthrough"};
    return {"-fps_mode", "passthrough"};
}

}  // namespace

std::string ffmpeg_of(const FrameOptions& options) {
    if (!options.ffmpeg.empty()) return options.ffmpeg;
    if (!system::has_processes())
        throw Error(
            "Films cannot be opened here, since a page cannot start the ffmpeg program that reads them; open "
            "a "
            "picture or a clip.");
    std::string found = system::find_program("ffmpeg");
    if (found.empty())
        throw Error(
            "The ffmpeg program, which reads films and cameras, is not installed; install it (on Debian and "
            "Ubuntu: sudo apt install ffmpeg) and try again.");
    return found;
}

struct FilmRun::State {
    Request request;
    std::vector<std::string> command;
    ImageLimits limits;
    double patience = 0;
    bool hardware = false;  ///< a hardware decoder was asked for

    mutable std::mutex mutex;
    std::condition_variable changed;
    std::deque<Frame> ready;
    FilmHead head;
    bool ended = false, stop = false;
    std::string failure;  ///< a sentence
    std::string note;

    // Of the thread that listens.
    std::deque<Frame> pending;  ///< whose time has not come yet
    int64_t came = 0;
    FilmTalk talk;

    std::unique_ptr<Worker> worker;  ///< the last: it uses all of them

    void work();
    void listen(system::Process& process);
    void publish(bool all);
    void hand_on(Frame frame);
    bool stopped() const {
        const Lock lock(mutex);
        return stop;
    }
    std::string ending_of(system::Process& process, bool within) const;
};

FilmRun::FilmRun(Request request, const FrameOptions& options) : state_(std::make_shared<State>()) {
    const std::string ffmpeg = ffmpeg_of(options);
    static std::mutex mutex;
    static std::pair<std::string, std::vector<std::string>> known;
    std::vector<std::string> once;
    {
        const Lock lock(mutex);
        if (known.first != ffmpeg) known = {ffmpeg, each_once(ffmpeg)};
        once = known.second;
    }
    State& state = *state_;
    state.command = {ffmpeg, "-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+info", "-copyts"};
    const auto add = [&](const std::vector<std::string>& words) {
        state.command.insert(state.command.end(), words.begin(), words.end());
    };
    // Where no device is, or it cannot decode this film, ffmpeg itself continues with the CPU.
    state.hardware = options.hardware && !request.live && !request.times_only && request.width == 0;
    if (state.hardware) add({"-hwaccel", "auto"});
    // An index is made beside other work, which goes first.
    if (request.times_only) add({"-threads", "1"});
    add(request.input);
    const std::string scaled = request.width > 0 ? fmt::format("scale={}:-2,", request.width) : "";
    add({"-map", "0:V:0", "-an", "-sn", "-dn", "-vf", scaled + "showinfo=checksum=0"});
    if (request.width > 0) add({"-frames:v", "1"});
    add(once);
    if (request.times_only)
        add({"-f", "null", "-"});
    else if (options.colour)
        add({"-f", "image2pipe", "-c:v", "ppm", "-pix_fmt", "rgb24", "pipe:1"});
    else
        add({"-f", "image2pipe", "-c:v", "pgm", "-pix_fmt", "gray", "pipe:1"});
    state.request = std::move(request);
    state.limits = options.limits;
    state.patience = options.patience;
    state.worker = std::make_unique<Worker>([&state] {
        state.work();
        return false;
    });
}

FilmRun::~FilmRun() {
    {
        const Lock lock(state_->mutex);
        state_->stop = true;
    }
    state_->changed.notify_all();
    state_->worker.reset();
}

void FilmRun::State::work() {
    std::string why;
    try {
        system::Process process;
        if (const auto failed = process.start(command))
            why = fmt::format("Cannot start {} ({}); install ffmpeg again.", in_quotes(command.front()),
                              failed.message());
        else
            listen(process);
    } catch (const std::exception& error) {
        why = error.what();
    }
    const Lock lock(mutex);
    if (failure.empty()) failure = why;
    ended = true;
    changed.notify_all();
}

void FilmRun::State::listen(system::Process& process) {
    PictureStream stream(limits);
    std::string_view nothing;
    double heard_at = steady_seconds();
    std::string broken;
    while (process.can_be_heard() && !stopped() && broken.empty()) {
        process.exchange(nothing, look_every, [&](system::Voice voice, std::string_view piece) {
            heard_at = steady_seconds();
            if (voice == system::Voice::err) return talk.hear(piece);
            try {
                while (voice == system::Voice::out && !piece.empty())
                    if (auto frame = stream.take(piece)) pending.push_back(std::move(*frame));
            } catch (const Error& error) {
                broken = fmt::format("ffmpeg sent {} for frame {} of {}; install ffmpeg again.", error.what(),
                                     came + int64_t(pending.size()), in_quotes(request.name));
            }
        });
        const double silence = steady_seconds() - heard_at;
        publish(silence > patience_for_times);
        if (silence <= patience || stopped()) continue;
        broken = fmt::format("ffmpeg has sent nothing of {} for {:.0f} seconds; try again, or another film.",
                             in_quotes(request.name), patience);
    }
    talk.end();
    publish(true);
    if (broken.empty() && !stopped()) broken = ending_of(process, stream.within());
    const Lock lock(mutex);
    failure = broken;
}

/// Gives pictures their times; where these are late, `all` does without.
void FilmRun::State::publish(bool all) {
    {
        const Lock lock(mutex);
        head = {talk.rate, talk.length, talk.start};
        note.clear();
        if (hardware && (came > 0 || !talk.times.empty()))
            note = talk.hardware.empty() || talk.hardware == "none"
                       ? "The CPU decodes: ffmpeg finds no hardware decoder here."
                       : fmt::format("Decoded by hardware, through {}.", talk.hardware);
        if (talk.errors > 0)
            note += (note.empty() ? "" : " ") +
                    fmt::format("ffmpeg reports {} in {}, the first: {}", counted(talk.errors, "error"),
                                in_quotes(request.name), one_line(talk.first_error));
    }
    for (; request.times_only && !talk.times.empty(); talk.times.pop_front())
        request.on_time(talk.times.front());
    while (!pending.empty() && (all || !talk.times.empty())) {
        Frame frame = std::move(pending.front());
        pending.pop_front();
        frame.number = came++;
        frame.seconds = std::nan("");
        if (!talk.times.empty()) {
            frame.seconds = talk.times.front();
            talk.times.pop_front();
        }
        hand_on(std::move(frame));
    }
}

void FilmRun::State::hand_on(Frame frame) {
    Lock lock(mutex);
    if (request.live) ready.clear();
    changed.wait(lock, [&] { return stop || ready.size() < most_ahead; });
    ready.push_back(std::move(frame));
    changed.notify_all();
}

/// A sentence where it did not end well.
std::string FilmRun::State::ending_of(system::Process& process, bool within) const {
    if (!process.wait(patience)) return "ffmpeg does not end; try again.";
    const system::Ending ending = process.ending();
    const std::string name = in_quotes(request.name);
    std::string how;
    if (!ending.signal.empty())
        how = "was ended by " + ending.signal;
    else if (ending.exit_status != 0)
        how = fmt::format("ended with exit status {}", ending.exit_status);
    else if (within)
        how = "ended";
    else
        return came > 0 || request.times_only
                   ? ""
                   : "No frame of " + name + " can be decoded; choose another file.";
    const std::string_view said = talk.last_error;
    if (said.find("matches no streams") != std::string_view::npos)
        return name + " has sound but no moving picture; choose a film.";
    if (came == 0 && !said.empty())
        return fmt::format("ffmpeg cannot read {} ({}); choose another file.", name,
                           one_line(talk.first_error));
    return fmt::format("ffmpeg {} {} frame {} of {}{}; the frames before it are shown.", how,
                       within ? "in the middle of" : "before", came, name,
                       said.empty() ? "" : " (" + one_line(said) + ")");
}

std::optional<Frame> FilmRun::next(const std::atomic<bool>* cancel) {
    State& state = *state_;
    while (true) {
        if (cancel != nullptr && *cancel) throw Cancelled();
        state.worker->poll();
        Lock lock(state.mutex);
        state.changed.wait_for(lock, until_looked, [&] { return state.ended || !state.ready.empty(); });
        if (!state.ready.empty()) {
            Frame frame = std::move(state.ready.front());
            state.ready.pop_front();
            lock.unlock();
            state.changed.notify_all();
            return frame;
        }
        if (!state.ended) continue;
        if (!state.failure.empty()) throw Error(state.failure);
        return std::nullopt;
    }
}

FilmHead FilmRun::head() const {
    const Lock lock(state_->mutex);
    return state_->head;
}

std::string FilmRun::note() const {
    const Lock lock(state_->mutex);
    return state_->note;
}

}  // namespace upsweep::media
