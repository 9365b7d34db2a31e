// The right pane: the window under the pointer, its histogram against the template's, what they share, one
// bin from four corners, and the time.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "app/playground/model/playground_time.h"
#include "app/playground/view/likelihood_panel.h"
#include "app/ui/controls.h"
#include "core/ranges.h"

namespace upsweep::app {
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
    float last = field.min.x - frame.em(1);
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
