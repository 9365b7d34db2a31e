// Breaking paragraphs into words and lines.
#include "canvas/paragraph.h"

#include <algorithm>

#include "canvas/measure.h"

namespace upsweep::canvas {
std::vector<Run> marked_runs(TextStyle style, Ink ink, std::string_view marked) {
    const TextStyle code{Face::mono, style.em}, strong{Face::sans_semibold, style.em};
    std::vector<Run> runs;
    TextStyle current = style;
    std::string text;
    const auto flush = [&](TextStyle next) {
        if (!text.empty()) runs.push_back({std::move(text), current, ink});
        text.clear();
        current = next;
    };
    for (size_t i = 0; i < marked.size(); ++i) {
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

namespace {

/// Code of a few words is one word: "3 + 1 = 4" is not read over a line's end. Longer code breaks at blanks.
bool stays_whole(const Run& run, Type type, float width) {
    const bool code = run.style.face == Face::mono || run.style.face == Face::mono_bold;
    return code && !run.text.empty() && run.text.front() != ' ' && run.text.back() != ' ' &&
           run.text.find('\n') == std::string::npos && text_width(type, run.text) <= 0.6F * width;
}

}  // namespace

std::vector<Word> lay_out(float em, float width, const std::vector<Run>& runs) {
    std::vector<Word> words;
    float x = 0;
    int line = 0;
    size_t chunk = 0;  // first word that must stay with the one being placed: no blank between them
    for (const Run& run : runs) {
        const std::string_view all = run.text;
        const Type type = type_at(em, run.style);
        const float blank = text_width(type, " ");
        const bool whole = stays_whole(run, type, width);
        size_t at = 0;
        while (at < all.size()) {
            if ((all[at] == ' ' && !whole) || all[at] == '\n') {
                if (all[at] == '\n')
                    x = 0, ++line;
                else if (x > 0)
                    x += blank;
                ++at;
                chunk = words.size();
                continue;
            }
            const size_t end = whole ? all.size() : std::min(all.find_first_of(" \n", at), all.size());
            const std::string_view text = all.substr(at, end - at);
            words.push_back({&run, text, x, text_width(type, text), line});
            x += words.back().width;
            at = end;
            if (x <= width || words[chunk].x == 0) continue;
            const float back = words[chunk].x;
            ++line;
            for (size_t i = chunk; i < words.size(); ++i) words[i].x -= back, words[i].line = line;
            x -= back;
        }
    }
    return words;
}

float line_height(float em, const std::vector<Run>& runs, float line) {
    float largest = 0;
    for (const Run& run : runs) largest = std::max(largest, run.style.em);
    return snap(largest * line * em);
}

float paragraph_height(const Canvas& canvas, float width, const std::vector<Run>& runs, float line) {
    const auto words = lay_out(canvas.em(), width, runs);
    return words.empty() ? 0 : float(words.back().line + 1) * line_height(canvas.em(), runs, line);
}

float draw_paragraph(Canvas& canvas, Point top_left, float width, const std::vector<Run>& runs, float line) {
    const auto words = lay_out(canvas.em(), width, runs);
    const float height = line_height(canvas.em(), runs, line);
    for (const Word& word : words) {
        const float middle = top_left.y + (float(word.line) + 0.5F) * height;
        canvas.text({top_left.x + word.x, middle}, word.run->style, word.run->ink, word.text);
    }
    return words.empty() ? 0 : float(words.back().line + 1) * height;
}

}  // namespace upsweep::canvas
