// Under the acting tile: what its last pixel's sum is made of.
#include <algorithm>

#include "replay/data/tiles.h"
#include "stage/lens.h"

namespace upsweep::stage {

using namespace replay;

namespace {

/// "left 15 + 28 + 23 + 14 = 80", as far as it fits.
std::string added_up(const std::string& name, const std::vector<std::string>& parts, const std::string& sum) {
    if (parts.size() < 2) return {};
    std::string text = name + " ";
    for (std::size_t i = 0; i < parts.size(); ++i) text += (i > 0 ? " + " : "") + parts[i];
    return text + " = " + sum;
}

}  // namespace

void draw_lens_formula(Context& stage, const replay::TilePicture& tile, Box rect) {
    if (!tile.last) return;
    Canvas& canvas = stage.canvas;
    const LastElement& last = *tile.last;
    const std::int64_t width = stage.at.tiles().output->extent.width;
    const std::string place =
        "(" + std::to_string(last.element % width) + ", " + std::to_string(last.element / width) + ")";
    std::string head = "Last pixel, " + place + ": above + left + the tile's own";
    if (canvas.text_width(type::label, head) > rect.width()) head = "Last pixel, " + place;
    canvas.text_within({rect.min.x, rect.min.y + canvas.em(0.7F)}, rect.width(), type::label, {Role::t2},
                       head);
    struct Term {
        std::string_view value, name;
        CellState state;
    };
    std::vector<Term> terms;
    if (!last.above.empty()) terms.push_back({last.above, "above", CellState::written});
    if (!last.left.empty()) terms.push_back({last.left, "left", CellState::written});
    terms.push_back({last.own, "own", CellState::idle});
    terms.push_back({last.sum, "sum", CellState::to_predict});
    const float wide = canvas.em(std::min(3.3F, (rect.width() / canvas.em() - 4.5F) / 4));
    float x = rect.min.x;
    const float y = rect.min.y + canvas.em(2.5F);
    for (std::size_t i = 0; i < terms.size(); ++i) {
        if (i > 0) {
            canvas.text({x + canvas.em(0.75F), y}, type::number_strong, {Role::t1},
                        i + 1 == terms.size() ? "=" : "+", Align::centre);
            x += canvas.em(1.5F);
        }
        const Box box = Box::sized({x, y - canvas.em(0.95F)}, wide, canvas.em(1.9F));
        draw_cell(canvas, box, {.state = terms[i].state, .value = terms[i].value, .value_em = 1.2F});
        canvas.text({box.centre().x, box.max.y + canvas.em(0.65F)}, type::small, {Role::t2}, terms[i].name,
                    Align::centre);
        x = box.max.x;
    }
    std::string parts = added_up("left", last.left_parts, last.left);
    const std::string own = added_up("own", last.own_parts, last.own);
    const std::string both = parts + (parts.empty() || own.empty() ? "" : "   ") + own;
    if (parts.empty() || canvas.text_width({Face::mono, 0.8F}, both) <= rect.width()) parts = both;
    canvas.text_within({rect.min.x, y + canvas.em(2.9F)}, rect.width(), {Face::mono, 0.8F}, {Role::t3},
                       parts);
}

}  // namespace upsweep::stage
