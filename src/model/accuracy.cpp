// The table of docs/model.md.
#include "model/accuracy.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "bench/rows.h"
#include "core/ranges.h"
#include "scenes/run_scene.h"

namespace upsweep::model {

bool is_judged(const Algorithm& algorithm) {
    return !algorithm.cpu_loop &&
           (algorithm.result == ResultKind::scan || algorithm.result == ResultKind::table);
}

namespace {

std::vector<bench::Recording> recordings() {
    std::vector<bench::Recording> all;
    for (const bench::ShippedRecording& shipped : bench::shipped_recordings())
        all.push_back(bench::parse_recording(shipped.text, std::string(shipped.name)));
    return all;
}

AccuracyRow row_of(const Algorithm& algorithm, const bench::RecordedTime& time, const MachineModel& machine) {
    Question question;
    question.algorithm = &algorithm;
    question.parameters.extent = time.extent;
    question.parameters.types = time.types;
    question.curve = false;
    question.every_card = true;
    const Why made = why(question, machine, nullptr);
    AccuracyRow row;
    row.gpu = machine.gpu;
    row.slug = time.algorithm;
    row.extent = time.extent;
    row.types = time.types;
    row.predicted = made.predicted;
    row.measured = time.seconds;
    const Plan plan = algorithm.make_plan(with_defaults(algorithm, question.parameters));
    double launches = 0;
    for (const Operation& operation : plan.operations)
        launches += std::holds_alternative<Launch>(operation.what) ? 1 : 0;
    const auto bytes = double(plan.traffic_bytes());
    row.plain =
        bytes / machine.copy_rate(bytes) + machine.first_launch + (launches - 1) * machine.next_launch;
    if (row.factor() > 2) {
        PartTime most;
        for (const PartTime& part : made.parts)
            if (part.seconds > most.seconds && part.part != Part::transfers && part.part != Part::first_call)
                most = part;
        row.reason = fmt::format("mostly {}", name_of(most.part));
    }
    return row;
}

/// Whether the model is held against the time, and it is the first of its size.
bool is_row(const bench::RecordedTime& time, const Algorithm& algorithm,
            const std::vector<AccuracyRow>& rows) {
    const int64_t n = time.extent.count();
    return time.algorithm == algorithm.slug && time.on == "gpu" && time.options.empty() && time.seconds > 0 &&
           (n == 1 << 20 || n == 1 << 24) && time.types == algorithm.types.front() &&
           none_of(rows, [&](const AccuracyRow& row) {
               return row.slug == time.algorithm && row.extent == time.extent;
           });
}

}  // namespace

std::vector<AccuracyRow> accuracy(std::span<const Algorithm* const> entries) {
    const std::vector<bench::Recording> all = recordings();
    std::vector<std::vector<AccuracyRow>> rows(all.size());
    for (const Algorithm* algorithm : entries) {
        if (!is_judged(*algorithm)) continue;
        // Size by size, so that every card's row is of the same run.
        for (const bench::RecordedTime& first : all.front().times)
            for (size_t card = 0; card < all.size(); ++card)
                for (const bench::RecordedTime& time : all[card].times)
                    if (time.extent == first.extent && is_row(first, *algorithm, {}) &&
                        is_row(time, *algorithm, rows[card]))
                        rows[card].push_back(row_of(*algorithm, time, recorded_model(all[card].machine.gpu)));
    }
    for (size_t card = 1; card < rows.size(); ++card) append(rows.front(), rows[card]);
    return rows.front();
}

AccuracySummary summary_of(const std::vector<AccuracyRow>& rows) {
    AccuracySummary made;
    double sum = 0, plain = 0;
    std::map<std::pair<int64_t, bool>, std::vector<const AccuracyRow*>> sizes;
    for (const AccuracyRow& row : rows) {
        ++made.rows;
        made.within_half += row.factor() <= 1.5;
        made.within_double += row.factor() <= 2;
        made.plain_within_half += row.plain_factor() <= 1.5;
        made.plain_within_double += row.plain_factor() <= 2;
        sum += std::log(row.factor());
        plain += std::log(row.plain_factor());
        sizes[{row.extent.count(), row.extent.height == 1}].push_back(&row);
    }
    made.mean = std::exp(sum / std::max(made.rows, 1));
    made.plain_mean = std::exp(plain / std::max(made.rows, 1));
    for (auto& [size, list] : sizes) {
        const size_t five = std::min<size_t>(5, list.size());
        std::vector<const AccuracyRow*> predicted = list;
        sort(list, [](const AccuracyRow* a, const AccuracyRow* b) { return a->measured < b->measured; });
        sort(predicted,
             [](const AccuracyRow* a, const AccuracyRow* b) { return a->predicted < b->predicted; });
        for (size_t i = 0; i < five; ++i)
            made.fastest += std::find(predicted.begin(), predicted.begin() + ptrdiff_t(five), list[i]) !=
                            predicted.begin() + ptrdiff_t(five);
        made.fastest_of += int(five);
    }
    return made;
}

namespace {

struct Pair {
    std::string_view slow, cured;
    std::vector<OptionValue> slow_options, cured_options;
    CauseKind cause;
    bool square;
};

/// Null: it was not recorded.
const bench::RecordedTime* time_of(const bench::Recording& recording, const std::string& line,
                                   Extent extent) {
    for (const bench::RecordedTime& time : recording.times)
        if (time.on == "gpu" && time.seconds > 0 && time.extent == extent && bench::line_of(time) == line)
            return &time;
    return nullptr;
}

}  // namespace

std::vector<CureRow> cures() {
    static const std::vector<Pair> pairs = {
        {"transpose_naive", "transpose_tiled", {}, {}, CauseKind::uncoalesced, true},
        {"transpose_naive",
         "transpose_tiled",
         {{"tile", 16}},
         {{"thread_rows", 16}, {"tile", 16}},
         CauseKind::uncoalesced,
         true},
        {"scan_single_pass", "scan_lookback", {}, {}, CauseKind::chain, false},
        {"scan_blelloch", "scan_lookback", {}, {}, CauseKind::launches, false},
        {"scan_hillis_steele", "scan_lookback", {}, {}, CauseKind::few_warps, false},
        {"scan_serial_rows", "scan_raking", {}, {}, CauseKind::serial, false},
        {"integral_image_naive", "integral_image_bugetti", {}, {}, CauseKind::few_warps, true},
        {"integral_image_naive", "integral_image_bugetti", {}, {}, CauseKind::uncoalesced, true}};
    std::vector<CureRow> rows;
    for (const bench::Recording& recording : recordings())
        for (const Pair& pair : pairs)
            for (const int64_t side : {int64_t{1024}, int64_t{4096}}) {
                CureRow row;
                row.gpu = recording.machine.gpu;
                row.slow = bench::line_text(pair.slow, pair.slow_options);
                row.cured = bench::line_text(pair.cured, pair.cured_options);
                row.cause = pair.cause;
                row.extent = pair.square ? Extent{side, side} : Extent{side * side, 1};
                const bench::RecordedTime* slow = time_of(recording, row.slow, row.extent);
                const bench::RecordedTime* cured = time_of(recording, row.cured, row.extent);
                if (slow == nullptr || cured == nullptr) continue;
                row.measured = slow->seconds - cured->seconds;
                Question question;
                question.algorithm = &find_algorithm(std::string(pair.slow));
                question.parameters.extent = row.extent;
                question.parameters.types = slow->types;
                question.parameters.options = pair.slow_options;
                question.curve = false;
                for (const Cause& cause : why(question, recorded_model(row.gpu), nullptr).causes)
                    if (cause.kind == pair.cause) row.predicted = cause.saving;
                rows.push_back(std::move(row));
            }
    return rows;
}

std::vector<CureRow> cured_programs(const std::string& folder, std::span<const std::string> names,
                                    std::string_view measured) {
    std::vector<CureRow> rows;
    std::istringstream lines{std::string(measured)};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string name;
        double slow = 0, cured = 0;
        CureRow row;
        if (!(words >> name >> slow >> cured >> std::ws && std::getline(words, row.gpu)) ||
            !contains(names, name))
            continue;
        row.slow = "slow/" + name + ".cu";
        row.cured = "cured/" + name + ".cu";
        row.extent = {1 << 20, 1};
        row.measured = (slow - cured) * 1e-6;
        Question question;
        question.program = *scenes::scene_of_file(folder + "/" + row.slow).program();
        question.n = row.extent.count();
        question.curve = false;
        const Why made = why(question, recorded_model(row.gpu), nullptr);
        const bool named = !made.causes.empty() && made.causes.front().reach == Reach::kernels;
        if (named) row.cause = made.causes.front().kind;
        row.predicted = named ? made.causes.front().saving : 0;
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string cures_text(const std::vector<CureRow>& rows) {
    std::string text =
        "| GPU | line | cause | line without it | size | predicted to save | saved | "
        "|\n|---|---|---|---|---|---|---|---|\n";
    for (const CureRow& row : rows) {
        const bool both = row.predicted > 0 && row.measured > 0;
        text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", row.gpu, row.slow,
                            row.predicted == 0 ? "none" : key_of(row.cause), row.cured,
                            bench::extent_text(row.extent),
                            row.predicted > 0    ? time_text(row.predicted)
                            : row.predicted == 0 ? "nothing"
                                                 : "not named",
                            row.measured > 0 ? time_text(row.measured) : "nothing",
                            both ? fmt::format("{:.2f} ×", row.predicted / row.measured) : "");
    }
    return text;
}

std::string accuracy_text(const std::vector<AccuracyRow>& rows) {
    std::string text;
    for (size_t first = 0; first < rows.size();) {
        const std::string& gpu = rows[first].gpu;
        std::vector<AccuracyRow> own;
        for (; first < rows.size() && rows[first].gpu == gpu; ++first) own.push_back(rows[first]);
        const AccuracySummary all = summary_of(own);
        text += fmt::format(
            "{}{}: {} of {} predictions are within a factor of 1.5, {} within a factor of 2; the mean factor "
            "is {:.2f}. Bytes divided by the copy's rate, and launches: {} and {}, mean {:.2f}. Of the five "
            "fastest at each size and shape the model has {} of {}.\n\n",
            text.empty() ? "" : "\n", gpu, all.within_half, all.rows, all.within_double, all.mean,
            all.plain_within_half, all.plain_within_double, all.plain_mean, all.fastest, all.fastest_of);
        text +=
            "| entry | type | size | predicted | measured | off | bytes and launches | "
            "|\n|---|---|---|---|---|---|---|---|\n";
        for (const AccuracyRow& row : own)
            text += fmt::format("| {} | {} | {} | {} | {} | {:+.0f} % | {} | {} |\n", row.slug,
                                bench::types_text(row.types), bench::extent_text(row.extent),
                                time_text(row.predicted), time_text(row.measured),
                                100 * (row.predicted / row.measured - 1), time_text(row.plain), row.reason);
    }
    return text;
}

}  // namespace upsweep::model
