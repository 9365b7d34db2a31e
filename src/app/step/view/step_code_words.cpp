// The code pane in plain words: phases and comments as sentences, the present ones lit.
#include <algorithm>
#include <cmath>
#include <string>

#include "app/step/view/step_code.h"
#include "app/ui/controls.h"
#include "core/ranges.h"
#include "emulator/trace/trace.h"
#include "replay/code/code.h"
#include "replay/data/picture.h"
#include "replay/trace.h"

namespace upsweep::app::step {

using namespace replay;

namespace {

std::vector<canvas::Run> runs_of(const CodeSentence& one, bool lit) {
    std::vector<canvas::Run> runs;
    const bool named = !one.name.empty();
    const bool function = one.kind == CodeSentence::Kind::function;
    if (named)
        runs.push_back({one.name + (one.text.empty() ? ""
                                    : function       ? " "
                                                     : ": "),
                        function ? type::code_strong : type::strong,
                        {lit ? Role::t1 : Role::t2}});
    const bool small = one.kind != CodeSentence::Kind::phase;
    for (canvas::Run& run : canvas::marked_runs(small ? type::label : type::body,
                                                {lit     ? Role::t1
                                                 : small ? Role::t3
                                                         : Role::t2},
                                                one.text))
        runs.push_back(std::move(run));
    return runs;
}

}  // namespace

void draw_code_words(Frame& frame, Rect rect, const StepModel& model, const CodePicture& code,
                     CodeState& state, bool follow) {
    const StepPosition& at = *model.position();
    const float margin = frame.em(1), width = rect.width() - 2 * margin;
    if (state.words.empty()) {
        draw_empty_state(frame, {rect.min.x + margin, rect.min.y + margin}, width, "No words",
                         "This kernel has no comments that explain it; Short and Full show its code.");
        return;
    }
    std::string phase;
    const int64_t focus = at.picture().focus;
    if (focus >= 0)
        if (const emulator::Phase* present = phase_of(at.trace(), nth(at.trace().steps, focus)))
            phase = present->name;
    const std::vector<bool> lit = spoken_of(state.words, phase, code.file, code.line);
    const float gap = frame.em(0.35F);
    float height = 0, lit_top = -1, lit_bottom = -1;
    std::vector<float> heights;
    for (size_t i = 0; i < state.words.size(); ++i) {
        const bool inner = state.words[i].kind == CodeSentence::Kind::comment;
        heights.push_back(
            paragraph_height(frame, width - (inner ? margin : 0), runs_of(state.words[i], lit[i])) + gap * 2);
        if (lit[i] && code.line > 0) {
            if (lit_top < 0) lit_top = height;
            lit_bottom = height + heights.back();
        }
        height += heights.back();
    }
    const float most = std::max(0.0F, height - rect.height());
    if (follow && lit_top >= 0) {
        if (lit_bottom > state.target + rect.height()) state.target = lit_bottom - rect.height();
        if (lit_top < state.target) state.target = lit_top;
    }
    if (ImGui::IsWindowHovered()) state.target -= ImGui::GetIO().MouseWheel * frame.em(code_row_em) * 3;
    state.target = std::clamp(state.target, 0.0F, most);
    state.scroll = state.target;
    frame.list()->PushClipRect(rect.min, rect.max, true);
    float y = rect.min.y - state.scroll;
    for (size_t i = 0; i < state.words.size(); ++i) {
        const bool inner = state.words[i].kind == CodeSentence::Kind::comment;
        if (y + heights[i] > rect.min.y && y < rect.max.y) {
            if (lit[i] && code.line > 0) {
                frame.items.note("step.code.words.lit", {rect.min.x, y, rect.max.x, y + heights[i]});
                frame.fill({rect.min.x, y, rect.max.x, y + heights[i]}, Role::bg3);
                frame.fill({rect.min.x, y, rect.min.x + std::round(frame.px(3)), y + heights[i]}, Role::ink);
            }
            draw_paragraph(frame, {rect.min.x + margin * (inner ? 2 : 1), snap(y + gap)},
                           width - (inner ? margin : 0), runs_of(state.words[i], lit[i]));
        }
        y += heights[i];
    }
    frame.list()->PopClipRect();
}

}  // namespace upsweep::app::step
