// The likelihood task's controls, keys, and what lies over the picture.
#include "app/playground/view/likelihood_panel.h"

#include "app/ui/controls.h"

namespace upsweep::app {

namespace {

constexpr float check_em = 1.5F;
/// Slower maps than this are announced.
constexpr double waiting_after_s = 0.3;

ImU32 heat_ink(double share) {
    const auto colour = heat_colour(share);
    return IM_COL32(colour[0], colour[1], colour[2], 255);
}

/// A dashed outline, white on black.
void draw_dashed(Frame& frame, Rect rect) {
    rect = rect.snapped();
    const float dash = frame.em(0.4F), gap = frame.em(0.3F);
    const auto line = [&](ImVec2 from, ImVec2 to) {
        const ImVec2 way = to - from;
        const float length = std::hypot(way.x, way.y);
        for (float at = 0; at < length; at += dash + gap) {
            const ImVec2 start = from + way * (at / length),
                         end = from + way * (std::min(at + dash, length) / length);
            frame.line(start, end, over::shade, frame.px(4));
            frame.line(start, end, over::white, frame.px(1.6F));
        }
    };
    line(rect.min, {rect.max.x, rect.min.y});
    line({rect.max.x, rect.min.y}, rect.max);
    line(rect.max, {rect.min.x, rect.max.y});
    line({rect.min.x, rect.max.y}, rect.min);
}

/// A frame with its name over it, under it, or in it.
void draw_named(Frame& frame, Plates& plates, Rect rect, const std::string& name, bool light) {
    const float up = frame.em(1.25F), x = rect.centre().x;
    plates.put(name,
               {{{x, rect.min.y - up}},
                {{x, rect.max.y + up}},
                {{rect.max.x + frame.em(0.4F), rect.centre().y}, Align::left},
                {{rect.min.x - frame.em(0.4F), rect.centre().y}, Align::right},
                {{x, rect.min.y + up}}},
               light);
}

/// Which colour is which likelihood, in the stage's corner.
void draw_legend(Frame& frame, const PlaygroundSight& sight, const HeatPicture& heat) {
    const std::string low = likelihood_text(heat.low), high = likelihood_text(heat.high);
    const float bar = frame.em(7), pad = frame.em(0.6F), gap = frame.em(0.5F);
    const float width =
        2 * pad + 2 * gap + bar + text_width(frame, type::code, low) + text_width(frame, type::code, high);
    const ImVec2 corner(std::max(sight.area.min.x, sight.picture.min.x) + frame.em(0.8F),
                        std::min(sight.area.max.y, sight.picture.max.y) - frame.em(2.6F));
    const Rect plate = Rect::sized(corner, width, frame.em(1.75F)).snapped();
    if (!sight.area.contains(plate.min) || plate.max.x > sight.area.max.x) return;
    frame.fill(plate, over::plate, frame.em(0.25F));
    float x = plate.min.x + pad;
    const float y = plate.centre().y, half = frame.em(0.35F);
    draw_text(frame, {x, y}, type::code, over::white, low);
    x += text_width(frame, type::code, low) + gap;
    constexpr int pieces = 32;
    for (int i = 0; i < pieces; ++i) {
        const float from = x + bar * float(i) / pieces, to = x + bar * float(i + 1) / pieces;
        frame.list()->AddRectFilledMultiColor({from, y - half}, {to, y + half}, heat_ink(double(i) / pieces),
                                              heat_ink(double(i + 1) / pieces),
                                              heat_ink(double(i + 1) / pieces), heat_ink(double(i) / pieces));
    }
    frame.outline({x, y - half, x + bar, y + half}, over::white, 0, 1);
    draw_text(frame, {x + bar + gap, y}, type::code, over::white, high);
    sight.plates.keep_free(plate);
}

}  // namespace

LikelihoodPanel::LikelihoodPanel(PlaygroundContext context)
    : model_(context.playground), task_(context.services.jobs) {}

void LikelihoodPanel::bind_keys(KeyMap& keys) {
    keys.bind({
        {"Left", "Half as many bins", [this] { task_.set_bins(task_.request().bins / 2); }},
        {"Right", "Twice as many bins", [this] { task_.set_bins(task_.request().bins * 2); }},
        {"G", "All features, or the intensity alone",
         [this] {
             const bool all = task_.request().features.size() == all_features.size();
             task_.set_features({all_features.begin(), all ? all_features.begin() + 1 : all_features.end()});
         }},
        {"Down", "The next feature's map", [this] { show_next(1); }},
        {"Up", "The previous feature's map", [this] { show_next(-1); }},
        {"M", "The other measure",
         [this] {
             task_.set_measure(task_.request().measure == vision::Measure::intersection
                                   ? vision::Measure::bhattacharyya
                                   : vision::Measure::intersection);
         }},
    });
}

void LikelihoodPanel::show_next(int by) {
    const auto found = task_.found();
    if (!found) return;
    // The product comes after the last feature.
    const auto& features = found->request.features;
    const auto places = int(features.size()) + 1;
    const auto shown = task_.shown_feature();
    const auto now = shown ? int(task_.counted()) : places - 1;
    const auto next = size_t((now + by + places) % places);
    task_.show_feature(next == features.size() ? std::nullopt : std::optional(features[next]));
}

std::span<const std::string_view> LikelihoodPanel::hints() const {
    static constexpr std::string_view hints[] = {"right-drag: template · drag it: move",
                                                 "right-drag: template"};
    return hints;
}

void LikelihoodPanel::draw_controls(Frame& frame, Column& at) {
    const float group = frame.em(rail_is_high(frame) ? 0.9F : 0.25F);
    for (const auto draw : {&LikelihoodPanel::draw_features, &LikelihoodPanel::draw_bins,
                            &LikelihoodPanel::draw_comparison, &LikelihoodPanel::draw_opacity}) {
        (this->*draw)(frame, at);
        at.y += group;
    }
    draw_run_on(frame, at, model_);
}

void LikelihoodPanel::draw_features(Frame& frame, Column& at) {
    rail_head(frame, at, "Features, multiplied");
    for (const vision::PictureFeature feature : all_features) {
        const Rect row = Rect::sized(at, at.width, frame.em(check_em));
        bool ticked = task_.has(feature);
        if (checkbox(frame, fmt::format("playground.likelihood.feature.{}", int(feature)), row,
                     title_of(feature), ticked))
            task_.toggle(feature);
        if (under_mouse(row)) tooltip(frame, words_of(feature).meaning);
        at.y += frame.em(check_em);
    }
}

void LikelihoodPanel::draw_bins(Frame& frame, Column& at) {
    const float row = frame.em(rail_row_em), label = frame.em(3), number = frame.em(2.2F);
    draw_text(frame, {at.x, at.y + row / 2}, type::strong, Role::t1, "Bins");
    draw_text(frame, {at.right(), at.y + row / 2}, type::number_strong, Role::t1,
              std::to_string(task_.request().bins), Align::right);
    static constexpr std::array<float, 6> ticks = {8, 16, 32, 64, 128, 256};
    auto bins = float(task_.request().bins);
    const SliderOptions options{.ticks = ticks, .logarithmic = true, .whole = true, .value_width_em = 0};
    if (slider(frame, "playground.likelihood.bins",
               Rect::sized({at.x + label, at.y}, at.width - label - number, row), bins, 8, 256, options))
        task_.set_bins(int(bins));
    at.y += row;
}

void LikelihoodPanel::draw_comparison(Frame& frame, Column& at) {
    const auto& parameters = task_.operation().parameters;
    const auto& measures = parameters[LikelihoodTask::measure_number].words;
    const auto& widths = parameters[LikelihoodTask::widths_number].words;
    const int64_t measure = task_.value(LikelihoodTask::measure_number);
    comparison_fold_.draw_head(frame, at, "playground.likelihood.comparison", "Compared by",
                               nth(measures, measure));
    if (!comparison_fold_.is_open(frame)) return;
    draw_choice(frame, at, "playground.likelihood.measure", measures, measure,
                [&](int64_t one) { task_.set(LikelihoodTask::measure_number, one); });
    at.y += frame.em(0.3F);
    draw_text(frame, {at.x, at.y + frame.em()}, type::label, Role::t2, "bins of equal");
    int chosen = int(task_.value(LikelihoodTask::widths_number));
    if (segmented(frame, "playground.likelihood.widths", {at.right() - segmented_width(frame, widths), at.y},
                  widths, chosen))
        task_.set(LikelihoodTask::widths_number, chosen);
    at.y += frame.em(2.2F);
}

void LikelihoodPanel::draw_opacity(Frame& frame, Column& at) {
    const float row = frame.em(rail_row_em), label = frame.em(3);
    draw_text(frame, {at.x, at.y + row / 2}, type::strong, Role::t1, "Map");
    auto percent = float(task_.opacity());
    const SliderOptions options{.whole = true, .suffix = " %", .value_width_em = 3.4F};
    if (slider(frame, "playground.likelihood.opacity",
               Rect::sized({at.x + label, at.y}, at.width - label, row), percent, 0, 100, options))
        task_.set(LikelihoodTask::opacity_number, int64_t(percent));
    at.y += row;
}

void LikelihoodPanel::draw_over(Frame& frame, const PlaygroundSight& sight) {
    const vision::Region& wanted = task_.request().wanted;
    const auto found = task_.found();
    if (found && !task_.shows_plane()) draw_legend(frame, sight, task_.shown_heat());
    const Rect place = sight.rect(wanted);
    fills_stage_ = place.contains(sight.area.min) && place.contains(sight.area.max);
    // Frames first, so that none crosses a name.
    struct Named {
        Rect rect;
        std::string name;
        bool light = false;
    };
    std::vector<Named> frames = {
        {place, fmt::format("template {} × {}", wanted.width(), wanted.height()), true}};
    if (found) {
        const vision::LikelihoodRun& run = found->run;
        // The best match is the template itself unless another window is exactly as likely and comes first.
        if (run.best != found->request.wanted)
            frames.push_back({sight.rect(run.best), "best " + likelihood_text(run.best_value)});
        if (const auto& next = found->elsewhere; next && next->window != run.best)
            frames.push_back({sight.rect(next->window), "best elsewhere " + likelihood_text(next->value)});
    }
    for (const Named& one : frames) draw_outline(frame, one.rect);
    if (found) {
        const Rect window = sight.rect(task_.window());
        draw_dashed(frame, window);
        frames.push_back({window, likelihood_text(app::value_at(task_.shown_map(), task_.window()))});
    }
    for (const Named& one : frames) draw_named(frame, sight.plates, one.rect, one.name, one.light);
    const ImVec2 middle(sight.area.centre().x, sight.area.min.y + frame.em(4));
    if (!task_.complaint().empty())
        draw_plate(frame, middle, task_.complaint(), Align::centre);
    else if (waiting_s_ > waiting_after_s)
        draw_plate(frame, middle, "Searching \u2026", Align::centre);
}

bool LikelihoodPanel::grabs(PlanePoint at) const {
    const vision::Region& wanted = task_.request().wanted;
    // Where nothing but the template is in sight, a drag pans.
    return !fills_stage_ && at.x >= double(wanted.x0) && at.x < double(wanted.x1) &&
           at.y >= double(wanted.y0) && at.y < double(wanted.y1);
}

void LikelihoodPanel::on_drag(PlanePoint from, PlanePoint to, bool begins) {
    if (begins || !grabbed_) grabbed_ = task_.request().wanted;
    const Extent extent = model_.picture()->extent();
    const int64_t x = std::clamp<int64_t>(grabbed_->x0 + std::llround(to.x - from.x), 0,
                                          extent.width - grabbed_->width()),
                  y = std::clamp<int64_t>(grabbed_->y0 + std::llround(to.y - from.y), 0,
                                          extent.height - grabbed_->height());
    model_.set_region({x, y, x + grabbed_->width(), y + grabbed_->height()});
    advance(0);
}

void LikelihoodPanel::advance(double dt) {
    if (!model_.picture()) return;
    if (model_.region()) task_.set_wanted(*model_.region());
    task_.point_at(model_.pointer_x(), model_.pointer_y());
    waiting_s_ = task_.current() || !task_.complaint().empty() ? 0 : waiting_s_ + dt;
}

bool LikelihoodPanel::animating() const {
    // So that the word about a slow search comes without a movement of the mouse.
    return waiting_s_ > 0 && waiting_s_ < waiting_after_s + 0.1;
}

std::string LikelihoodPanel::presented_subject() const {
    return fmt::format("Likelihood of every window, {} bins", task_.request().bins);
}

std::string LikelihoodPanel::presented_sentence() const {
    const auto& request = task_.request();
    const std::string what = request.features.size() == 1
                                 ? std::string(title_of(request.features.front()))
                                 : fmt::format("{} features", request.features.size());
    return fmt::format(
        "The lighter a place, the more the window around it looks like the **template**: histograms of {} in "
        "**{} bins**, compared by {}.",
        what, request.bins, title_of(request.measure));
}

namespace {

constexpr float title_em = 1.3F, value_em = 1.3F, gap_em = 0.3F, sign_em = 1.2F;

}  // namespace

float LikelihoodPanel::strip_em(const Frame& frame) const {
    const auto found = task_.found();
    if (!found) return 0;
    if (found->request.features.size() == 1) return frame.low ? 5.8F : 8;
    return frame.low ? 8 : frame.density >= Density::wide ? 13 : 11;
}

void LikelihoodPanel::draw_strip(Frame& frame, Rect area) {
    const auto found = task_.found();
    if (!found) return;
    area = area.inset(frame.em(1.5F), 0);
    area.max.y -= frame.em(0.4F);
    const size_t features = found->request.features.size();
    const Extent picture = found->grey->extent();
    const float shape = std::clamp(float(picture.width) / float(picture.height), 0.4F, 4.0F);
    const float heights = area.height() - frame.em(title_em + value_em);
    if (features == 1) {
        // One feature: its map is beside it.
        const float width = std::min(heights * shape, area.width() / 2 - frame.em(sign_em));
        draw_feature(frame, Rect::sized(area.min, width, width / shape), {width + frame.em(sign_em), 0}, 0);
        return;
    }
    const auto columns = float(features + 1);
    const float room = area.width() / columns - frame.em(sign_em);
    const float width = std::min(room, (heights - frame.em(gap_em)) / 2 * shape), height = width / shape;
    const float pitch = std::clamp(frame.em(7), width + frame.em(sign_em), area.width() / columns);
    const ImVec2 below(0, height + frame.em(gap_em));
    for (size_t i = 0; i <= features; ++i) {
        const float left = area.min.x + float(i) * pitch;
        const Rect first = Rect::sized({left, area.min.y}, width, height);
        if (i < features)
            draw_feature(frame, first, below, i);
        else
            draw_product(frame, first.moved(below));
        if (i > 0)
            draw_text(frame, {left - (pitch - width) / 2, first.centre().y + below.y + frame.em(title_em)},
                      type::strong, Role::t2, i == features ? "=" : "×", Align::centre);
    }
}

void LikelihoodPanel::draw_feature(Frame& frame, Rect plane, ImVec2 to_map, size_t number) {
    const auto found = task_.found();
    const vision::PictureFeature feature = found->request.features[number];
    const bool shown = task_.shown_feature() == feature;
    const auto id = [&](std::string_view what) {
        return fmt::format("playground.likelihood.{}.{}", what, int(feature));
    };
    const bool single = found->request.features.size() == 1;
    draw_elided(frame, {plane.min.x, plane.min.y + frame.em(0.6F)}, plane.width() + frame.em(sign_em * 0.8F),
                type::small, shown || single ? Role::t1 : Role::t2, words_of(feature).shorter);
    plane = plane.moved({0, frame.em(title_em)});
    const Rect map = plane.moved(to_map);
    draw_thumb(frame, id("plane"), plane, found->planes.at(feature).thumb, shown && task_.shows_plane(),
               [this, feature] { task_.show_feature(feature, true); });
    const bool mapped = single ? !task_.shows_plane() : shown && !task_.shows_plane();
    draw_thumb(frame, id("map"), map, found->thumbs[number], mapped,
               [this, feature] { task_.show_feature(feature); });
    draw_text(frame, {map.centre().x, map.max.y + frame.em(0.75F)}, type::code, Role::t1,
              likelihood_text(app::value_at(found->run.maps[number], task_.window())), Align::centre);
}

void LikelihoodPanel::draw_product(Frame& frame, Rect map) {
    const auto found = task_.found();
    const bool shown = !task_.shown_feature();
    draw_text(frame, {map.min.x, map.min.y + frame.em(0.6F)}, type::small, shown ? Role::t1 : Role::t2,
              "product");
    map = map.moved({0, frame.em(title_em)});
    draw_thumb(frame, "playground.likelihood.product", map, found->thumbs.back(), shown,
               [this] { task_.show_feature(std::nullopt); });
    draw_text(frame, {map.centre().x, map.max.y + frame.em(0.75F)}, type::code_strong, Role::t1,
              likelihood_text(app::value_at(found->run.fused, task_.window())), Align::centre);
}

void LikelihoodPanel::draw_thumb(Frame& frame, const std::string& id, Rect rect,
                                 const std::shared_ptr<const DrawnPicture>& picture, bool chosen,
                                 const std::function<void()>& choose) {
    rect = rect.snapped();
    const Interaction state = interact(frame, id, rect);
    if (state.clicked) choose();
    frame.fill(rect, Role::bg2);
    // A map is smaller than its picture by the window: each place is at its window's middle.
    Rect inside = rect;
    if (picture->place) {
        const Extent whole = task_.found()->grey->extent();
        const auto x = [&](int64_t at) { return rect.min.x + rect.width() * float(at) / float(whole.width); };
        const auto y = [&](int64_t at) {
            return rect.min.y + rect.height() * float(at) / float(whole.height);
        };
        inside = {x(picture->place->x0), y(picture->place->y0), x(picture->place->x1), y(picture->place->y1)};
    }
    frame.list()->AddImage(textures_[id].of(picture)->id(), inside.min, inside.max);
    if (chosen || state.hovered) frame.outline(rect, chosen ? Role::ink : Role::line2, 0, frame.px(2));
    if (state.focused) draw_focus(frame, rect, 0);
}

namespace {

constexpr int written_terms = 3;

/// The axis of a histogram: the plane's values 0 … 256, with the bins' edges where they are.
struct ValueAxis {
    Rect field;
    const std::vector<int>& edges;
    float x(int value) const { return field.min.x + field.width() * float(value) / 256; }
    float left(size_t bin) const { return x(edges[bin]); }
    float right(size_t bin) const { return x(edges[bin + 1]); }
    /// The bin at this place; the nearest that has any width.
    int bin_at(float at) const {
        const int value = std::clamp(int((at - field.min.x) / field.width() * 256), 0, 255);
        return int(std::upper_bound(edges.begin(), edges.end(), value) - edges.begin()) - 1;
    }
};

void draw_axis(Frame& frame, const ValueAxis& axis) {
    const Rect& field = axis.field;
    frame.line({field.min.x, field.max.y}, field.max, Role::line2, 1);
    float last = field.min.x - frame.em();
    for (const int edge : axis.edges) {
        const float x = snap(axis.x(edge));
        if (x - last < 3) continue;
        frame.line({x, field.max.y}, {x, field.max.y + frame.em(0.3F)}, Role::t3, 1);
        last = x;
    }
    for (const int value : {0, 64, 128, 192, 255})
        draw_text(frame, {axis.x(value), field.max.y + frame.em(0.95F)}, type::tick, Role::t3,
                  std::to_string(value),
                  value == 0     ? Align::left
                  : value == 255 ? Align::right
                                 : Align::centre);
}

/// With spaces that break no line but beside a plus.
std::string kept_together(const std::string& terms) {
    std::string text;
    for (size_t i = 0; i < terms.size(); ++i) {
        const bool sign = (i > 0 && terms[i - 1] == '+') || (i + 1 < terms.size() && terms[i + 1] == '+');
        text += terms[i] == ' ' && !sign ? "\u00A0" : std::string(1, terms[i]);
    }
    return text;
}

/// A part's time with a bar of its share.
void draw_part(Frame& frame, Column& at, std::string_view name, double ms, double all) {
    const float y = at.y + frame.em(pane_row_em / 2), left = at.x + frame.em(8),
                right = at.right() - frame.em(4.6F), half = frame.em(0.2F);
    draw_text(frame, {at.x, y}, type::label, Role::t2, name);
    const auto share = float(all > 0 ? ms / all : 0);
    frame.fill({left, y - half, right, y + half}, Role::bg3, half);
    if (share > 0)
        frame.fill({left, y - half, left + std::max(2 * half, (right - left) * share), y + half}, Role::t2,
                   half);
    draw_text(frame, {at.right(), y}, type::number, Role::t1, milliseconds_text(ms), Align::right);
    at.y += frame.em(pane_row_em);
}

}  // namespace

void LikelihoodPanel::draw_numbers(Frame& frame, Column& at, float bottom) {
    if (!task_.found()) {
        section_head(frame, at, "Likelihood of every window");
        return draw_words(frame, at, task_.complaint().empty() ? "Searching \u2026" : task_.complaint());
    }
    draw_window_section(frame, at);
    section_rule(frame, at);
    // What the other sections leave, within reason.
    const float rest = bottom - at.y - frame.em(30.5F);
    draw_histograms_head(frame, at);
    draw_histograms(frame, at, std::clamp(rest, frame.em(4), frame.em(16)));
    draw_likeness(frame, at);
    section_rule(frame, at);
    draw_bin(frame, at);
    section_rule(frame, at);
    draw_time(frame, at);
}

void LikelihoodPanel::draw_window_section(Frame& frame, Column& at) {
    const auto found = task_.found();
    const vision::Region window = task_.window();
    section_head(frame, at, "Window under the pointer", fmt::format("({}, {})", window.x0, window.y0),
                 type::code);
    const double value = app::value_at(found->run.fused, window);
    const size_t features = found->request.features.size();
    draw_pair(frame, at, features == 1 ? "likelihood" : fmt::format("product of {} features", features),
              likelihood_text(value), true);
    if (found->elsewhere) {
        const vision::Region& there = found->elsewhere->window;
        draw_pair(frame, at, fmt::format("best elsewhere, at ({}, {})", there.x0, there.y0),
                  likelihood_text(found->elsewhere->value));
    }
}

void LikelihoodPanel::draw_histograms_head(Frame& frame, Column& at) {
    const auto found = task_.found();
    const std::string title(title_of(found->request.features[task_.counted()]));
    draw_key(frame, {at.right(), at.y + frame.em(0.7F)}, "window", "template", 0.4F);
    section_head(frame, at, found->request.features.size() == 1 ? "Histograms" : title);
}

void LikelihoodPanel::draw_histograms(Frame& frame, Column& at, float field_height) {
    const auto found = task_.found();
    const size_t number = task_.counted();
    const ValueAxis axis{Rect::sized(at, at.width, field_height).snapped(), found->run.bin_edges[number]};
    const auto* looked = task_.looked_at();
    // Of the window before, while this one is counted; of another search nothing.
    const bool counted = looked && looked->of == found && looked->feature == number;
    const vision::Histogram& wanted = found->run.wanted_histograms[number];
    uint32_t most = std::max<uint32_t>(1, *max_element(wanted));
    if (counted)
        for (const vision::BinCount& bin : task_.looked_at_bins()) most = std::max(most, bin.count);
    const auto y = [&](uint32_t count) {
        return axis.field.max.y - axis.field.height() * float(count) / float(most);
    };
    const Interaction state = interact(frame, "playground.likelihood.histogram", axis.field);
    task_.look_at_bin(state.hovered ? std::optional(axis.bin_at(ImGui::GetIO().MousePos.x)) : std::nullopt);
    const auto bin = size_t(task_.bin());
    frame.fill(
        {axis.left(bin), axis.field.min.y, std::max(axis.right(bin), axis.left(bin) + 2), axis.field.max.y},
        Role::bg3);
    for (size_t i = 0; i < wanted.size(); ++i) {
        const float left = snap(axis.left(i)), right = snap(axis.right(i));
        const float gap = right - left > 3 ? 1.0F : 0.0F;
        if (right > left) frame.fill({left + gap, snap(y(wanted[i])), right, axis.field.max.y}, Role::read);
    }
    if (counted) {
        std::vector<ImVec2> steps;
        for (size_t i = 0; i < wanted.size(); ++i) {
            if (axis.right(i) <= axis.left(i)) continue;
            const float height = y(task_.looked_at_bins()[i].count);
            steps.emplace_back(axis.left(i), height);
            steps.emplace_back(axis.right(i), height);
        }
        frame.list()->AddPolyline(steps.data(), int(steps.size()), frame.colour(Role::t1), 0, frame.px(1.6F));
    }
    draw_axis(frame, axis);
    at.y = axis.field.max.y + frame.em(1.7F);
}

void LikelihoodPanel::draw_likeness(Frame& frame, Column& at) {
    const auto* looked = task_.looked_at();
    if (!looked) return;
    const vision::LikelihoodRequest& request = looked->of->request;
    const int64_t pixels = request.wanted.count();
    const auto& bins = task_.looked_at_bins();
    const std::string terms =
        fmt::format("{}: `{}`", title_of(request.measure),
                    kept_together(shares_in_words(bins, request.measure, written_terms)));
    draw_words(frame, at, terms, type::label);
    draw_pair(frame, at, "= " + sum_in_words(bins, request.measure, pixels),
              likelihood_text(likeness_of(bins, pixels)), true);
}

void LikelihoodPanel::draw_bin(Frame& frame, Column& at) {
    const auto* looked = task_.looked_at();
    if (!looked) return section_head(frame, at, "One bin from four corners");
    const auto& bins = task_.looked_at_bins();
    const auto& edges = looked->of->run.bin_edges[looked->feature];
    const size_t bin = std::min(size_t(task_.bin()), bins.size() - 1);
    const vision::BinCount& counts = bins[bin];
    section_head(frame, at, fmt::format("Bin {} from four corners", bin),
                 fmt::format("values {} to {}", edges[bin], std::max(edges[bin], edges[bin + 1] - 1)));
    draw_corners(frame, at, looked->window, counts.corners);
    draw_pair(frame, at, "= in the window", grouped(counts.count), true);
    draw_pair(frame, at, "in the template", grouped(counts.wanted));
    const bool minimum = looked->of->request.measure == vision::Measure::intersection;
    draw_pair(frame, at, minimum ? "shared: the smaller one" : "shared: √ of the product",
              minimum ? grouped(std::llround(counts.shared)) : fmt::format("{:.1f}", counts.shared));
}

void LikelihoodPanel::draw_time(Frame& frame, Column& at) {
    const auto found = task_.found();
    const vision::LikelihoodRun& run = found->run;
    const double all = found->milliseconds();
    section_head(frame, at, "Time", found->on->title());
    if (found->on->is_slow()) return draw_words(frame, at, emulated_sentence());
    const std::pair<std::string_view, double> parts[] = {{"features, bins", run.planes_ms},
                                                         {"tables of sums", run.tensor_ms},
                                                         {"every window", run.map_ms},
                                                         {"transfers", run.transfer_ms}};
    for (const auto& [name, ms] : parts)
        if (ms > 0) draw_part(frame, at, name, ms, all);
    draw_pair(frame, at, fmt::format("{} a map", milliseconds_text(all)),
              all > 0 ? fmt::format("{:.{}f} maps a second", 1000 / all, all > 100 ? 1 : 0) : "", true);
    at.y += frame.em(0.4F);
}

float LikelihoodPanel::presented_beside_em(const Frame& frame) const {
    return task_.found() && frame.area.width() > frame.em(40) ? 16 : 0;
}

void LikelihoodPanel::draw_presented_beside(Frame& frame, Rect area) {
    const auto found = task_.found();
    const float row = frame.em(1.6F);
    Column at(area.min, area.width());
    draw_text(frame, {at.x, at.y + row / 2}, type::label, Role::t2, "window under the pointer");
    draw_text(frame, {at.right(), at.y + row / 2}, type::number_strong, Role::t1,
              likelihood_text(app::value_at(found->run.fused, task_.window())), Align::right);
    at.y += row + frame.em(0.6F);
    const float height = area.max.y - at.y - frame.em(1.7F) - 2 * row;
    if (height < frame.em(2)) return;
    draw_histograms(frame, at, height);
    at.y += frame.em(0.2F);
    draw_key(frame, {at.right(), at.y + row / 2}, "window", "template", 0.4F);
    at.y += row;
    const auto* looked = task_.looked_at();
    if (looked && looked->of == found)
        draw_text(frame, {at.right(), at.y + row / 2}, type::label, Role::t2,
                  sum_in_words(task_.looked_at_bins(), found->request.measure, found->request.wanted.count()),
                  Align::right);
}

}  // namespace upsweep::app
