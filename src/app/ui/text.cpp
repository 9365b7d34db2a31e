// Text by role. Positions are by the middle of the capitals: baseline = middle + 0.364 x size.
#include "app/ui/text.h"

#include <algorithm>
#include <cfloat>

namespace upsweep::app {
namespace {

constexpr float half_capital = 0.364F;

ImFont* font_of(const Frame& frame, TextStyle style) {
    return frame.fonts.get(style.face, frame.theme.em(style.em));
}

float width_of(ImFont* font, std::string_view text) {
    return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text.data(), text.data() + text.size()).x;
}

// Bytes of `text` that fit in `width`, at a character's end.
std::size_t fitting(ImFont* font, std::string_view text, float width) {
    const char* rest = nullptr;
    font->CalcTextSizeA(font->FontSize, std::max(width, 1.0F), 0, text.data(), text.data() + text.size(),
                        &rest);
    return static_cast<std::size_t>(rest - text.data());
}

float shift(float width, Align align) {
    if (align == Align::left) return 0;
    return align == Align::centre ? width / 2 : width;
}

struct Word {
    const Run* run;
    std::string_view text;
    float x, width;
    int line;
};

// Breaks runs into words and words into lines. A word that is wider than the line stands alone.
std::vector<Word> lay_out(const Frame& frame, float width, const std::vector<Run>& runs) {
    std::vector<Word> words;
    float x = 0;
    int line = 0;
    std::size_t chunk = 0;  // first word that must stay with the one being placed: no blank between them
    for (const Run& run : runs) {
        ImFont* font = font_of(frame, run.style);
        const float blank = width_of(font, " ");
        std::size_t at = 0;
        while (at < run.text.size()) {
            if (run.text[at] == ' ' || run.text[at] == '\n') {
                if (run.text[at] == '\n')
                    x = 0, ++line;
                else if (x > 0)
                    x += blank;
                ++at;
                chunk = words.size();
                continue;
            }
            const std::size_t end = std::min(run.text.find_first_of(" \n", at), run.text.size());
            const std::string_view text = std::string_view(run.text).substr(at, end - at);
            words.push_back({&run, text, x, width_of(font, text), line});
            x += words.back().width;
            at = end;
            if (x <= width || words[chunk].x == 0) continue;
            const float back = words[chunk].x;
            ++line;
            for (std::size_t i = chunk; i < words.size(); ++i) words[i].x -= back, words[i].line = line;
            x -= back;
        }
    }
    return words;
}

float line_height(const Frame& frame, const std::vector<Run>& runs, float line) {
    float em = 0;
    for (const Run& run : runs) em = std::max(em, run.style.em);
    return snap(frame.em(em * line));
}

}  // namespace

float text_width(const Frame& frame, TextStyle style, std::string_view text) {
    return width_of(font_of(frame, style), text);
}

void draw_text(Frame& frame, ImVec2 at, TextStyle style, ImU32 colour, std::string_view text, Align align) {
    ImFont* font = font_of(frame, style);
    if (align != Align::left) at.x -= shift(width_of(font, text), align);
    const float baseline = at.y + half_capital * frame.em(style.em);
    const ImVec2 corner = snap(ImVec2(at.x, baseline - font->Ascent));
    frame.list()->AddText(font, font->FontSize, corner, colour, text.data(), text.data() + text.size());
}

float draw_elided(Frame& frame, ImVec2 at, float width, TextStyle style, ImU32 colour, std::string_view text,
                  Align align) {
    ImFont* font = font_of(frame, style);
    const float whole = width_of(font, text);
    if (whole <= width) {
        draw_text(frame, at, style, colour, text, align);
        return whole;
    }
    std::string cut(text.substr(0, fitting(font, text, width - width_of(font, "…"))));
    while (!cut.empty() && cut.back() == ' ') cut.pop_back();
    cut += "…";
    const float drawn = width_of(font, cut);
    draw_text(frame, at, style, colour, cut, align);
    const float left = at.x - shift(drawn, align), half = frame.em(style.em * 0.6F);
    if (ImGui::IsWindowHovered() &&
        ImGui::IsMouseHoveringRect({left, at.y - half}, {left + drawn, at.y + half}))
        tooltip(frame, text);
    return drawn;
}

void tooltip(Frame& frame, std::string_view text) {
    const float pad = frame.em(0.6F), widest = frame.em(24);
    const auto runs = marked_runs(type::body, frame.colour(Role::t1), text);
    const float width = std::min(widest, text_width(frame, type::body, text) + 1);
    const float height = paragraph_height(frame, width, runs);
    ImGui::SetNextWindowSize({width + 2 * pad, height + 2 * pad});
    ImGui::BeginTooltip();
    draw_paragraph(frame, ImGui::GetWindowPos() + ImVec2(pad, pad), width, runs);
    ImGui::EndTooltip();
}

std::vector<Run> marked_runs(TextStyle style, ImU32 colour, std::string_view marked) {
    const TextStyle code{Face::mono, style.em}, strong{Face::sans_semibold, style.em};
    std::vector<Run> runs;
    TextStyle current = style;
    std::string text;
    const auto flush = [&](TextStyle next) {
        if (!text.empty()) runs.push_back({std::move(text), current, colour});
        text.clear();
        current = next;
    };
    for (std::size_t i = 0; i < marked.size(); ++i) {
        const bool plain = current.face == style.face;
        if (marked[i] == '`')
            flush(plain ? code : style);
        else if (marked.substr(i, 2) == "**" && (plain || current.face == strong.face))
            flush(plain ? strong : style), ++i;
        else
            text += marked[i];
    }
    flush(style);
    return runs;
}

float paragraph_height(const Frame& frame, float width, const std::vector<Run>& runs, float line) {
    const auto words = lay_out(frame, width, runs);
    return words.empty() ? 0 : static_cast<float>(words.back().line + 1) * line_height(frame, runs, line);
}

float draw_paragraph(Frame& frame, ImVec2 top_left, float width, const std::vector<Run>& runs, float line) {
    const auto words = lay_out(frame, width, runs);
    const float height = line_height(frame, runs, line);
    for (const Word& word : words) {
        const float middle = top_left.y + (static_cast<float>(word.line) + 0.5F) * height;
        draw_text(frame, {top_left.x + word.x, middle}, word.run->style, word.run->colour, word.text);
    }
    return words.empty() ? 0 : static_cast<float>(words.back().line + 1) * height;
}

}  // namespace upsweep::app
