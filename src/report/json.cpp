// A run and the catalog as JSON. Keys and their order are what scripts rely on.
#include "core/json.h"

#include <algorithm>

#include <fmt/format.h>

#include "emulator/findings/finding_table.h"
#include "emulator/trace/count_names.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "emulator/whole_program.h"
#include "pipelines/parts/conventions.h"
#include "programs/whole.h"
#include "report/report.h"

namespace upsweep::report {
namespace {

constexpr size_t steps_listed = 100;  ///< of one finding

/// Steps as the window counts them, from 1; the first ones where there are many.
Json steps_json(const emulator::Finding& finding) {
    Json steps = Json::array();
    for (size_t i = 0; i < std::min(finding.steps.size(), steps_listed); ++i)
        steps.push_back(finding.steps[i] + 1);
    return steps;
}

Json finding_json(const emulator::Trace& trace, const emulator::Finding& finding) {
    const emulator::SourceRange& where = finding.where;
    const size_t file = where.file;
    const size_t launch = finding.launch;
    const size_t array = finding.array;
    const emulator::FindingWords words = words_of(trace, finding);
    return {{"kind", emulator::name_of(finding.kind)},
            {"severity", name_of(finding.severity)},
            {"message", words.sentence},
            {"cause", words.cause},
            {"cure", words.cure},
            {"file", where.file < 0 ? "" : trace.sources[file].name},
            {"line", where.line},
            {"column", where.column},
            {"end_line", where.end_line},
            {"end_column", where.end_column},
            {"launch", launch < trace.launches.size() ? trace.launches[launch].name : ""},
            {"block", finding.block},
            {"warp", finding.warp},
            {"lanes", finding.lanes},
            {"array", finding.array < 0 ? Json() : Json(trace.arrays[array].name)},
            {"elements", finding.elements},
            {"bytes", finding.bytes},
            {"degree", degree_of(finding)},
            {"times", finding.times},
            {"steps", steps_json(finding)}};
}

Json parameters_json(const scenes::RunScene& run) {
    const Parameters& parameters = run.scene.catalog().parameters;
    const emulator::ToyGpu& gpu = run.trace->gpu;
    Json out;
    if (run.algorithm->shape == Shape::rows) out["n"] = parameters.extent.width;
    out["width"] = parameters.extent.width;
    out["height"] = parameters.extent.height;
    out["type"] = to_string(parameters.types);
    out["options"] = Json::object();
    for (const OptionValue& option : parameters.options) out["options"][option.name] = option.value;
    out["machine"] = {{"warp", gpu.lanes},
                      {"banks", gpu.banks},
                      {"sms", gpu.multiprocessors},
                      {"resident", gpu.resident_blocks},
                      {"schedule", to_string(gpu.schedule)},
                      {"blocks", to_string(gpu.schedule.blocks)},
                      {"warps", to_string(gpu.schedule.warps)}};
    out["input"] = json_of(*run.scene.catalog().input);
    return out;
}

Json cells_json(const emulator::Player& player, emulator::ArrayId id) {
    const emulator::ArrayInfo& info = player.trace().arrays[id];
    Json cells = Json::array();
    for (int64_t i = 0; i < info.extent.count(); ++i)
        cells.push_back(player.defined(id, i) ? json_of(info.type, player.bits(id, i)) : Json());
    return cells;
}

Json phases_json(const std::shared_ptr<const emulator::Trace>& trace) {
    Json phases = Json::array();
    emulator::Player player(trace);
    for (const Phase& phase : phases_of(*trace)) {
        Json buffers = Json::object();
        for (const Phase::Left& left : phase.arrays) {
            player.seek(left.at);
            buffers[left.array.name] = cells_json(player, left.array.id);
        }
        phases.push_back({{"name", phase.name}, {"buffers", buffers}});
    }
    return phases;
}

Json launches_json(const emulator::Trace& trace) {
    Json launches = Json::array();
    for (const emulator::LaunchInfo& launch : trace.launches)
        launches.push_back({{"name", launch.name},
                            {"kernel", launch.kernel.function},
                            {"counts", counts_json(launch.counts)}});
    return launches;
}

Json printed_json(const emulator::Trace& trace) {
    Json lines = Json::array();
    for (const emulator::Printed& line : trace.printed)
        lines.push_back({{"block", line.block}, {"thread", line.thread}, {"text", line.text}});
    return lines;
}

Json describe(const Option& option) {
    Json out{{"name", option.name},          {"title", option.title},
             {"lowest", option.lowest},      {"highest", option.highest},
             {"initial", option.initial},    {"power_of_two", option.power_of_two},
             {"automatic", option.automatic}};
    out["values"] = Json::array();
    for (std::string_view name : option.value_names) out["values"].push_back(name);
    return out;
}

/// "pass" names the launch that a convention costs beyond the table; empty where the kernels write it at
/// once.
Json describe(const ConventionMade& made) {
    Json options = Json::object();
    for (const OptionValue& option : made.options) options[option.name] = option.value;
    return {{"convention", name_of(made.convention)}, {"options", options}, {"pass", made.pass}};
}

Json describe(const Algorithm& algorithm) {
    Json out{{"algorithm", algorithm.slug},   {"title", algorithm.title},
             {"chapter", algorithm.chapter},  {"source", algorithm.source},
             {"teaches", algorithm.teaches},  {"shape", algorithm.shape == Shape::rows ? "rows" : "matrix"},
             {"cpu_loop", algorithm.cpu_loop}};
    out["types"] = Json::array();
    for (ElementTypes types : algorithm.types) out["types"].push_back(to_string(types));
    out["options"] = Json::array();
    for (const Option& option : algorithm.options) out["options"].push_back(describe(option));
    out["conventions"] = Json::array();
    for (const ConventionMade& made : conventions_of(algorithm)) out["conventions"].push_back(describe(made));
    return out;
}

}  // namespace

Json counts_json(const emulator::Counts& counts) {
    Json out;
    for (const emulator::CountName& name : emulator::count_names()) {
        if (name.whole.empty())
            out[name.key] = name.of(counts);
        else if (Json& whole = out[name.whole]; whole.is_object())
            whole[name.part] = name.of(counts);
        else
            whole = {{name.part, name.of(counts)}};
    }
    return out;
}

Json findings_json(const emulator::Trace& trace) {
    Json findings = Json::array();
    for (const emulator::Finding& finding : trace.findings) findings.push_back(finding_json(trace, finding));
    return findings;
}

namespace {

Json result_json(const programs::OpenedProgram& opened, const emulator::Trace& trace, size_t result) {
    Json numbers = Json::array();
    const Array after = programs::contents_after(opened.signature, opened.prepared, trace, result);
    if (after.count() == 0) return numbers;
    const programs::Parameter& parameter = programs::result_at(opened.signature, result);
    const int64_t count = std::min(programs::cell_count(parameter, after), most_numbers);
    for (int64_t i = 0; i < count; ++i) {
        const programs::Cell cell = programs::cell_at(parameter, after, i);
        numbers.push_back(json_of(cell.type, cell.bits));
    }
    return numbers;
}

Json variables_json(const programs::OpenedProgram& opened, const emulator::Trace& trace) {
    Json variables = Json::object();
    for (const size_t i : programs::results_of(opened.signature, opened.prepared))
        if (const programs::Parameter& parameter = programs::result_at(opened.signature, i);
            parameter.variable)
            variables[parameter.name] = result_json(opened, trace, i);
    return variables;
}

}  // namespace

Json buffers_json(const programs::OpenedProgram& opened, const emulator::Trace& trace) {
    Json buffers = Json::object();
    for (const size_t i : programs::results_of(opened.signature, opened.prepared))
        if (const programs::Parameter& parameter = programs::result_at(opened.signature, i);
            !parameter.variable)
            buffers[parameter.name] = result_json(opened, trace, i);
    return buffers;
}

Json expected_json(const std::vector<programs::Comparison>& comparisons) {
    Json list = Json::array();
    for (const programs::Comparison& one : comparisons) {
        Json made = {{"parameter", one.parameter}, {"numbers", one.count}, {"different", one.different},
                     {"first", nullptr},           {"is", nullptr},        {"should_be", nullptr}};
        if (one.different > 0) {
            made["first"] = one.first;
            made["is"] = json_of(one.is.type, one.is.bits);
            made["should_be"] = json_of(one.should_be.type, one.should_be.bits);
        }
        list.push_back(std::move(made));
    }
    return list;
}

/// Of a program that ran whole: what it printed and returned, and what it did with the device.
Json whole_json(const programs::OpenedProgram& opened) {
    const emulator::HostResult& host = opened.whole->host;
    Json operations = Json::array();
    for (const programs::HostStep& step : programs::steps_of(opened)) {
        Json changed = Json::object();
        for (const emulator::HostValue& one : step.changed) changed[one.name] = one.value;
        operations.push_back({{"line", step.line},
                              {"kind", step.kind},
                              {"text", step.text},
                              {"variables", std::move(changed)}});
    }
    return {{"output", host.output},
            {"errors", host.errors},
            {"exit_status", host.exit_status},
            {"ended", host.ended},
            {"operations", std::move(operations)}};
}

std::string skipped_launches(const programs::OpenedProgram& opened, const emulator::Trace& trace) {
    if (opened.whole != nullptr || trace.launched.empty()) return {};
    const bool one = trace.launched.size() == 1;
    return fmt::format(
        "The kernel launches {}, which a run by hand leaves out: run main to see {}.",
        one ? "`" + trace.launched.front().kernel + "`" : fmt::format("{} others", trace.launched.size()),
        one ? "it" : "them");
}

Json program_json(const scenes::ProgramRun& program, const emulator::Trace& trace, bool buffers) {
    Json document = Json::object();
    std::string not_checked(programs::unchecked_sentence(program.opened));
    if (const std::string skipped = skipped_launches(program.opened, trace); !skipped.empty())
        not_checked += (not_checked.empty() ? "" : " ") + skipped;
    if (buffers) document["buffers"] = buffers_json(program.opened, trace);
    document.update({{"counts", counts_json(trace.counts)},
                     {"findings", findings_json(trace)},
                     {"steps", trace.counts.steps},
                     {"printed", printed_json(trace)},
                     {"complete", trace.complete},
                     {"never_set", program.opened.never_set},
                     {"expected", expected_json(program.comparisons)},
                     {"variables", variables_json(program.opened, trace)},
                     {"not_checked", std::move(not_checked)},
                     {"guessed", programs::guesses_of(program.opened)}});
    if (program.opened.whole != nullptr) document.update(whole_json(program.opened));
    return document;
}

Json catalog_json() {
    Json all = Json::array();
    for (const Algorithm* algorithm : catalog()) all.push_back(describe(*algorithm));
    return {{"algorithms", all}};
}

Json moment_json(const replay::StepPosition& position) {
    Json buffers = Json::object();
    for (const NamedArray& array : arrays_at(position))
        buffers[array.name] = cells_json(position.player(), array.id);
    return {{"step", position.step()},
            {"of", position.step_count()},
            {"sentence", position.sentence()},
            {"buffers", buffers}};
}

Json Report::moment_json() { return report::moment_json(position()); }

Json Report::algorithm_json() const {
    return {{"algorithm", run_->algorithm->slug}, {"parameters", parameters_json(*run_)},
            {"phases", phases_json(run_->trace)}, {"counts", counts_json(counts())},
            {"findings", findings_json(trace())}, {"result", json_of(trace().output())}};
}

Json Report::json(bool launches, bool buffers) const {
    Json document = run_->algorithm != nullptr ? algorithm_json()
                    : run_->program != nullptr ? program_json(*run_->program, trace(), buffers)
                                               : Json{{"counts", counts_json(counts())},
                                                      {"findings", findings_json(trace())},
                                                      {"steps", counts().steps},
                                                      {"complete", trace().complete}};
    if (run_->scene.step > 0) document["moment"] = Report(run_).moment_json();
    if (launches && run_->algorithm != nullptr) document["launches"] = launches_json(trace());
    return document;
}

}  // namespace upsweep::report
