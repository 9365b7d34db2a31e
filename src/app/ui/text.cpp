// Text by role. Positions are by the middle of the capitals: baseline = middle + 0.364 x size.
#include "app/ui/text.h"

#include <cfloat>

#include "canvas/text.h"

namespace upsweep::app {
namespace {

ImFont* font_of(const Frame& frame, TextStyle style) {
    return frame.fonts.get(style.face, frame.theme.em(style.em));
}

float width_of(ImFont* font, std::string_view text) {
    // ImGui takes a null end for a string that ends with a zero.
    if (text.empty()) return 0;
    return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text.data(), text.data() + text.size()).x;
}

// Bytes of `text` that fit in `width`, at a character's end.
size_t fitting(ImFont* font, std::string_view text, float width) {
    const char* rest = nullptr;
    font->CalcTextSizeA(font->FontSize, std::max(width, 1.0F), 0, text.data(), text.data() + text.size(),
                        &rest);
    return size_t(rest - text.data());
}

float shift(float width, Align align) {
    if (align == Align::left) return 0;
    return align == Align::centre ? width / 2 : width;
}

}  // namespace

float text_width(const Frame& frame, TextStyle style, std::string_view text) {
    return width_of(font_of(frame, style), text);
}

TextStyle title_style(const Frame& frame) {
    return frame.density >= Density::wide ? type::title : TextStyle{Face::sans_bold, 1.2F};
}

void draw_text(Frame& frame, ImVec2 at, TextStyle style, const Colour& colour, std::string_view text,
               Align align) {
    if (text.empty()) return;
    ImFont* font = font_of(frame, style);
    if (align != Align::left) at.x -= shift(width_of(font, text), align);
    const float baseline = at.y + canvas::half_capital * frame.em(style.em);
    const ImVec2 corner = snap(ImVec2(at.x, baseline - font->Ascent));
    frame.list()->AddText(font, font->FontSize, corner, frame.colour(colour), text.data(),
                          text.data() + text.size());
    if (!frame.items.texts) return;
    const float half = canvas::half_capital * frame.em(style.em);
    note_text(frame, text, {corner.x, at.y - half, corner.x + width_of(font, text), at.y + half});
}

void note_text(Frame& frame, std::string_view text, Rect box, bool cut) {
    if (!frame.items.texts) return;
    const ImDrawList& list = *frame.list();
    frame.items.texts->push_back(
        {std::string(text), box, {list.GetClipRectMin(), list.GetClipRectMax()}, cut});
}

std::string elided(const Frame& frame, TextStyle style, std::string_view text, float width) {
    ImFont* font = font_of(frame, style);
    if (width_of(font, text) <= width) return std::string(text);
    std::string cut(text.substr(0, fitting(font, text, width - width_of(font, "…"))));
    while (!cut.empty() && cut.back() == ' ') cut.pop_back();
    return cut + "…";
}

float draw_elided(Frame& frame, ImVec2 at, float width, TextStyle style, const Colour& colour,
                  std::string_view text, Align align) {
    ImFont* font = font_of(frame, style);
    const float whole = width_of(font, text);
    if (whole <= width) {
        draw_text(frame, at, style, colour, text, align);
        return whole;
    }
    const std::string cut = elided(frame, style, text, width);
    const float drawn = width_of(font, cut);
    draw_text(frame, at, style, colour, cut, align);
    if (frame.items.texts && !frame.items.texts->empty()) frame.items.texts->back().cut = true;
    const float left = at.x - shift(drawn, align), half = frame.em(style.em * 0.6F);
    if (ImGui::IsWindowHovered() &&
        ImGui::IsMouseHoveringRect({left, at.y - half}, {left + drawn, at.y + half}))
        tooltip(frame, text);
    return drawn;
}

void tooltip(Frame& frame, std::string_view text) {
    Tip& tip = frame.items.tip;
    if (tip.never) return;
    const int number = ImGui::GetFrameCount();
    // Not wanted in the frame before: the pointer has just come.
    if (tip.text != text || tip.asked + 1 < number) tip.text = text, tip.since = frame.time;
    tip.asked = number;
    if (frame.time - tip.since >= tip_delay_s) plate(frame, text);
}

void plate(Frame& frame, std::string_view text) {
    const float pad = frame.em(0.6F), widest = frame.em(24);
    const auto runs = marked_runs(type::body, {Role::t1}, text);
    const float width = std::min(widest, text_width(frame, type::body, text) + 1);
    const float height = paragraph_height(frame, width, runs);
    ImGui::SetNextWindowSize({width + 2 * pad, height + 2 * pad});
    ImGui::BeginTooltip();
    draw_paragraph(frame, ImGui::GetWindowPos() + ImVec2(pad, pad), width, runs);
    frame.items.note("tooltip", {ImGui::GetWindowPos(), ImGui::GetWindowPos() + ImGui::GetWindowSize()});
    ImGui::EndTooltip();
}

float paragraph_height(const Frame& frame, float width, const std::vector<Run>& runs, float line) {
    const auto words = canvas::lay_out(frame.em(), width, runs);
    return words.empty() ? 0 : float(words.back().line + 1) * canvas::line_height(frame.em(), runs, line);
}

float draw_paragraph(Frame& frame, ImVec2 top_left, float width, const std::vector<Run>& runs, float line) {
    const auto words = canvas::lay_out(frame.em(), width, runs);
    const float height = canvas::line_height(frame.em(), runs, line);
    for (const canvas::Word& word : words) {
        const float middle = top_left.y + (float(word.line) + 0.5F) * height;
        draw_text(frame, {top_left.x + word.x, middle}, word.run->style, word.run->ink, word.text);
    }
    return words.empty() ? 0 : float(words.back().line + 1) * height;
}

}  // namespace upsweep::app
