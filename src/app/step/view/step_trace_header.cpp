// The stage's header while a trace file is shown: nothing to change, only what was run.
#include <filesystem>
#include <utility>

#include "app/step/view/step_parts.h"
#include "emulator/trace/trace.h"

namespace upsweep::app::step {

using namespace replay;

namespace {

std::string step_trace_header_dim_text(const Dim3& dim) {
    std::string text = std::to_string(dim.x);
    if (dim.y > 1 || dim.z > 1) text += "×" + std::to_string(dim.y);
    if (dim.z > 1) text += "×" + std::to_string(dim.z);
    return text;
}

using Fact = std::pair<std::string, std::string>;

/// What the run was given, the most telling first: what does not fit is left out from the end.
std::vector<Fact> facts_of(const emulator::Trace& trace) {
    std::vector<Fact> facts;
    if (!trace.launches.empty()) {
        facts.emplace_back("grid", step_trace_header_dim_text(trace.launches.front().grid));
        facts.emplace_back("block", step_trace_header_dim_text(trace.launches.front().block));
    }
    facts.emplace_back("lanes a warp", std::to_string(trace.gpu.lanes));
    facts.emplace_back("banks", std::to_string(trace.gpu.banks));
    facts.emplace_back("schedule", to_string(trace.gpu.schedule));
    if (trace.gpu.weak_memory) facts.emplace_back("memory", "weak");
    if (trace.gpu.lanes_proceed != emulator::LanesProceed::since_volta)
        facts.emplace_back("diverged lanes", to_string(trace.gpu.lanes_proceed));
    return facts;
}

float fact_width(const Frame& frame, const Fact& fact) {
    return text_width(frame, type::label, fact.first) + frame.em(0.45F) +
           text_width(frame, type::code, fact.second);
}

}  // namespace

void draw_trace_header(Frame& frame, Rect rect, const StepModel& model) {
    if (model.position() == nullptr || model.position()->run().scene.trace_file() == nullptr) return;
    const emulator::Trace& trace = model.position()->trace();
    const std::string file =
        std::filesystem::path(model.position()->run().scene.trace_file()->path).filename().string();
    const std::string title = trace.launches.empty() ? file : trace.launches.front().kernel.function;
    const float y = rect.centre().y, gap = frame.em(1);
    const TextStyle style = frame.density >= Density::wide ? type::title : TextStyle{Face::sans_bold, 1.2F};
    const float title_width = std::min(text_width(frame, style, title), rect.width() * 0.5F);
    draw_elided(frame, {rect.min.x, y}, title_width + 1, style, frame.colour(Role::t1), title);

    float left = rect.min.x + title_width + gap;
    const std::string words = "trace in " + file;
    const float wanted = std::min(text_width(frame, type::label, words), (rect.max.x - left) * 0.5F);
    draw_elided(frame, {left, y + frame.em(0.1F)}, wanted + 1, type::label, frame.colour(Role::t3), words);
    left += wanted + 2 * gap;

    std::vector<Fact> facts = facts_of(trace);
    float width = 0;
    std::size_t fit = 0;
    for (; fit < facts.size(); ++fit) {
        const float next = width + fact_width(frame, facts[fit]) + (fit > 0 ? gap : 0);
        if (left + next > rect.max.x) break;
        width = next;
    }
    float x = rect.max.x - width;
    for (std::size_t i = 0; i < fit; ++i) {
        draw_text(frame, {x, y}, type::label, frame.colour(Role::t3), facts[i].first);
        const float value = x + text_width(frame, type::label, facts[i].first) + frame.em(0.45F);
        draw_text(frame, {value, y}, type::code, frame.colour(Role::t1), facts[i].second);
        x += fact_width(frame, facts[i]) + gap;
    }
}

}  // namespace upsweep::app::step
