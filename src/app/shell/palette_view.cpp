// Draws the command palette over the window.
#include "app/shell/palette_view.h"

#include <algorithm>
#include <string>

#include "app/ui/controls.h"

namespace upsweep::app {
namespace {

constexpr float width_em = 44, palette_view_row_em = 2, field_em = 2.5F, margin_em = 0.75F;
constexpr size_t most_rows = 12;

void draw_row(Frame& frame, Rect row, const PaletteEntry& entry, bool chosen, bool hovered) {
    if (chosen || hovered) frame.fill(row, Colour(Role::bg3, chosen ? 1 : 0.5F), frame.em(0.25F));
    const float y = row.centre().y, left = row.min.x + frame.em(0.75F), right = row.max.x - frame.em(0.75F);
    const float keys = text_width(frame, type::code, entry.keys), kinds = frame.em(7);
    draw_text(frame, {right, y}, type::code, Role::t2, entry.keys, Align::right);
    const float end = std::min(right - kinds, right - keys - frame.em(0.8F));
    const float room = end - left - kinds;
    draw_elided(frame, {left, y}, room, type::body, Role::t1, entry.title);
    draw_text(frame, {end - kinds + frame.em(0.8F), y}, type::label, Role::t3, entry.kind);
}

/// The first row that is shown, so that the chosen one is among them.
size_t first_row(const PaletteList& palette, size_t rows) {
    const size_t wanted = palette.chosen() < rows / 2 ? 0 : palette.chosen() - rows / 2;
    return std::min(wanted, palette.size() - std::min(palette.size(), rows));
}

}  // namespace

bool press_in_palette(PaletteList& palette, const KeyEvent& event) {
    const Chord chord = event.chord;
    const bool walks = chord.key == Key::up || chord.key == Key::down || chord.key == Key::tab ||
                       chord.key == Key::page_up || chord.key == Key::page_down;
    if (!walks && chord.key != Key::enter && chord.key != Key::escape) return false;
    if (!event.down) return true;
    if (chord.key == Key::escape) palette.close();
    if (chord.key == Key::enter) palette.run(palette.chosen());
    if (chord.key == Key::down || (chord.key == Key::tab && !chord.shift)) palette.move(1);
    if (chord.key == Key::up || (chord.key == Key::tab && chord.shift)) palette.move(-1);
    const auto last = int(palette.size()) - 1, at = int(palette.chosen());
    const int page = int(most_rows);
    if (chord.key == Key::page_down) palette.move(std::min(page, last - at));
    if (chord.key == Key::page_up) palette.move(-std::min(page, at));
    return true;
}

void draw_palette(Frame& frame, Rect window, PaletteList& palette) {
    ImGui::SetNextWindowPos(window.min);
    ImGui::SetNextWindowSize(window.size());
    ImGui::SetNextWindowFocus();
    ImGui::Begin("palette", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollWithMouse |
                     ImGuiWindowFlags_NoNav);
    frame.fill(window, Colour(Role::bg0, 0.7F));
    const float room = window.height() - frame.em(5.5F + field_em + 2 * margin_em);
    const auto fitting = size_t(std::max(1.0F, room / frame.em(palette_view_row_em)));
    const size_t rows = std::min({most_rows, fitting, std::max<size_t>(palette.size(), 1)});
    const float width = std::min(frame.em(width_em), window.width() - frame.em(2));
    const float height = frame.em(field_em + 2.5F * margin_em + palette_view_row_em * float(rows));
    const ImVec2 corner(window.centre().x - width / 2, window.min.y + frame.em(4));
    const Rect box = Rect::sized(corner, width, height).snapped();
    frame.fill(box, Role::bg2, frame.em(0.5F));
    frame.outline(box, Role::line2, frame.em(0.5F), snap(frame.px()));

    frame.items.in_menu = true;
    Rect rest = box.inset(frame.em(margin_em));
    const Rect field = rest.cut_top(frame.em(field_em));
    std::string typed = palette.typed();
    frame.items.wants_keyboard = !ImGui::IsAnyItemActive();  // a row that is pressed keeps the mouse
    text_field(frame, "palette.field", field, typed, "Type a command, an algorithm, a lesson or a file");
    if (typed != palette.typed()) palette.type(typed);
    rest.cut_top(frame.em(margin_em / 2));
    if (palette.size() == 0)
        draw_text(frame, {rest.min.x + frame.em(0.75F), rest.min.y + frame.em(palette_view_row_em / 2)},
                  type::body, Role::t2, "Nothing matches these words.");
    const size_t first = first_row(palette, rows), end = std::min(first + rows, palette.size());
    size_t clicked = palette.size();
    for (size_t hit = first; hit < end; ++hit) {
        const Rect row = rest.cut_top(frame.em(palette_view_row_em)).snapped();
        const Interaction touch = interact(frame, "palette." + std::to_string(hit), row);
        draw_row(frame, row, palette.entry(hit), hit == palette.chosen(), touch.hovered);
        if (touch.clicked) clicked = hit;
    }
    frame.items.in_menu = false;
    const bool outside = ImGui::IsMouseClicked(0) && !box.contains(ImGui::GetIO().MousePos);
    ImGui::End();
    if (outside) palette.close();
    palette.run(clicked);
}

}  // namespace upsweep::app
