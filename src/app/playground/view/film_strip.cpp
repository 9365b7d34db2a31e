#include "app/playground/view/film_strip.h"

#include <fmt/format.h>

#include "app/ui/controls.h"
#include "app/ui/marks.h"

namespace upsweep::app {
namespace {

constexpr float film_thumb_em = 3.4F, film_lane_em = 0.3F;
constexpr float film_transport_em = 10.4F, film_low_em = 4.7F, camera_em = 3.4F;

/// "0:08"
std::string minutes_text(double seconds) {
    const auto whole = int64_t(std::max(seconds, 0.0));
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

/// "0:08.56"
std::string exact_text(double seconds) {
    const auto hundredths = std::llround(std::max(seconds, 0.0) * 100);
    return fmt::format("{}:{:02}.{:02}", hundredths / 6000, hundredths / 100 % 60, hundredths % 100);
}

bool is_low(const Frame& frame) { return frame.area.height() < frame.em(40); }

/// Draws words one after another, and moves on.
class Line {
  public:
    Line(Frame& frame, ImVec2 at, float end) : x(at.x), frame_(frame), y_(at.y), end_(end) {}
    /// `room`: as wide as this, so that nothing moves while it counts. False where it does not fit.
    bool put(TextStyle style, const Colour& colour, const std::string& text, const std::string& room = {}) {
        const float width = text_width(frame_, style, room.empty() ? text : room);
        if (x + width > end_) return false;
        draw_text(frame_, {x + width, y_}, style, colour, text, Align::right);
        x += width + frame_.em(0.4F);
        return true;
    }
    bool has_room(TextStyle style, const std::string& text) const {
        return x + text_width(frame_, style, text) <= end_;
    }
    float x;

  private:
    Frame& frame_;
    float y_, end_;
};

float draw_film_buttons(Frame& frame, ImVec2 at, FilmPlayer& film) {
    const float size = frame.em(2.2F), gap = frame.em(0.45F);
    float x = at.x;
    const auto place = [&](float width, float height) {
        const Rect rect(x, at.y - height / 2, x + width, at.y + height / 2);
        x += width + gap;
        return rect;
    };
    const auto small = [&](std::string_view id, DrawIcon icon, std::string_view tip) {
        return button(frame, id, place(size, size), "", {.icon = icon, .tip = tip});
    };
    if (small("playground.film_home", marks::to_start, "To the first frame (Home)")) film.seek(0);
    if (small("playground.film_back", marks::step_back, "One frame back (Left)")) film.step(-1);
    if (button(frame, "playground.film_play", place(frame.em(3.4F), frame.em(2.5F)), "",
               {.primary = true,
                .icon = film.playing() ? marks::pause : marks::play,
                .tip = film.playing() ? "Pause (Space)" : "Play (Space)"}))
        film.play(!film.playing());
    if (small("playground.film_on", marks::step_on, "One frame on (Right)")) film.step(1);
    return x + frame.em(0.6F);
}

/// "5 frames dropped", behind a mark; nothing where none was.
void put_dropped(Frame& frame, Line& line, float y, const FilmPlayer& film) {
    if (film.dropped() == 0) return;
    line.x += frame.em(0.6F);
    const float left = line.x;
    line.x += frame.em(0.7F);
    const bool fits = line.put({Face::mono_bold, 1}, Role::t1, grouped(film.dropped()));
    if (fits)
        frame.fill({left, y - frame.em(0.45F), left + frame.em(0.3F), y + frame.em(0.45F)}, Role::trouble);
    line.put(type::body, Role::t2, film.dropped() == 1 ? "frame dropped" : "frames dropped");
}

void draw_film_position(Frame& frame, ImVec2 at, float right, const FilmPlayer& film) {
    Line line(frame, at, right);
    const int64_t count = film.count();
    // Until all of it was decoded the number of frames is what its head says.
    const std::string all = count > 0 ? (film.indexed() ? "" : "≈ ") + std::to_string(count) : "";
    line.put(type::body, Role::t2, "frame");
    line.put({Face::mono_bold, 1.2F}, Role::t1, std::to_string(film.number()),
             std::to_string(std::max(count, film.number())));
    if (!all.empty()) line.put({Face::mono, 1}, Role::t2, "/ " + all);
    line.x += frame.em(0.8F);
    const double rate = film.rate();
    const double length = rate > 0 ? double(count) / rate : 0;
    line.put({Face::mono_bold, 1}, Role::t1, exact_text(film.seconds()),
             exact_text(std::max(length, film.seconds())));
    if (length > 0) line.put({Face::mono, 1}, Role::t2, "/ " + exact_text(length));
    line.x += frame.em(0.8F);
    if (rate > 0) {
        const std::string number = fmt::format("{:.4g}", rate);
        if (line.has_room({Face::mono, 1}, number + " frames/s")) {
            line.put({Face::mono, 1}, Role::t1, number);
            line.put(type::body, Role::t2, "frames/s");
        }
    }
    put_dropped(frame, line, at.y, film);
}

/// At the right: what happens at the end, and how fast it plays. Returns the left edge.
float draw_film_choices(Frame& frame, ImVec2 right, float left, FilmPlayer& film) {
    static constexpr std::array<double, 4> speeds = {0.25, 0.5, 1, 2};
    float x = right.x;
    const std::string speed = fmt::format("{:g}×", film.speed);
    const auto chip_left = [&](std::string_view label, std::string_view value) {
        const float width = chip_width(frame, label, value);
        if (x - width < left) return false;
        x -= width;
        return true;
    };
    if (chip_left("speed", speed)) {
        chip(frame, "playground.film_speed", {x, right.y - frame.em()}, "speed", speed, 8, [&] {
            bool closed = false;
            for (const double one : speeds)
                if (menu_row(frame, fmt::format("playground.film_speed.{:g}", one), fmt::format("{:g}×", one),
                             one == film.speed)) {
                    film.speed = one;
                    closed = true;
                }
            return closed;
        });
        x -= frame.em(0.5F);
    }
    const bool file = !film.live() && !film.opened_by().starts_with("clip:");
    const std::string_view decoder = film.hardware ? "hardware" : "CPU";
    if (file && x - chip_width(frame, "decoder", decoder) - frame.em(32) > left &&
        chip_left("decoder", decoder)) {
        chip(frame, "playground.film_decoder", {x, right.y - frame.em()}, "decoder", decoder, 16, [&] {
            const bool cpu = menu_row(frame, "playground.film_decoder.cpu", "CPU", !film.hardware);
            const bool hardware = menu_row(frame, "playground.film_decoder.hardware",
                                           "hardware, where ffmpeg finds some", film.hardware);
            if (cpu || hardware) film.hardware = hardware;
            return cpu || hardware;
        });
        x -= frame.em(0.5F);
    }
    const std::string_view end = film.again ? "again" : "stop";
    if (x - chip_width(frame, "at the end", end) - frame.em(32) > left && chip_left("at the end", end)) {
        chip(frame, "playground.film_end", {x, right.y - frame.em()}, "at the end", end, 10, [&] {
            const bool again = menu_row(frame, "playground.film_end.again", "again", film.again);
            const bool stop = menu_row(frame, "playground.film_end.stop", "stop", !film.again);
            if (again || stop) film.again = again;
            return again || stop;
        });
        x -= frame.em(0.8F);
    }
    return x;
}

void draw_film_playhead(Frame& frame, Rect strip, float x, const std::string& number) {
    const float half = std::max(1.0F, std::round(frame.px(3)) / 2);
    const TextStyle style{Face::mono_bold, 0.9F};
    const float width = text_width(frame, style, number) + frame.em(0.8F);
    const float middle =
        std::clamp(x, strip.min.x + width / 2, std::max(strip.min.x + width / 2, strip.max.x - width / 2));
    const Rect plate =
        Rect::around({middle, strip.min.y - frame.em(0.85F)}, width, frame.em(1.25F)).snapped();
    frame.fill({snap(x - half), plate.max.y - 1, snap(x + half), strip.max.y + frame.em(0.5F)}, Role::ink);
    frame.fill(plate, Role::ink, frame.em(0.25F));
    draw_text(frame, plate.centre(), style, Role::on_ink, number, Align::centre);
}

/// "0:04" under the strip, a mark every few seconds.
void draw_film_clock(Frame& frame, Rect strip, double length) {
    if (length <= 0) return;
    static constexpr std::array<double, 13> steps = {1, 2, 4, 5, 10, 15, 20, 30, 60, 120, 300, 600, 1800};
    double every = 3600;
    for (const double step : steps)
        if (step / length * double(strip.width()) >= double(frame.em(5))) {
            every = step;
            break;
        }
    const float y = strip.max.y + frame.em(0.75F);
    for (double t = 0; t <= length; t += every) {
        const float x = snap(strip.min.x + float(t / length) * strip.width());
        frame.fill({x, y, x + 1, y + frame.em(0.35F)}, Role::line2);
        const std::string text = minutes_text(t);
        const float half = text_width(frame, type::tick, text) / 2;
        const float middle = std::clamp(x, strip.min.x + half, strip.max.x - half);
        draw_text(frame, {middle, y + frame.em(0.95F)}, type::tick, Role::t3, text, Align::centre);
    }
}

}  // namespace

float FilmStrip::height_em(const Frame& frame, const FilmPlayer& film) {
    if (film.live()) return camera_em;
    return is_low(frame) ? film_low_em : film_transport_em;
}

const Texture* FilmStrip::texture_of(const FilmPlayer& film, size_t thumb) {
    if (film_ != film.key()) {
        film_ = film.key();
        textures_.clear();
    }
    if (textures_.size() <= thumb) textures_.resize(thumb + 1);
    const auto& picture = film.thumbs()[thumb].picture;
    if (!textures_[thumb] && picture)
        textures_[thumb] =
            std::make_unique<Texture>(int(picture->texture_extent.width), int(picture->texture_extent.height),
                                      picture->texture_channels, picture->texture);
    return textures_[thumb].get();
}

/// Side by side, as wide as they are, those to come dimmed.
void FilmStrip::draw_thumbs(Frame& frame, Rect strip, const FilmPlayer& film, float now) {
    frame.fill(strip, Role::bg2);
    const auto& thumbs = film.thumbs();
    for (size_t i = 0; i < thumbs.size(); ++i) {
        const Texture* texture = texture_of(film, i);
        const float width = strip.width() / float(thumbs.size());
        const Rect cell = Rect(strip.min.x + float(i) * width, strip.min.y,
                               strip.min.x + float(i + 1) * width - frame.px(1), strip.max.y)
                              .snapped();
        if (texture == nullptr) continue;
        // The middle of the picture fills the cell.
        const float shape = float(texture->width()) / float(texture->height());
        const float wanted = cell.width() / std::max(cell.height(), 1.0F);
        const float u = shape > wanted ? (1 - wanted / shape) / 2 : 0,
                    v = shape < wanted ? (1 - shape / wanted) / 2 : 0;
        frame.list()->AddImage(texture->id(), cell.min, cell.max, {u, v}, {1 - u, 1 - v});
    }
    if (now < strip.max.x)
        frame.fill({now, strip.min.y, strip.max.x, strip.max.y}, IM_COL32(12, 14, 18, 148));
}

void FilmStrip::draw(Frame& frame, Rect area, FilmPlayer& film) {
    const Pane pane(frame, "playground.film", area, Role::bg1);
    frame.line(area.min, {area.max.x, area.min.y}, Role::line, 1);
    const float margin = frame.em(1.5F);
    const bool low = is_low(frame) || film.live();
    const Rect row(area.min.x + margin, area.max.y - frame.em(low ? 2.8F : 3.1F), area.max.x - margin,
                   area.max.y - frame.em(low ? 0.2F : 0.6F));
    if (film.live()) {
        const float y = row.centre().y;
        frame.disc({row.min.x + frame.em(0.5F), y}, frame.em(0.4F), Role::trouble);
        Line line(frame, {row.min.x + frame.em(1.3F), y}, row.max.x);
        line.put({Face::sans_semibold, 1}, Role::t1, "The camera is on");
        line.x += frame.em();
        draw_film_position(frame, {line.x, y}, row.max.x, film);
        return;
    }
    const int64_t count = std::max<int64_t>(film.count(), film.number() + 1);
    const Rect strip = Rect(area.min.x + margin, area.min.y + frame.em(low ? 0.7F : 1.75F),
                            area.max.x - margin, area.min.y + frame.em(low ? 1.4F : 1.75F + film_thumb_em))
                           .snapped();
    const auto x_of = [&](int64_t n) {
        return strip.min.x + float(double(n) / double(std::max<int64_t>(count - 1, 1))) * strip.width();
    };
    const float now = x_of(film.number());
    if (low)
        frame.fill(strip, Role::bg2, frame.px(2)),
            frame.fill({strip.min, {now, strip.max.y}}, Role::line2, frame.px(2));
    else
        draw_thumbs(frame, strip, film, now);
    // What was left out is marked where it was.
    const float lane = strip.max.y + frame.px(2);
    for (const FrameTime& time : film.times())
        if (time.dropped)
            frame.fill(
                {snap(x_of(time.number)), lane, snap(x_of(time.number)) + std::max(1.0F, frame.px(1.5F)),
                 lane + frame.em(film_lane_em)},
                Role::trouble);
    if (!low) draw_film_clock(frame, strip, film.rate() > 0 ? double(count) / film.rate() : 0);
    if (!low) draw_film_playhead(frame, strip, now, std::to_string(film.number()));
    const Interaction hit =
        interact(frame, "playground.film_scrub",
                 {strip.min.x, strip.min.y - frame.em(0.4F), strip.max.x, strip.max.y + frame.em(0.5F)});
    if (hit.held) {
        const double share =
            double((ImGui::GetIO().MousePos.x - strip.min.x) / std::max(1.0F, strip.width()));
        film.seek(std::llround(std::clamp(share, 0.0, 1.0) * double(count - 1)));
    }
    const float y = row.centre().y, x = draw_film_buttons(frame, {row.min.x, y}, film);
    const float right = draw_film_choices(frame, {row.max.x, y}, x, film);
    draw_film_position(frame, {x, y}, right, film);
}

namespace {

void draw_film_bars(Frame& frame, Rect field, const FilmPlayer& film, double top) {
    const auto& times = film.times();
    const double deadline = film.deadline_ms() / std::max(film.speed, 1e-3);
    const float pitch = field.width() / float(FilmPlayer::kept_times);
    const auto y_of = [&](double ms) {
        return field.max.y - float(std::min(ms / top, 1.0)) * field.height();
    };
    for (int i = 0; i <= 4; ++i) {
        const double value = top * i / 4;
        const float y = snap(y_of(value));
        frame.fill({field.min.x, y, field.max.x, y + 1}, Role::line);
        draw_text(frame, {field.min.x - frame.em(0.5F), y}, type::tick, Role::t3, fmt::format("{:g}", value),
                  Align::right);
    }
    float x = field.max.x - pitch * float(times.size());
    for (const FrameTime& time : times) {
        const Rect bar(x, time.dropped ? field.max.y - frame.em(0.6F) : y_of(time.all_ms()),
                       x + std::max(1.0F, pitch - frame.px(1)), field.max.y);
        const bool late = time.dropped || (deadline > 0 && time.all_ms() > deadline);
        frame.fill(bar, late ? Role::trouble : Role::t3);
        x += pitch;
    }
    if (deadline <= 0) return;
    const float y = snap(y_of(deadline));
    for (float dash = field.min.x; dash < field.max.x; dash += frame.em(0.6F))
        frame.fill(
            {dash, y, std::min(dash + frame.em(0.35F), field.max.x), y + std::max(1.0F, frame.px(1.5F))},
            Role::ink);
    const std::string words = fmt::format("{:.3g} ms: {:.4g} frames a second", deadline, 1000 / deadline);
    draw_text(frame, {field.max.x, y - frame.em(0.7F)}, type::small, Role::t1, words, Align::right);
}

void draw_film_part(Frame& frame, Column& at, std::string_view name, double ms, double most) {
    const float y = at.y + frame.em(0.75F), left = at.x + frame.em(9.5F), right = at.right() - frame.em(5);
    draw_text(frame, {at.x, y}, type::label, Role::t2, name);
    if (right > left) {
        const float height = frame.em(0.3F);
        frame.fill({left, y - height / 2, right, y + height / 2}, Role::bg3, height / 2);
        const float share = most > 0 ? float(std::min(ms / most, 1.0)) : 0;
        frame.fill({left, y - height / 2, left + std::max(height, share * (right - left)), y + height / 2},
                   Role::t2, height / 2);
    }
    draw_text(frame, {at.right(), y}, type::number, Role::t1, fmt::format("{:.1f} ms", ms), Align::right);
    at.y += frame.em(pane_row_em);
}

}  // namespace

void draw_film_times(Frame& frame, Column& at, const FilmPlayer& film, std::string_view machine) {
    section_head(frame, at, "Time per frame", fmt::format("ms, on the {}", machine));
    const auto& times = film.times();
    const double deadline = film.deadline_ms() / std::max(film.speed, 1e-3);
    double most = std::max(deadline, 1.0);
    int64_t late = 0, worked = 0, dropped = 0;
    const FrameTime* latest = nullptr;
    for (const FrameTime& time : times) {
        if (time.dropped) {
            ++dropped;
            continue;
        }
        ++worked;
        latest = &time;
        most = std::max(most, time.all_ms());
        if (deadline > 0 && time.all_ms() > deadline) ++late;
    }
    double top = 10;
    while (top < most * 1.15) top *= 2;
    const float left = frame.em(2.4F);
    const Rect field =
        Rect(at.x + left, at.y + frame.em(0.6F), at.right(), at.y + frame.em(0.6F + 8.5F)).snapped();
    draw_film_bars(frame, field, film, top);
    at.y = field.max.y + frame.em(0.7F);
    if (worked > 0) {
        std::string words;
        if (deadline > 0)
            words = fmt::format("**{}** of {} {} longer than {:.3g} ms", late, counted(worked, "frame"),
                                worked == 1 ? "takes" : "take", deadline);
        if (dropped > 0)
            words += fmt::format("{}**{}** came too late and {} left out", words.empty() ? "" : "; ", dropped,
                                 dropped == 1 ? "was" : "were");
        if (!words.empty()) draw_words(frame, at, words + ".", type::small);
    } else
        draw_words(frame, at, "Play it: a bar for each frame comes here.", type::small);
    if (!film.note().empty()) draw_words(frame, at, film.note(), type::small);
    section_rule(frame, at);
    if (latest == nullptr) return;
    section_head(frame, at, fmt::format("Frame {}", latest->number));
    const double longest = std::max({latest->decode_ms, latest->ready_ms, latest->work_ms});
    draw_film_part(frame, at, "decode", latest->decode_ms, longest);
    draw_film_part(frame, at, "table, histogram", latest->ready_ms, longest);
    draw_film_part(frame, at, "task, to the window", latest->work_ms, longest);
    const std::string mean =
        film.mean_rate() > 0 ? fmt::format("mean {:.1f} frames/s", film.mean_rate()) : "";
    draw_text(frame, {at.x, at.y + frame.em(0.75F)}, {Face::mono_bold, 1}, Role::t1,
              fmt::format("{:.1f} ms", latest->all_ms()));
    draw_text(frame, {at.right(), at.y + frame.em(0.75F)}, type::label, Role::t2, mean, Align::right);
    at.y += frame.em(pane_row_em);
    section_rule(frame, at);
}

}  // namespace upsweep::app
