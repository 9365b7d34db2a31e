// Differences of boxes: which boxes with which weights, their sums under the pointer, and what is made of
// them.
#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/core.h>

#include "app/playground/model/difference_task.h"
#include "app/playground/model/playground_time.h"
#include "app/playground/view/playground_panel.h"
#include "app/playground/view/playground_parts.h"
#include "app/ui/controls.h"
#include "replay/data/picture.h"

namespace upsweep::app {
namespace {

using vision::BoxPart;
using vision::BoxResponse;

std::string weight_text(std::int64_t weight) {
    return fmt::format("{}{}", weight < 0 ? "\u2212" : "+", weight < 0 ? -weight : weight);
}

std::string signed_text(float value) {
    return fmt::format("{}{:.4g}", value < 0 ? "\u2212" : "", value < 0 ? -value : value);
}

class DifferencePanel : public PlaygroundPanel {
  public:
    explicit DifferencePanel(PlaygroundContext context)
        : model_(context.playground), task_(context.services.jobs) {}

    DifferenceTask& task() override { return task_; }
    void bind_keys(KeyMap& keys) override {
        keys.bind("Left", "Smaller boxes", [this] { task_.set_size(task_.size_index() - 1); });
        keys.bind("Right", "Larger boxes", [this] { task_.set_size(task_.size_index() + 1); });
        keys.bind("P", "Dxx, Dyy, Dxy, determinant, centre and surround", [this] {
            task_.set_response(static_cast<BoxResponse>((static_cast<int>(task_.response()) + 1) %
                                                        reference::box_response_count));
        });
    }
    float draw_controls(Frame& frame, ImVec2 at, float width) override;
    float draw_numbers(Frame& frame, ImVec2 at, float width, float bottom) override;
    void draw_over(Frame& frame, const PlaygroundSight& sight) override;
    bool takes_region() const override { return false; }
    std::string presented_subject() const override {
        return fmt::format("Difference of boxes, {}, {} × {}", response_words(task_.response()), task_.size(),
                           task_.size());
    }
    std::string presented_sentence() const override;
    std::int64_t moment() const override {
        return task_.size_index() * 8 + static_cast<int>(task_.response());
    }

  private:
    float draw_boxes(Frame& frame, ImVec2 at, float width, std::string_view title,
                     const std::vector<BoxPart>& boxes, float value);
    void draw_lobes(Frame& frame, Rect field, const std::vector<BoxPart>& boxes) const;

    Playground& model_;
    DifferenceTask task_;
};

float DifferencePanel::draw_controls(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    at.y += rail_head(frame, at, "Response");
    chip(frame, "playground.response", at, "", response_words(task_.response()), 14, [&] {
        bool closed = false;
        for (int i = 0; i < reference::box_response_count; ++i) {
            const auto response = static_cast<BoxResponse>(i);
            if (menu_row(frame, fmt::format("playground.response.{}", i), response_words(response),
                         response == task_.response())) {
                task_.set_response(response);
                closed = true;
            }
        }
        return closed;
    });
    at.y += frame.em(2.3F);
    draw_text(frame, {at.x, at.y + frame.em(rail_row_em / 2)}, type::strong, frame.colour(Role::t1), "Boxes");
    draw_text(frame, {at.x + width, at.y + frame.em(rail_row_em / 2)}, type::number, frame.colour(Role::t1),
              fmt::format("{} × {}", task_.size(), task_.size()), Align::right);
    at.y += frame.em(rail_row_em);
    auto index = static_cast<float>(task_.size_index());
    static constexpr std::array<float, 11> ticks = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    const SliderOptions options{.ticks = ticks, .whole = true, .value_width_em = 0};
    if (slider(frame, "playground.box_size", Rect::sized(at, width, frame.em(rail_row_em)), index, 0,
               static_cast<float>(std::size(box_sizes) - 1), options))
        task_.set_size(static_cast<int>(index));
    at.y += frame.em(rail_row_em + 0.4F);
    at.y += value_row(frame, at, width, "a lobe", fmt::format("{} pixels", task_.size() / 3), type::code);
    return at.y - start;
}

/// The boxes as SURF's figures draw them: light where they are added, dark where they are subtracted.
void DifferencePanel::draw_lobes(Frame& frame, Rect field, const std::vector<BoxPart>& boxes) const {
    const bool around = task_.response() == BoxResponse::centre_surround;
    frame.list()->AddRectFilled(field.min, field.max, IM_COL32(128, 128, 128, 255));
    const auto size = static_cast<float>(task_.size());
    const auto x = static_cast<float>(model_.pointer_x()) - (size - 1) / 2,
               y = static_cast<float>(model_.pointer_y()) - (size - 1) / 2;
    const float scale = field.width() / size;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const vision::Region& region = boxes[i].region;
        const Rect lobe = Rect(field.min.x + (static_cast<float>(region.x0) - x) * scale,
                               field.min.y + (static_cast<float>(region.y0) - y) * scale,
                               field.min.x + (static_cast<float>(region.x1) - x) * scale,
                               field.min.y + (static_cast<float>(region.y1) - y) * scale)
                              .snapped();
        const bool light = around ? i == 1 : boxes[i].weight > 0;
        frame.list()->AddRectFilled(lobe.min, lobe.max, light ? over::white : over::black);
        frame.list()->AddRect(lobe.min, lobe.max, frame.colour(Role::line2), 0, 0, frame.px(1));
    }
    frame.list()->AddRect(field.min, field.max, frame.colour(Role::line2), 0, 0, frame.px(1));
}

float DifferencePanel::draw_boxes(Frame& frame, ImVec2 at, float width, std::string_view title,
                                  const std::vector<BoxPart>& boxes, float value) {
    const float row = frame.em(1.3F), side = frame.em(4.6F), left = at.x + side + frame.em(0.9F);
    draw_lobes(frame, Rect::sized(at, side, side).snapped(), boxes);
    float y = at.y;
    const bool around = task_.response() == BoxResponse::centre_surround;
    for (std::size_t i = 0; i < boxes.size(); ++i, y += row) {
        const BoxPart& box = boxes[i];
        const float middle = y + row / 2;
        const std::string name = around ? (i == 0 ? "all" : "mid") : weight_text(box.weight);
        draw_text(frame, {left, middle}, type::code_strong, frame.colour(Role::t1), name);
        draw_text(frame, {left + frame.em(2.2F), middle}, type::code, frame.colour(Role::t3),
                  fmt::format("{} × {}", box.region.width(), box.region.height()));
        draw_text(frame, {at.x + width, middle}, type::code, frame.colour(Role::t1), grouped(box.sum),
                  Align::right);
    }
    y += frame.em(0.15F);
    frame.list()->AddLine({left, snap(y)}, {at.x + width, snap(y)}, frame.colour(Role::t1), frame.px(1.4F));
    y += frame.em(0.15F);
    draw_text(frame, {left, y + row / 2}, type::label, frame.colour(Role::t2), title);
    draw_text(frame, {at.x + width, y + row / 2}, type::number_strong, frame.colour(Role::t1),
              signed_text(value), Align::right);
    return std::max(side, y + row - at.y) + frame.em(0.7F);
}

float DifferencePanel::draw_numbers(Frame& frame, ImVec2 at, float width, float) {
    const float start = at.y, row = frame.em(pane_row_em);
    const std::int64_t x = model_.pointer_x(), y = model_.pointer_y();
    const PlaygroundPicture& picture = *model_.picture();
    const auto looked = task_.look(x, y);
    if (!looked) return 0;
    const vision::DifferenceNumbers& numbers = *looked;

    at.y += section_head(frame, at, width, "Under the pointer", fmt::format("({}, {})", x, y), type::code);
    const ImVec2 field = draw_neighbourhood(frame, at, *picture.grey, x, y);
    const float left = at.x + field.x + frame.em(0.9F), room = at.x + width - left;
    draw_pair(frame, {left, at.y}, room, "pixel", picture.grey->text(y * picture.extent().width + x), true);
    draw_pair(frame, {left, at.y + row}, room, "value", signed_text(numbers.value), true);
    if (const auto& made = task_.made())
        draw_pair(frame, {left, at.y + 2 * row}, room, "largest", signed_text(made->largest));
    at.y += std::max(field.y, 3 * row);
    at.y += section_rule(frame, at, width);

    const int size = task_.size();
    at.y += section_head(frame, at, width, "Boxes", "4 reads each");
    if (!numbers.inside) {
        at.y += draw_words(
            frame, at, width,
            fmt::format(
                "Here the boxes reach beyond the picture: the value is `0`. Move `{}` pixels inwards.",
                size / 2));
    } else if (task_.response() == BoxResponse::centre_surround) {
        at.y += draw_boxes(frame, at, width, "difference", numbers.around, numbers.value);
        at.y += draw_words(frame, at, width,
                           fmt::format("Mean of the middle `{:.2f}`, of its surroundings `{:.2f}`.",
                                       numbers.centre, numbers.surround));
    } else {
        const std::string by = fmt::format(" = Σ / {}²", size);
        if (!numbers.xx.empty()) at.y += draw_boxes(frame, at, width, "Dxx" + by, numbers.xx, numbers.dxx);
        if (!numbers.yy.empty()) at.y += draw_boxes(frame, at, width, "Dyy" + by, numbers.yy, numbers.dyy);
        if (!numbers.xy.empty()) at.y += draw_boxes(frame, at, width, "Dxy" + by, numbers.xy, numbers.dxy);
        if (task_.response() == BoxResponse::determinant) {
            draw_pair(frame, at, width, "Dxx · Dyy − (0.9 Dxy)²", signed_text(numbers.value), true);
            at.y += row;
        }
    }
    at.y += section_rule(frame, at, width);
    const auto& made = task_.made();
    at.y += draw_time_section(frame, at, width,
                              made ? parts_sentence(picture, "Integral image", made->table_ms, "boxes",
                                                    made->filter_ms, made->transfer_ms)
                                   : "");
    return at.y - start;
}

void DifferencePanel::draw_over(Frame& frame, const PlaygroundSight& sight) {
    const std::int64_t x = model_.pointer_x(), y = model_.pointer_y(), half = task_.size() / 2;
    const vision::Region whole{x - half, y - half, x + half + 1, y + half + 1};
    const auto numbers = task_.look(x, y);
    if (numbers && numbers->inside)
        for (const auto* boxes : {&numbers->xx, &numbers->yy, &numbers->xy, &numbers->around}) {
            // All eight of the determinant would hide the picture; the right pane has them.
            if (task_.response() == BoxResponse::determinant) break;
            for (const BoxPart& box : *boxes) draw_outline(frame, sight.rect(box.region));
        }
    draw_window(frame, sight.plates, sight.rect(whole), sight.rect({x, y, x + 1, y + 1}), whole);
}

std::string DifferencePanel::presented_sentence() const {
    if (task_.response() == BoxResponse::determinant)
        return "**Eight boxes** approximate the second derivatives of a Gaussian; a large determinant marks "
               "a **blob**.";
    if (task_.response() == BoxResponse::centre_surround)
        return "The mean of the **middle** minus the mean of its **surroundings**: two boxes at every size.";
    return fmt::format("**{}** from weighted boxes: four corners each, at the same cost for **every size**.",
                       response_words(task_.response()));
}

}  // namespace

std::unique_ptr<PlaygroundPanel> make_difference_panel(PlaygroundContext context) {
    return std::make_unique<DifferencePanel>(context);
}

}  // namespace upsweep::app
