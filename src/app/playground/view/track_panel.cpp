#include "app/playground/view/track_panel.h"

#include "app/ui/controls.h"

namespace upsweep::app {
namespace {

constexpr float check_row_em = 1.5F;
/// The strip: its head, its pictures, a line of words, and so many frames at most.
constexpr float strip_head_em = 1.7F, strip_picture_em = 4.6F, strip_words_em = 1.6F;
constexpr size_t strip_frames = 6;
/// So many frames of the path are drawn.
constexpr int64_t drawn_frames = 60;

void draw_share(Frame& frame, Column& at, std::string_view name, float value) {
    const float y = at.y + frame.em(pane_row_em / 2), left = at.x + frame.em(9),
                right = at.right() - frame.em(3.6F), half = frame.em(0.2F);
    draw_text(frame, {at.x, y}, type::label, Role::t2, name);
    frame.fill({left, y - half, right, y + half}, Role::bg3, half);
    frame.fill({left, y - half, left + std::max(2 * half, (right - left) * std::min(value, 1.0F)), y + half},
               Role::read, half);
    draw_text(frame, {at.right(), y}, type::number, Role::t1, likelihood_text(double(value)), Align::right);
    at.y += frame.em(pane_row_em);
}

}  // namespace

void TrackPanel::bind_keys(KeyMap& keys) {
    keys.bind({{"G", "All features, or the first two", [this] {
                    task_.set(TrackTask::features_number,
                              task_.value(TrackTask::features_number) == 63 ? 3 : 63);
                }}});
}

std::span<const std::string_view> TrackPanel::hints() const {
    static constexpr std::string_view hints[] = {"right-drag: a new template \u00b7 drag the box: correct it",
                                                 "right-drag: template"};
    return hints;
}

vision::Region TrackPanel::window() const {
    const auto at = task_.path().find(task_.frame());
    return at == task_.path().end() ? task_.wanted() : at->second.window;
}

void TrackPanel::draw_controls(Frame& frame, Column& at) {
    const float group = frame.em(rail_is_high(frame) ? 0.9F : 0.4F);
    rail_head(frame, at, "Template");
    const vision::Region& wanted = task_.wanted();
    if (model_.film().is_open()) value_row(frame, at, "from frame", std::to_string(task_.template_frame()));
    value_row(frame, at, "at", fmt::format("({}, {})", wanted.x0, wanted.y0));
    value_row(frame, at, "size", fmt::format("{} \u00d7 {}", wanted.width(), wanted.height()));
    at.y += group;
    rail_head(frame, at, "Features, multiplied");
    for (const vision::PictureFeature feature : all_features) {
        const Rect row = Rect::sized(at, at.width, frame.em(check_row_em));
        bool ticked = task_.has(feature);
        if (checkbox(frame, fmt::format("playground.track.feature.{}", int(feature)), row, title_of(feature),
                     ticked))
            task_.toggle(feature);
        if (under_mouse(row)) tooltip(frame, words_of(feature).meaning);
        at.y += frame.em(check_row_em);
    }
    at.y += group;
    draw_whole(frame, at, "playground.track.search", "Search within",
               int(task_.value(TrackTask::search_number)), 128, " px",
               [this](int pixels) { task_.set(TrackTask::search_number, pixels); });
    draw_whole(frame, at, "playground.track.update", "Template takes on",
               int(task_.value(TrackTask::update_number)), 100, " %",
               [this](int percent) { task_.set(TrackTask::update_number, percent); });
}

void TrackPanel::advance(double) {
    const auto& picture = model_.picture();
    if (!picture) return;
    if (!model_.region()) seen_region_.reset();
    // A rectangle that is drawn while this picture is there, not one of before.
    if (model_.region() && model_.region() != seen_region_) {
        seen_region_ = model_.region();
        if (seen_grey_) task_.set_wanted(*seen_region_);
    }
    seen_grey_ = picture->grey;
}

bool TrackPanel::grabs(PlanePoint at) const {
    const vision::Region box = window();
    return at.x >= double(box.x0) && at.x < double(box.x1) && at.y >= double(box.y0) && at.y < double(box.y1);
}

void TrackPanel::on_drag(PlanePoint from, PlanePoint to, bool begins) {
    if (begins || !grabbed_) grabbed_ = window();
    const Extent extent = model_.picture()->extent();
    const int64_t x = std::clamp<int64_t>(grabbed_->x0 + std::llround(to.x - from.x), 0,
                                          std::max<int64_t>(0, extent.width - grabbed_->width())),
                  y = std::clamp<int64_t>(grabbed_->y0 + std::llround(to.y - from.y), 0,
                                          std::max<int64_t>(0, extent.height - grabbed_->height()));
    const vision::Region moved{x, y, x + grabbed_->width(), y + grabbed_->height()};
    if (moved != task_.wanted()) task_.set_wanted(moved);
}

void TrackPanel::draw_path(Frame& frame, const PlaygroundSight& sight) const {
    const auto& path = task_.path();
    const auto last = path.upper_bound(task_.frame());
    std::vector<ImVec2> line;
    std::vector<bool> lost;
    for (auto at = path.lower_bound(task_.frame() - drawn_frames); at != last; ++at) {
        line.push_back(sight.point(double(at->second.x()), double(at->second.y())));
        lost.push_back(at->second.lost);
    }
    for (const bool shade : {true, false})
        for (size_t i = 1; i < line.size(); ++i)
            // Where it was lost only its motion is known.
            if (!lost[i] || i % 2 == 0)
                frame.line(line[i - 1], line[i], shade ? over::shade : over::white,
                           frame.px(shade ? 4.5F : 2));
    for (size_t i = 0; i < line.size(); i += 10) {
        frame.list()->AddCircleFilled(line[i], frame.px(4.5F), over::black);
        frame.list()->AddCircleFilled(line[i], frame.px(3), over::white);
    }
}

void TrackPanel::draw_over(Frame& frame, const PlaygroundSight& sight) {
    draw_path(frame, sight);
    const auto now = task_.shown();
    const float up = frame.em(1.25F);
    if (now) {
        draw_outline(frame, sight.rect(now->tracked.searched));
        draw_outline(frame, sight.rect(now->tracked.window));
    } else {
        draw_outline(frame, sight.rect(window()));
    }
    const Rect box = sight.rect(window());
    if (const auto truth = task_.truth(); truth && now) {
        const Rect real = sight.rect(*truth).snapped();
        frame.outline(real, frame.colour(Role::right), 0, frame.px(1.6F));
    }
    std::string words = fmt::format("template {} \u00d7 {}", task_.wanted().width(), task_.wanted().height());
    if (now && now->tracked.lost)
        words = fmt::format("lost: at most {}", likelihood_text(double(now->tracked.likelihood)));
    else if (now && !now->is_template)
        words = likelihood_text(double(now->tracked.likelihood));
    sight.plates.put(words,
                     {{{box.centre().x, box.min.y - up}},
                      {{box.centre().x, box.max.y + up}},
                      {{box.max.x + frame.em(0.4F), box.centre().y}, Align::left}},
                     now && now->is_template);
    const ImVec2 middle(sight.area.centre().x, sight.area.min.y + frame.em(4));
    if (!task_.complaint().empty()) draw_plate(frame, middle, task_.complaint(), Align::centre);
}

float TrackPanel::strip_em(const Frame& frame) const {
    return frame.low || !task_.shown() ? 0 : strip_head_em + strip_picture_em + strip_words_em + 0.6F;
}

/// The searched part of some frames, and the likelihood of each place in it.
void TrackPanel::draw_strip(Frame& frame, Rect area) {
    area = area.inset(frame.em(1.5F), 0);
    const float head = area.min.y + frame.em(strip_head_em / 2);
    draw_text(frame, {area.min.x, head}, type::strong, Role::t1, "Every tenth frame");
    const float x = area.min.x + text_width(frame, type::strong, "Every tenth frame") + frame.em(0.8F);
    draw_elided(
        frame, {x, head}, area.max.x - x, type::label, Role::t3,
        "the part that is searched, and the likelihood of each place in it, as in Poostchi's Figure 9");
    const float side = frame.em(strip_picture_em), gap = frame.em(0.25F);
    const size_t most =
        std::clamp(size_t(area.width() / (2 * side + gap + frame.em())), size_t(1), strip_frames);
    const auto frames = task_.every_tenth(most);
    cells_.resize(strip_frames);
    const float pitch = most > 1 ? (area.width() - 2 * side - gap) / float(most - 1) : 0;
    for (size_t i = 0; i < frames.size(); ++i) {
        const FollowedFrame& followed = *frames[i];
        const bool now = followed.frame == task_.frame();
        const Rect left =
            Rect::sized({area.min.x + float(i) * pitch, area.min.y + frame.em(strip_head_em)}, side, side);
        const Rect right = left.moved({side + gap, 0});
        const vision::Region part = *followed.around->place;
        const auto place = [&](Rect rect, double px, double py) {
            return ImVec2(rect.min.x + float((px - double(part.x0)) / double(part.width())) * rect.width(),
                          rect.min.y + float((py - double(part.y0)) / double(part.height())) * rect.height());
        };
        const vision::Region& window = followed.tracked.window;
        frame.list()->PushClipRect(left.min, right.max, true);
        frame.list()->AddImage(cells_[i].around.of(followed.around)->id(), left.min, left.max);
        draw_outline(frame, {place(left, double(window.x0), double(window.y0)),
                             place(left, double(window.x1), double(window.y1))});
        frame.fill(right, over::shade);
        const vision::Region& mapped = *followed.map->place;
        frame.list()->AddImage(cells_[i].map.of(followed.map)->id(),
                               place(right, double(mapped.x0), double(mapped.y0)),
                               place(right, double(mapped.x1), double(mapped.y1)));
        const ImVec2 middle =
            place(right, double(window.x0 + window.x1) / 2, double(window.y0 + window.y1) / 2);
        frame.list()->AddCircle(middle, frame.em(0.35F), over::shade, 0, frame.px(4));
        frame.list()->AddCircle(middle, frame.em(0.35F), over::white, 0, frame.px(1.6F));
        frame.list()->PopClipRect();
        const float y = left.max.y + frame.em(strip_words_em / 2);
        const TextStyle words = now ? type::strong : type::small;
        draw_text(frame, {left.min.x, y}, words, now ? Role::t1 : Role::t2,
                  fmt::format("frame {}", followed.frame));
        draw_text(frame, {right.max.x, y}, type::number, now ? Role::t1 : Role::t2,
                  followed.tracked.lost ? "lost" : fmt::format("{:.2f}", followed.tracked.likelihood),
                  Align::right);
    }
}

void TrackPanel::draw_numbers(Frame& frame, Column& at, float bottom) {
    if (!task_.complaint().empty()) {
        section_head(frame, at, "Tracking");
        return draw_words(frame, at, task_.complaint());
    }
    draw_frame_section(frame, at);
    section_rule(frame, at);
    const float rest = std::clamp((bottom - at.y - frame.em(17)) / 2, frame.em(3.5F), frame.em(9));
    draw_histograms(frame, at, rest);
    section_rule(frame, at);
    draw_likelihoods(frame, at, rest);
    section_rule(frame, at);
    draw_time(frame, at);
}

void TrackPanel::draw_frame_section(Frame& frame, Column& at) {
    const auto now = task_.shown();
    section_head(frame, at, fmt::format("Frame {}", task_.frame()),
                 now ? fmt::format("({}, {})", now->tracked.window.x0, now->tracked.window.y0) : "",
                 type::code);
    if (!model_.film().is_open())
        return draw_words(frame, at,
                          "This is one picture. Open a film, a folder or a built-in clip to follow the "
                          "template through it.");
    if (!now) {
        const bool before = task_.frame() < task_.template_frame();
        return draw_words(
            frame, at,
            before
                ? fmt::format("The template is from frame **{}**, which comes later.", task_.template_frame())
                : std::string("Not followed here: play from the template's frame, or draw a new template."));
    }
    const vision::TrackedFrame& tracked = now->tracked;
    if (now->is_template)
        draw_words(frame, at, "The template is from here: its histograms are what is looked for.");
    else if (tracked.lost)
        draw_words(frame, at,
                   "**Lost.** No place is likely enough, so the window continues as it moved, and the search "
                   "widens.");
    else if (tracked.found_again)
        draw_words(frame, at, "**Found again**, near where its motion led.");
    draw_pair(frame, at, "likelihood of the best place", likelihood_text(double(tracked.likelihood)), true);
    if (tracked.usual > 0) draw_pair(frame, at, "usual so far", likelihood_text(double(tracked.usual)));
    for (size_t i = 0; i < tracked.features.size(); ++i)
        draw_share(frame, at, title_of(task_.request().features[i]), tracked.features[i].likelihood);
    if (const auto truth = task_.truth()) {
        draw_pair(frame, at, "middle off by, pixels",
                  fmt::format("{:.1f}", vision::centre_distance(tracked.window, *truth)));
        draw_pair(frame, at, "overlap with the truth",
                  fmt::format("{:.2f}", vision::overlap(tracked.window, *truth)));
    }
    const auto here = now->likelihood_about(model_.pointer_x(), model_.pointer_y());
    draw_pair(frame, at, "window under the pointer", here ? likelihood_text(*here) : "not searched");
}

void TrackPanel::draw_histograms(Frame& frame, Column& at, float height) {
    const auto now = task_.shown();
    const std::string title(title_of(task_.request().features.front()));
    draw_key(frame, {at.right(), at.y + frame.em(0.7F)}, "window", "template", 0.4F);
    section_head(frame, at, title);
    if (!now) return;
    const vision::TrackedFeature& feature = now->tracked.features.front();
    const Rect field = Rect::sized(at, at.width, height).snapped();
    uint32_t most = 1;
    for (size_t i = 0; i < feature.wanted.size(); ++i)
        most = std::max({most, feature.wanted[i], feature.found[i]});
    const auto bins = float(feature.wanted.size());
    const auto x = [&](size_t bin) { return field.min.x + field.width() * float(bin) / bins; };
    const auto y = [&](uint32_t count) { return field.max.y - field.height() * float(count) / float(most); };
    std::vector<ImVec2> steps;
    for (size_t i = 0; i < feature.wanted.size(); ++i) {
        frame.fill({snap(x(i)) + 1, snap(y(feature.wanted[i])), snap(x(i + 1)), field.max.y}, Role::read);
        steps.emplace_back(x(i), y(feature.found[i]));
        steps.emplace_back(x(i + 1), y(feature.found[i]));
    }
    frame.list()->AddPolyline(steps.data(), int(steps.size()), frame.colour(Role::t1), 0, frame.px(1.6F));
    frame.line({field.min.x, field.max.y}, field.max, Role::line2, 1);
    at.y = field.max.y + frame.em(0.5F);
}

void TrackPanel::draw_likelihoods(Frame& frame, Column& at, float height) {
    const auto& path = task_.path();
    section_head(frame, at, "Likelihood, frame by frame");
    if (path.empty()) return;
    const Rect field = Rect::sized({at.x + frame.em(2), at.y}, at.width - frame.em(2), height).snapped();
    const int64_t first = path.begin()->first, last = std::max(path.rbegin()->first, first + 20);
    const auto x = [&](int64_t n) {
        return field.min.x + field.width() * float(n - first) / float(last - first);
    };
    const auto y = [&](float value) { return field.max.y - field.height() * std::min(value, 1.0F); };
    for (const float value : {0.0F, 0.5F, 1.0F}) {
        frame.line({field.min.x, snap(y(value))}, {field.max.x, snap(y(value))}, Role::line2, 1);
        draw_text(frame, {field.min.x - frame.em(0.4F), y(value)}, type::tick, Role::t3,
                  fmt::format("{:.1f}", value), Align::right);
    }
    const PathPoint* before = nullptr;
    int64_t number = 0;
    for (const auto& [n, point] : path) {
        // Red: lost.
        if (point.lost)
            frame.fill({snap(x(n)) - 1, field.min.y, snap(x(n)) + 1, field.max.y}, Role::trouble_fill);
        if (before != nullptr)
            frame.line({x(number), y(before->likelihood)}, {x(n), y(point.likelihood)}, Role::t1,
                       frame.px(1.6F));
        before = &point;
        number = n;
    }
    if (task_.frame() >= first && task_.frame() <= last)
        frame.line({snap(x(task_.frame())), field.min.y}, {snap(x(task_.frame())), field.max.y}, Role::ink,
                   frame.px(1.5F));
    at.y = field.max.y + frame.em(0.7F);
}

void TrackPanel::draw_time(Frame& frame, Column& at) {
    const auto now = task_.shown();
    section_head(frame, at, "Time", "CPU");
    if (!now) return;
    const vision::TrackedFrame& tracked = now->tracked;
    const double all = tracked.features_ms + tracked.tables_ms + tracked.places_ms;
    draw_words(
        frame, at,
        fmt::format("Features `{}`, tables of the searched part `{}`, every place in it `{}`: together `{}`.",
                    milliseconds_text(tracked.features_ms), milliseconds_text(tracked.tables_ms),
                    milliseconds_text(tracked.places_ms), milliseconds_text(all)));
}

std::string TrackPanel::presented_sentence() const {
    const auto now = task_.shown();
    if (now && now->tracked.lost)
        return "**Lost**: no place looks enough like the template, so the window continues as it moved.";
    return fmt::format(
        "The window goes where the product of **{}** likelihoods and a prior for its motion is highest.",
        task_.request().features.size());
}

}  // namespace upsweep::app
