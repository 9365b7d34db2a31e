// Chooses a paper's questions and writes it.
#include "questions/paper.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "core/error.h"
#include "core/ranges.h"
#include "core/words.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "questions/make.h"
#include "replay/code/kept_lines.h"
#include "replay/code/plain_macros.h"
#include "replay/structure/index.h"
#include "replay/trace.h"
#include "replay/words/sentence_parts.h"
#include "scenes/run_scene.h"
#include "scenes/scene_words.h"

namespace upsweep::questions {

namespace {

using replay::Grain;

/// Where a paper looks, of each size of step: all stops, or as many as this, evenly apart.
constexpr size_t most_stops = 96;

std::vector<int64_t> stops_of(const replay::StepPosition& at, Grain grain) {
    std::vector<int64_t> all;
    for (int64_t step = 0; step < at.step_count();) {
        all.push_back(step);
        const int64_t next = at.index().forward(step, grain);
        if (next <= step) break;
        step = next;
    }
    if (all.size() <= most_stops) return all;
    std::vector<int64_t> some;
    for (size_t i = 0; i < most_stops; ++i) some.push_back(all[i * all.size() / most_stops]);
    return some;
}

/// Two questions that a student would call the same: of one cell; or of one line with one answer.
using Likeness = std::tuple<Kind, int, int64_t, int, std::string>;
Likeness likeness_of(const replay::StepPosition& at, const Question& question) {
    if (question.element >= 0 || question.step < 0)
        return {question.kind, question.array, question.element, 0, question.element < 0 ? question.ask : ""};
    const emulator::Step& step = at.trace().step_at(question.step);
    return {question.kind, question.array, -1, replay::where(at.trace(), step).line, question.key_text};
}

struct Candidate {
    Question question;
    uint64_t lot = 0;
};

uint64_t lot_of(uint64_t seed, const Question& question, Grain grain) {
    uint64_t state = seed * 0x9e3779b97f4a7c15ULL + uint64_t(question.before);
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9ULL + uint64_t(question.kind);
    state = (state ^ (state >> 27)) * 0x94d049bb133111ebULL + uint64_t(grain);
    return state ^ (state >> 31);
}

using Pools = std::array<std::vector<Candidate>, kind_count>;

Pools candidates(const replay::StepPosition& at, const PaperRequest& request) {
    Pools pools;
    for (const Grain grain : {Grain::statement, Grain::barrier, Grain::phase})
        for (const int64_t stop : stops_of(at, grain))
            for (size_t kind = 0; kind < kind_count; ++kind) {
                const auto wanted = Kind(kind);
                if (!request.kinds.empty() &&
                    std::count(request.kinds.begin(), request.kinds.end(), wanted) == 0)
                    continue;
                if (auto question = question_at(at, wanted, stop, grain, request.seed)) {
                    const uint64_t lot = lot_of(request.seed, *question, grain);
                    pools[kind].push_back({std::move(*question), lot});
                }
            }
    for (std::vector<Candidate>& pool : pools)
        sort(pool, [](const Candidate& a, const Candidate& b) {
            if (a.question.interest != b.question.interest) return a.question.interest > b.question.interest;
            return a.lot != b.lot ? a.lot < b.lot : a.question.before < b.question.before;
        });
    return pools;
}

/// One of each kind in turn. Of those that hardly say anything only as many as are needed.
std::vector<Question> deal(const replay::StepPosition& at, Pools& pools, size_t count) {
    std::vector<Question> chosen;
    std::set<Likeness> asked;
    for (const int least : {2, 1}) {
        std::array<size_t, kind_count> next{};
        for (bool any = true; any && chosen.size() < count;) {
            any = false;
            for (size_t kind = 0; kind < kind_count && chosen.size() < count; ++kind) {
                std::vector<Candidate>& pool = pools[kind];
                while (next[kind] < pool.size() && pool[next[kind]].question.interest >= least &&
                       asked.contains(likeness_of(at, pool[next[kind]].question)))
                    ++next[kind];
                if (next[kind] >= pool.size() || pool[next[kind]].question.interest < least) continue;
                asked.insert(likeness_of(at, pool[next[kind]].question));
                chosen.push_back(std::move(pool[next[kind]].question));
                pool.erase(pool.begin() + ptrdiff_t(next[kind]));
                any = true;
            }
        }
    }
    return chosen;
}

}  // namespace

std::vector<Question> choose_questions(const replay::StepPosition& at, const PaperRequest& request) {
    if (request.count < 1 || request.count > most_questions)
        throw UsageError("A paper has 1 to {} questions, not {}.", most_questions, request.count);
    Pools pools = candidates(at, request);
    std::vector<Question> chosen = deal(at, pools, request.count);
    if (chosen.size() < request.count)
        throw Error("This run gives " + (chosen.empty() ? "no" : std::to_string(chosen.size())) + " " +
                    upsweep::noun_of(std::ssize(chosen), "question") + " of these kinds, not " +
                    std::to_string(request.count) +
                    (chosen.empty() ? "; choose other kinds or another algorithm."
                                    : "; ask for fewer, or choose a larger size."));
    stable_sort(chosen, [](const Question& a, const Question& b) { return a.before < b.before; });
    return chosen;
}

namespace {

using emulator::ArrayId;
using emulator::ArrayInfo;
using emulator::Player;
using emulator::Space;
using emulator::Step;
using emulator::Trace;

constexpr int64_t most_cells = 64, cells_a_row = 16;

/// What would be Markdown is to be read as it is.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '|' || c == '*' || c == '_' || c == '<' || c == '#') out += '\\';
        out += c;
    }
    return out;
}

std::string value_at(const Player& player, ArrayId array, int64_t element) {
    if (!player.defined(array, element)) return "–";
    return replay::value_text(player.trace(), array, player.bits(array, element));
}

std::string array_title(const Trace& trace, const Step& step, ArrayId array) {
    const ArrayInfo& info = trace.arrays[array];
    const int64_t launch = trace.launch_of(step);
    const bool several = launch >= 0 && trace.launches[launch].grid.count() > 1 && info.block >= 0;
    return "`" + info.name + "`" +
           (several ? " of the block with blockIdx " + std::to_string(info.block) : "");
}

/// A row of cells as a table of two lines.
std::string row_table(const Player& player, ArrayId array, int64_t first, int64_t count,
                      std::string_view head, int64_t index) {
    std::string numbers = fmt::format("| {} |", head), rule = "|---|", values = "| |";
    for (int64_t i = 0; i < count; ++i) {
        numbers += fmt::format(" {} |", index + i);
        rule += "--:|";
        values += fmt::format(" {} |", value_at(player, array, first + i));
    }
    return numbers + "\n" + rule + "\n" + values + "\n\n";
}

std::string grid_table(const Player& player, ArrayId array, Extent extent) {
    std::string text = "| |", rule = "|--:|";
    for (int64_t x = 0; x < extent.width; ++x) text += fmt::format(" {} |", x), rule += "--:|";
    text += "\n" + rule + "\n";
    for (int64_t y = 0; y < extent.height; ++y) {
        text += fmt::format("| **{}** |", y);
        for (int64_t x = 0; x < extent.width; ++x)
            text += fmt::format(" {} |", value_at(player, array, y * extent.width + x));
        text += "\n";
    }
    return text + "\n";
}

/// The array as it is before the step, or of a large one the cells that matter.
std::string array_text(const replay::StepPosition& at, const Player& player, const Step& step,
                       const Given& given) {
    const Trace& trace = at.trace();
    Extent extent = trace.arrays[given.array].extent;
    const int64_t launch = std::max<int64_t>(0, trace.launch_of(step));
    const replay::StagedArray* staged = at.staged(size_t(launch)).find(given.array);
    if (staged != nullptr && !staged->is_shared()) extent = staged->extent;
    const std::string title = array_title(trace, step, given.array);
    if (extent.count() > most_cells) {
        std::string text = title + " before the step:";
        for (size_t i = 0; i < given.elements.size() && i < 16; ++i) {
            const int64_t element = given.elements[i];
            const std::string place =
                extent.height > 1 ? fmt::format("({},{})", element % extent.width, element / extent.width)
                                  : std::to_string(element);
            text += fmt::format("{} cell {} holds {}", i == 0 ? "" : ",", place,
                                value_at(player, given.array, element));
        }
        return text + ".\n\n";
    }
    if (extent.height > 1)
        return title + " before the step, columns to the right, rows downwards:\n\n" +
               grid_table(player, given.array, extent);
    std::string text;
    for (int64_t first = 0; first < extent.width; first += cells_a_row)
        text +=
            row_table(player, given.array, first, std::min(cells_a_row, extent.width - first), title, first);
    return "Before the step:\n\n" + text;
}

/// The names that a line of code uses.
std::set<std::string> names_in(std::string_view line) {
    std::set<std::string> names;
    std::string word;
    for (const char c : std::string(line) + ' ') {
        if (is_of_name(c)) word += c;
        if (is_of_name(c) || word.empty()) continue;
        names.insert(word);
        word.clear();
    }
    return names;
}

/// "`right` = 1, 3, 5, 7": a local variable of the lanes.
std::string local_values(const Player& player, ArrayId array, int64_t first, int64_t count) {
    std::string text;
    for (int64_t i = first; i < first + count && i < player.trace().arrays[array].extent.height; ++i)
        text += (i == first ? "" : ", ") + value_at(player, array, i);
    return text;
}

/// What the line's variables and definitions are, for the lane that the question is about, or for all.
std::string variables_text(const replay::StepPosition& at, Player& player, const Question& question,
                           const Step& step, const std::set<std::string>& names) {
    const Trace& trace = at.trace();
    player.seek(question.step);
    const int64_t launch = trace.launch_of(step);
    if (launch < 0) return {};
    const emulator::LaunchInfo& info = trace.launches[launch];
    const int64_t thread = int64_t{step.warp} * trace.gpu.lanes;
    const int64_t lanes = std::min<int64_t>(trace.gpu.lanes, info.block.count() - thread);
    // Of variables of one name this takes the one set last: those of finished loops stay.
    std::map<std::string, std::pair<int64_t, ArrayId>> latest;
    for (const ArrayId array : info.local_arrays) {
        const ArrayInfo& local = trace.arrays[array];
        if (local.block != int32_t(step.block) || local.pointer || local.extent.width != 1) continue;
        if (!names.contains(local.name)) continue;
        for (int64_t i = thread; i < thread + lanes; ++i)
            if (const auto set = player.last_write(array, i))
                latest[local.name] = std::max(latest[local.name], {*set + 1, array});
    }
    std::string text;
    for (const auto& [name, local] : latest)
        text += fmt::format("{}`{}` is {}", text.empty() ? "" : "; ", name,
                            local_values(player, local.second, thread, lanes));
    std::string out;
    if (!text.empty())
        out = fmt::format(
            "In warp {}{}, lane by lane: {}.\n\n", step.warp,
            info.grid.count() > 1 ? fmt::format(" of the block with blockIdx {}", step.block) : "", text);
    std::string defined;
    for (const auto& [name, value] : info.kernel.definitions)
        if (names.contains(name) && value.find_first_not_of("0123456789") == std::string::npos)
            defined += fmt::format("{}`{}` is {}", defined.empty() ? "" : "; ", name, value);
    const auto number = size_t(launch);
    const replay::KeptLines code(trace, at.staged(number));
    for (const auto& [name, value] : replay::scalars_of(trace, number, code))
        if (names.contains(std::string(name)))
            defined += fmt::format("{}`{}` is {}", defined.empty() ? "" : "; ", name, value);
    if (!defined.empty()) out += "For all: " + defined + ".\n\n";
    return out;
}

/// The line with two above it, from the condition on that it is under where that is near.
std::string code_text(const Trace& trace, const Question& question, std::set<std::string>& names) {
    constexpr int near = 8;
    const Step& step = trace.step_at(question.step);
    const emulator::SourceRange place = replay::where(trace, step);
    if (place.file < 0) return {};
    std::string lines;
    int first = std::max(1, place.line - 2);
    if (question.condition >= 0) {
        const emulator::SourceRange head = replay::where(trace, trace.step_at(question.condition));
        if (head.file == place.file && head.line < first && head.line >= place.line - near) first = head.line;
    }
    for (int line = first; line <= std::max(place.line, std::min(place.end_line, place.line + 3)); ++line) {
        const std::string_view text = replay::line_text(trace, place.file, line);
        lines += fmt::format("{:>4}  {}\n", line, text);
        names.merge(names_in(text.substr(0, text.find("//"))));
    }
    return fmt::format("`{}`:\n\n```cuda\n{}```\n\n", trace.sources[place.file].name, lines);
}

bool shows_variables(Kind kind) {
    return kind == Kind::cell_value || kind == Kind::cells_written || kind == Kind::lanes_working ||
           kind == Kind::cell_holds;
}

std::string context_text(const replay::StepPosition& at, Player& player, const Question& question) {
    const Trace& trace = at.trace();
    std::string text = fmt::format("*{} of {} steps are done.*\n\n", question.before, trace.step_count());
    if (question.step < 0) return text;
    const Step& step = trace.step_at(question.step);
    std::set<std::string> names;
    if (question.kind != Kind::next_block && question.kind != Kind::order)
        text += code_text(trace, question, names);
    if (shows_variables(question.kind)) text += variables_text(at, player, question, step, names);
    player.seek(question.before);
    if (question.kind != Kind::cells_written)
        for (const Given& given : question.given) text += array_text(at, player, step, given);
    if (!question.given_words.empty()) text += question.given_words + "\n\n";
    return text;
}

std::string input_text(const scenes::RunScene& run) {
    const scenes::CatalogRun* entry = run.scene.entry();
    if (entry == nullptr || !entry->input || entry->input->count() > most_cells) return {};
    const Array& input = *entry->input;
    std::string text;
    for (int64_t i = 0; i < input.count(); ++i) {
        const bool row = input.extent().width > 0 && i % input.extent().width == 0;
        text += (i == 0 ? "" : row ? "; " : ", ") + input.text(i);
    }
    return "Input: " + text + ".\n\n";
}

std::string head_text(const replay::StepPosition& at, size_t count) {
    const scenes::RunScene& run = at.run();
    const emulator::ToyGpu& gpu = at.trace().gpu;
    const std::string title = run.algorithm != nullptr ? std::string(run.algorithm->title) : run.scene.file();
    std::string text = fmt::format("# {}: {}\n\n", escaped(title), counted(count, "question"));
    text += "Name: ______________________________\n\n";
    if (run.algorithm != nullptr) text += fmt::format("*{}.*\n\n", escaped(run.algorithm->teaches));
    text += input_text(run);
    text += fmt::format(
        "The toy GPU: {} lanes per warp, {} banks of shared memory, {} with {} each. Schedule: {}.\n\n",
        gpu.lanes, gpu.banks, counted(gpu.multiprocessors, "multiprocessor"),
        counted(gpu.resident_blocks, "resident block"), emulator::to_string(gpu.schedule));
    if (const std::string command = scenes::to_command(run.scene); !command.empty())
        text += "The same run: `" + command + "`\n\n";
    return text;
}

std::string letters_text(const Question& question) {
    std::string text;
    for (size_t i = 0; i < question.items.size(); ++i)
        text += fmt::format("- {}: {}\n", char('A' + i), question.items[i]);
    return text.empty() ? text : text + "\n";
}

}  // namespace

std::string paper_text(const replay::StepPosition& at, const std::vector<Question>& questions) {
    Player player(at.shared_run()->trace);
    std::string text = head_text(at, questions.size());
    for (size_t i = 0; i < questions.size(); ++i) {
        const Question& question = questions[i];
        text += fmt::format("## {}. {}\n\n", i + 1, title_of(question.kind));
        text += context_text(at, player, question);
        text += fmt::format("**{}**{}\n\n", question.ask,
                            question.how.empty() ? "" : " (" + escaped(question.how) + ")");
        text += letters_text(question) + "Answer: ____________________\n\n";
    }
    text += "<div style=\"page-break-before: always\"></div>\n\n---\n\n# Key\n\n";
    for (size_t i = 0; i < questions.size(); ++i)
        text += fmt::format("{}. **{}**. {}\n", i + 1, escaped(questions[i].key_text), questions[i].reason);
    return text;
}

}  // namespace upsweep::questions
