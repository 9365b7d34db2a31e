#include "media/film_writer.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/quotes.h"
#include "media/file.h"
#include "media/film_run.h"
#include "media/picture_stream.h"
#include "system/files.h"
#include "system/process.h"

namespace upsweep::media {
namespace {

namespace fs = std::filesystem;

struct Container {
    std::string_view ending, format;
};
constexpr std::array<Container, 7> containers = {{{".mp4", "mp4"},
                                                  {".m4v", "mp4"},
                                                  {".mov", "mov"},
                                                  {".mkv", "matroska"},
                                                  {".webm", "webm"},
                                                  {".avi", "avi"},
                                                  {".gif", "gif"}}};

const Container* container_of(const fs::path& path) {
    const auto found = std::find_if(containers.begin(), containers.end(),
                                    [&](const Container& one) { return ending_of(path) == one.ending; });
    return found == containers.end() ? nullptr : &*found;
}

}  // namespace

bool is_film_output(const fs::path& path) { return container_of(path) != nullptr; }

void check_film_name(const fs::path& path) {
    if (!is_film_output(path))
        throw UsageError("Cannot write a film as {}; end the name in .mp4, .mov, .mkv, .webm, .avi or .gif.",
                         in_quotes(path.string()));
}

struct FilmWriter::State {
    State(const fs::path& target, Extent size, double patience_s)
        : path(target), extent(size), patience(patience_s), file(target) {}

    void send(std::string_view rest, bool more);
    [[noreturn]] void give_up(const std::string& how) const;

    fs::path path;
    Extent extent;
    double patience = 0;
    system::TemporaryFile file;
    std::vector<std::string> head, tail;  ///< of the command, around the kind of pixels
    system::Process process;
    FilmTalk talk;
    size_t channels = 0;  ///< of the frames; 0 before the first
    std::string waiting;  ///< the frame added last: the end has to be sent with the last bytes
};

FilmWriter::FilmWriter(const fs::path& path, Extent extent, double rate, const FrameOptions& options) {
    check_film_name(path);
    const std::string ffmpeg = ffmpeg_of(options);
    state_ = std::make_unique<State>(path, extent, options.patience);
    if (const auto failed = state_->file.error())
        throw Error("Cannot write {}: {}; choose a folder that you can write to.", in_quotes(path.string()),
                    failed.message());
    state_->head = {ffmpeg, "-hide_banner", "-nostats", "-loglevel", "level+error", "-y", "-f", "rawvideo"};
    state_->tail = {"-s",         fmt::format("{}x{}", extent.width, extent.height),
                    "-framerate", fmt::format("{:.6f}", rate > 0 ? rate : 25),
                    "-i",         "pipe:0",
                    "-vf",        "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                    "-f",         std::string(container_of(path)->format)};
    if (container_of(path)->format != "gif")
        for (const char* word : {"-pix_fmt", "yuv420p"}) state_->tail.emplace_back(word);
    state_->tail.push_back("file:" + state_->file.path());
}

FilmWriter::~FilmWriter() = default;

void FilmWriter::State::give_up(const std::string& how) const {
    throw Error("ffmpeg {} while it wrote {}{}; try another ending, such as .mp4.", how,
                in_quotes(path.string()),
                talk.first_error.empty() ? "" : " (" + one_line(talk.first_error) + ")");
}

void FilmWriter::State::send(std::string_view rest, bool more) {
    const auto heard = [&](system::Voice voice, std::string_view piece) {
        if (voice == system::Voice::err) talk.hear(piece);
    };
    constexpr double look_every = 0.05;
    double moved_at = steady_seconds();
    while (!rest.empty()) {
        if (process.wait(0)) {
            talk.end();
            give_up("ended");
        }
        const size_t before = rest.size();
        process.exchange(rest, look_every, heard, more);
        if (rest.size() < before) moved_at = steady_seconds();
        if (steady_seconds() - moved_at > patience) give_up("stopped to take frames");
    }
}

void FilmWriter::add(std::span<const Array> channels) {
    State& state = *state_;
    if (state.channels == 0) {
        state.channels = channels.size();
        std::vector<std::string> command = state.head;
        command.emplace_back("-pix_fmt");
        command.emplace_back(state.channels == 3 ? "rgb24" : "gray");
        command.insert(command.end(), state.tail.begin(), state.tail.end());
        if (const auto failed = state.process.start(command))
            throw Error("Cannot start {} ({}); install ffmpeg again.", in_quotes(command.front()),
                        failed.message());
    }
    if (channels.size() != state.channels || channels.front().extent() != state.extent)
        throw Error("The frames of {} are not all alike.", in_quotes(state.path.string()));
    state.send(state.waiting, true);
    const auto pixels = size_t(state.extent.count()), count = channels.size();
    state.waiting.resize(pixels * count);
    for (size_t c = 0; c < count; ++c) {
        const auto from = channels[c].view<uint8_t>();
        char* const to = state.waiting.data() + c;
        for (size_t i = 0; i < pixels; ++i) to[i * count] = char(from[i]);
    }
}

void FilmWriter::finish() {
    State& state = *state_;
    if (state.channels == 0) throw Error("{} would have no frames.", in_quotes(state.path.string()));
    state.send(state.waiting, false);
    std::string_view nothing;
    while (!state.process.wait(0) && state.process.can_be_heard())
        state.process.exchange(nothing, 0.05, [&](system::Voice voice, std::string_view piece) {
            if (voice == system::Voice::err) state.talk.hear(piece);
        });
    state.process.wait(state.patience);
    state.talk.end();
    const system::Ending ending = state.process.ending();
    if (!ending.signal.empty()) state.give_up("was ended by " + ending.signal);
    if (ending.exit_status != 0) state.give_up("failed");
    if (const auto failed = state.file.keep())
        throw Error("Cannot write {}: {}.", in_quotes(state.path.string()), failed.message());
}

}  // namespace upsweep::media
