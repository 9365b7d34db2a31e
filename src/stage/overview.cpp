// The whole of an array that is too long for the tape, as a strip of lowest and highest values.
#include <cmath>

#include "emulator/findings/finding_words.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "replay/data/diagram.h"
#include "replay/data/picture.h"
#include "stage/parts.h"

namespace upsweep::stage {

using namespace replay;

namespace {

/// A tick in the strip for each cell of this step; under it, at either end, those that the tape does not
/// show.
void draw_touches(Context& stage, Box strip, float bottom) {
    Canvas& canvas = stage.canvas;
    const StepPicture& picture = stage.picture();
    const ArrayTouches* touches = picture.touches(picture.followed);
    if (touches == nullptr) return;
    const float scale =
        strip.width() / static_cast<float>(std::max<std::int64_t>(1, stage.at.diagram().cells));
    for (const CellTouch& touch : touches->cells) {
        const float x = std::round(strip.min.x + (static_cast<float>(touch.cell) + 0.5F) * scale);
        const Role role = touch.written || touch.delayed ? Role::written : Role::read;
        const float half = std::round(canvas.px(2));
        canvas.rectangle({{x - half, strip.min.y}, {x + half, strip.max.y}}, Ink{role});
    }
    if (bottom < strip.max.y + canvas.em(0.95F)) return;
    const float y = strip.max.y + canvas.em(0.6F), room = strip.width() / 2 - canvas.em(0.5F);
    for (const bool left : {true, false}) {
        std::string text = touched_beyond(picture, stage.columns, left);
        if (text.empty()) continue;
        text = left ? "← " + text : text + " →";
        canvas.text_within(
            {left ? strip.min.x : strip.max.x - std::min(room, canvas.text_width(type::small, text)), y},
            room, type::small, {Role::t1}, text);
    }
}

}  // namespace

std::string touched_beyond(const StepPicture& picture, const Columns& columns, bool left) {
    const ArrayTouches* touches = picture.touches(picture.followed);
    if (touches == nullptr) return {};
    std::vector<std::int64_t> cells;
    for (const CellTouch& touch : touches->cells)
        if (left ? touch.cell < columns.first : touch.cell >= columns.first + columns.count)
            cells.push_back(touch.cell);
    if (cells.empty()) return {};
    if (cells.size() > 6) return std::to_string(cells.size()) + " more cells of this step";
    return "also " + emulator::counted_in_words("cell", cells);
}

void draw_overview(Context& stage, Box rect) {
    Canvas& canvas = stage.canvas;
    const emulator::ArrayId array = stage.picture().followed;
    const emulator::ArrayInfo& info = stage.info(array);
    const std::int64_t cells = std::max<std::int64_t>(1, stage.at.diagram().cells),
                       held = std::min(cells, info.extent.count()), first = stage.columns.first;
    Box strip = Box::edges(stage.columns.left, rect.min.y + canvas.em(0.2F), stage.columns.right(),
                           rect.min.y + canvas.em(1.15F));
    strip = strip.snapped();
    canvas.rectangle(strip, {Role::bg1});
    // Lowest and highest value of the cells under each column of pixels; at most 64 samples a column.
    const int columns = std::max(1, static_cast<int>(strip.width() / std::max(1.0F, canvas.px(2))));
    std::vector<std::pair<double, double>> spread;
    double low = 0, high = 1;
    for (int c = 0; c < columns; ++c) {
        const std::int64_t from = cells * c / columns, to = std::max(from + 1, cells * (c + 1) / columns);
        double least = 0, most = 0;
        for (std::int64_t i = from; i < std::min(to, held);
             i += std::max<std::int64_t>(1, (to - from) / 64)) {
            if (!stage.at.player().defined(array, i)) continue;
            const double value = bits_to_number(info.type, stage.at.player().bits(array, i));
            least = std::min(least, value);
            most = std::max(most, value);
        }
        spread.emplace_back(least, most);
        low = std::min(low, least);
        high = std::max(high, most);
    }
    const auto y = [&](double value) {
        return strip.max.y - static_cast<float>((value - low) / (high - low)) * strip.height();
    };
    for (int c = 0; c < columns; ++c) {
        const auto& [least, most] = spread[static_cast<std::size_t>(c)];
        const float x =
            strip.min.x + strip.width() * (static_cast<float>(c) + 0.5F) / static_cast<float>(columns);
        canvas.line({x, y(most)}, {x, y(least) + 1}, {Ink{Role::line2}, std::max(1.0F, canvas.px(1.4F))});
    }
    const float scale = strip.width() / static_cast<float>(cells);
    const Box window =
        Box::edges(strip.min.x + static_cast<float>(first) * scale, strip.min.y,
                   strip.min.x + static_cast<float>(first + stage.columns.count) * scale, strip.max.y);
    canvas.outline(window, {Ink{Role::ink}, canvas.px(2)});
    draw_touches(stage, strip, rect.max.y);
    canvas.text({stage.label_left, strip.centre().y}, type::small, {Role::t3},
                stage.narrow
                    ? "window"
                    : "cells " + std::to_string(first) + "–" +
                          std::to_string(first + stage.columns.count - 1) + " of " + std::to_string(cells));
    canvas.hit("overview", strip);
}

}  // namespace upsweep::stage
