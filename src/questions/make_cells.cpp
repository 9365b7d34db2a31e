// Questions about cells: what comes into one, which inputs that is, which ones are written.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>

#include "core/ranges.h"
#include "core/words.h"
#include "emulator/trace/trace.h"
#include "programs/fill.h"
#include "questions/look.h"
#include "replay/trace.h"
#include "replay/words/sentence.h"

namespace upsweep::questions {
namespace {

using Cell = std::pair<ArrayId, int64_t>;

/// The last write to a cell in the step that comes.
struct LastWrite {
    int64_t step = 0, access = 0;
    bool plain = true;  ///< nothing in the step wrote a part of it, or late
};

/// Only steps of one launch: the reader has not seen the next launch begin.
std::map<Cell, LastWrite> last_writes(const Look& look) {
    std::map<Cell, LastWrite> writes;
    for (int64_t s = look.next.first; s < look.next.end; ++s) {
        const Step& step = look.trace.step_at(s);
        const bool host = step.kind == StepKind::host;
        const bool drain = step.kind == StepKind::drain;
        for (int64_t i = step.first_access; i < look.trace.end_access(s); ++i) {
            const Access& access = look.trace.access_at(i);
            if (!is_write(access) || !is_data(look, access.array)) continue;
            LastWrite& last = writes[{access.array, element_of(look.trace, access)}];
            const bool whole = access.kind != AccessKind::delayed && is_element(look.trace, access);
            last = {s, i, last.plain && whole && !host && !drain};
        }
    }
    return writes;
}

int interest_of(const Trace& trace, const LastWrite& write) {
    const Flow flow = replay::flow_of(trace, write.step, write.access);
    const size_t sources = flow.sources.size() + (flow.keeps ? 1 : 0);
    const bool atomic = trace.access_at(write.access).kind == AccessKind::atomic;
    if ((flow.operation && sources > 1) || atomic) return 3;
    if (flow.operation || (!flow.sources.empty() && flow.sources.front().array == flow.array)) return 2;
    return 1;
}

struct Chosen {
    Cell cell;
    LastWrite write;
    int interest = 1;
};

/// One of the most interesting cells that fit, not always lane 0's.
template <typename Fits>
std::optional<Chosen> choose(const Look& look, uint64_t salt, Fits fits) {
    std::vector<Chosen> best;
    for (const auto& [cell, write] : last_writes(look)) {
        if (!look.is_about(cell.first) || !look.is_about(look.trace.step_at(write.step))) continue;
        if (look.about.element >= 0 && cell.second != look.about.element) continue;
        if (!write.plain || !fits(cell, write)) continue;
        const int interest = interest_of(look.trace, write);
        if (!best.empty() && interest < best.front().interest) continue;
        if (!best.empty() && interest > best.front().interest) best.clear();
        best.push_back({cell, write, interest});
    }
    if (best.empty()) return {};
    const auto first_lane = [&](const Chosen& one) {
        return look.trace.access_at(one.write.access).lane == 0;
    };
    if (!all_of(best, first_lane)) std::erase_if(best, first_lane);
    return best[look.pick(best.size(), salt)];
}

std::string value_of(const Trace& trace, int64_t access) {
    return replay::value_text(trace, trace.access_at(access));
}

/// The cells that a write's value came from, its own old one among them.
std::vector<Leaf> leaves_of(const Trace& trace, const Chosen& chosen) {
    return replay::source_of(trace, trace.access_at(chosen.write.access).origin).leaves;
}

/// "`11` was there and `5` comes from cell `3`"; of more than four cells how many they are.
std::string sources_words(const Look& look, const Chosen& chosen, const std::vector<Leaf>& leaves) {
    if (leaves.size() > 4)
        return "it comes from " + replay::number_word(int64_t(leaves.size())) + " cells, first " +
               cell_words(look, leaves[0].array, leaves[0].element, chosen.write.step);
    return listed(leaves, [&](const Leaf& leaf) {
        const std::string value = in_backticks(value_of(look.trace, leaf.access));
        if (Cell{leaf.array, leaf.element} == chosen.cell) return value + " was there";
        return value + " comes from " +
               (leaf.array == chosen.cell.first
                    ? replay::cell_name(look.narration(), leaf.array, leaf.element)
                    : cell_words(look, leaf.array, leaf.element, chosen.write.step));
    });
}

/// The kernel's own comment on the line, as a sentence of its own; may be empty.
std::string comment_words(const Trace& trace, int64_t step) {
    const SourceRange place = replay::where(trace, trace.step_at(step));
    for (int line = place.line; place.file >= 0 && line > std::max(0, place.line - 2); --line)
        if (std::string comment = replay::comment_above(trace, place.file, line);
            !comment.empty() && comment.size() <= 110 && comment.find('`') == std::string::npos) {
            if (comment.back() != '.') comment += '.';
            return " The code says: “" + comment + "”";
        }
    return {};
}

/// The inputs that are held, each once and as a plain range or rectangle; empty if they are not.
std::vector<int64_t> inputs_of(const Trace& trace, const replay::Held& held, int64_t& width) {
    constexpr int64_t most = 4096;
    if (!held.exact || held.nothing() || held.array < 0 || held.symbol == 'f') return {};
    const Extent extent = trace.arrays[held.array].extent;
    width = extent.height > 1 ? extent.width : 0;
    if (width > 0 && held.rectangle(width).empty()) return {};
    std::vector<int64_t> inputs;
    for (const replay::HeldRange& range : held.ranges) {
        if (range.times != 1 || range.last - range.first + 1 + std::ssize(inputs) > most) return {};
        for (int64_t i = range.first; i <= range.last; ++i) inputs.push_back(i);
    }
    return inputs;
}

/// Whether what the parts hold is, put together, what the whole holds: nothing is counted twice or taken
/// away.
bool adds_up(const Look& look, const Chosen& chosen, const std::vector<Leaf>& leaves) {
    const replay::HeldValues& held = look.at.held();
    int64_t width = 0;
    if (!held.known()) return false;
    const std::vector<int64_t> whole = inputs_of(look.trace, held.of(chosen.write.access), width);
    std::vector<int64_t> parts;
    for (const Leaf& leaf : leaves) {
        const auto part = inputs_of(look.trace, held.of(leaf.access), width);
        append(parts, part);
    }
    sort(parts);
    return !whole.empty() && parts == whole;
}

/// "`22`, computed from cell `0` of `found` and cell `4` of `input`".
std::string computed_words(const Look& look, const Chosen& chosen, const std::vector<Leaf>& leaves) {
    std::string text;
    for (size_t i = 0; i < leaves.size() && i < 4; ++i)
        text += (i == 0                   ? ""
                 : i + 1 == leaves.size() ? " and "
                                          : ", ") +
                cell_words(look, leaves[i].array, leaves[i].element, chosen.write.step) + " (`" +
                value_of(look.trace, leaves[i].access) + "`)";
    return text + (leaves.size() > 4 ? " and others" : "");
}

std::string value_reason(const Look& look, const Chosen& chosen) {
    const Trace& trace = look.trace;
    const Access& access = trace.access_at(chosen.write.access);
    const std::string cell = emulator::in_sentence_case(
        replay::cell_name(look.narration(), chosen.cell.first, chosen.cell.second));
    const std::string lane = "lane " + in_backticks(int64_t{access.lane});
    if (access.kind == AccessKind::atomic)
        return cell + " held `" + replay::value_text(trace, access.array, access.old_value) + "`, and " +
               lane + " changes it atomically to " + in_backticks(value_of(trace, chosen.write.access)) + ".";
    const std::vector<Leaf> leaves = leaves_of(trace, chosen);
    const std::string made = in_backticks(replay::equation_of(trace, chosen.write.access));
    if (leaves.empty())
        return cell + " becomes " + made + ": " + lane + " writes a value that comes from no cell." +
               comment_words(trace, chosen.write.step);
    const std::string said = comment_words(trace, chosen.write.step);
    // An equation, or a copy, tells what each part adds; a difference or a longer formula does not.
    if (made.find('=') != std::string::npos || leaves.size() == 1)
        return cell + " becomes " + made + ": " + sources_words(look, chosen, leaves) + "." + said;
    int64_t width = 0;
    std::string sum;
    if (look.at.held().known()) {
        const replay::Held& held = look.at.held().of(chosen.write.access);
        if (held.symbol == '+' && inputs_of(trace, held, width).size() > 1)
            sum = ", the sum of `" + replay::text_of(held, width) + "` of " +
                  in_backticks(trace.arrays[held.array].name);
    }
    return cell + " becomes " + made + sum + ", computed from " + computed_words(look, chosen, leaves) + "." +
           said;
}

/// What has to be known for the value: the cells it comes from; and values that a lane read before this step,
/// which its variables hold.
void give_sources(const Look& look, const Chosen& chosen, Question& question) {
    give(question, chosen.cell.first, chosen.cell.second);
    const int64_t first = look.trace.step_at(look.next.first).first_access;
    std::string kept;
    for (const Leaf& leaf : leaves_of(look.trace, chosen)) {
        if (leaf.access >= first) {
            give(question, leaf.array, leaf.element);
            continue;
        }
        kept += (kept.empty() ? "" : ", ") + in_backticks(value_of(look.trace, leaf.access)) + " from " +
                cell_words(look, leaf.array, leaf.element, chosen.write.step);
    }
    if (!kept.empty()) question.given_words = "Read before this step and kept in variables: " + kept + ".";
}

bool is_number(const Trace& trace, const Cell& cell, const LastWrite& write) {
    const ScalarType type = trace.arrays[cell.first].type;
    return std::isfinite(bits_to_number(type, trace.access_at(write.access).value));
}

}  // namespace

std::optional<Question> make_cell_value(const Look& look) {
    const auto chosen = choose(look, 1, [&](const Cell& cell, const LastWrite& write) {
        return is_number(look.trace, cell, write);
    });
    if (!chosen) return {};
    Question question = begin(look, Kind::cell_value, Form::value, chosen->write.step);
    set_cells(look, question, chosen->cell.first);
    question.element = chosen->cell.second;
    question.type = look.trace.arrays[chosen->cell.first].type;
    question.ask = when_words(look) + ", what does " +
                   cell_words(look, chosen->cell.first, chosen->cell.second, chosen->write.step) +
                   " contain?";
    question.key.text = value_of(look.trace, chosen->write.access);
    question.reason = value_reason(look, *chosen);
    question.interest = chosen->interest;
    give_sources(look, *chosen, question);
    return question;
}

namespace {

/// "cell `3` holds `0…3` and cell `7` held `4…7`": of what the parts were made.
std::string held_reason(const Look& look, const Chosen& chosen, int64_t width) {
    const replay::HeldValues& held = look.at.held();
    std::string text;
    const std::vector<Leaf> leaves = leaves_of(look.trace, chosen);
    if (!adds_up(look, chosen, leaves)) return {};
    for (size_t i = 0; i < leaves.size() && i < 4; ++i) {
        const std::string part = replay::text_of(held.of(leaves[i].access), width);
        if (part.empty()) continue;
        const bool same = Cell{leaves[i].array, leaves[i].element} == chosen.cell;
        const std::string where =
            same ? "it held"
            : leaves[i].array == chosen.cell.first
                ? replay::cell_name(look.narration(), leaves[i].array, leaves[i].element) + " gives"
                : cell_words(look, leaves[i].array, leaves[i].element, chosen.write.step) + " gives";
        text += (text.empty() ? "" : ", ") + where + " " + in_backticks(part);
    }
    if (leaves.size() > 4) text += ", and so on";
    return text;
}

}  // namespace

std::optional<Question> make_cell_holds(const Look& look) {
    if (!look.at.held().known()) return {};
    int64_t width = 0;
    const auto chosen = choose(look, 2, [&](const Cell&, const LastWrite& write) {
        return inputs_of(look.trace, look.at.held().of(write.access), width).size() > 1;
    });
    if (!chosen) return {};
    const replay::Held& held = look.at.held().of(chosen->write.access);
    Question question = begin(look, Kind::cell_holds, Form::inputs, chosen->write.step);
    question.key.numbers = inputs_of(look.trace, held, width);
    const ArrayInfo& input = look.trace.arrays[held.array];
    question.array = int(chosen->cell.first);
    question.element = chosen->cell.second;
    question.inputs = held.array;
    question.width = width;
    question.limit = input.extent.count();
    const std::string cell = cell_words(look, chosen->cell.first, chosen->cell.second, chosen->write.step);
    const std::string made = held.symbol == '<'   ? "the least"
                             : held.symbol == '>' ? "the greatest"
                                                  : "the sum";
    question.ask = when_words(look) + ", " + cell + " holds " + made + " of some elements of " +
                   in_backticks(input.name) + ". Which ones?";
    question.how = width > 0 ? "as (0,0)…(2,1): column,row" : "as 3…7, or 0…2, 5";
    question.key_text = replay::text_of(held, width);
    if (const size_t word = question.key_text.find(' '); held.symbol != '+' && word < 4)
        question.key_text.erase(0, word + 1);
    question.reason =
        emulator::in_sentence_case(cell) + " holds " + made + " of " + in_backticks(question.key_text);
    if (const std::string parts = held_reason(look, *chosen, width); !parts.empty())
        question.reason += ": " + parts;
    question.reason += ".";
    question.interest = chosen->interest == 1 ? 1 : 3;
    give_sources(look, *chosen, question);
    return question;
}

std::optional<Question> make_cells_written(const Look& look) {
    constexpr size_t most = 16;
    std::map<ArrayId, std::vector<std::pair<int64_t, LastWrite>>> by_array;
    for (const auto& [cell, write] : last_writes(look)) by_array[cell.first].push_back({cell.second, write});
    std::erase_if(by_array, [&](const auto& one) {
        const auto& cells = one.second;
        const bool plain = all_of(cells, [&](const auto& c) {
            return c.second.plain && look.is_about(look.trace.step_at(c.second.step));
        });
        if (!look.is_about(one.first)) return true;
        return !plain || cells.size() > most || look.trace.arrays[one.first].extent.count() < 2;
    });
    if (by_array.empty()) return {};
    const auto at = std::next(by_array.begin(), ptrdiff_t(look.pick(by_array.size(), 3)));
    const auto& [array, cells] = *at;
    const int64_t step = cells.back().second.step;
    Question question = begin(look, Kind::cells_written, Form::cells, step);
    set_cells(look, question, array);
    for (const auto& [element, write] : cells) question.key.numbers.push_back(element);
    const std::string when = look.grain == Grain::statement
                                 ? "the next step (" + line_words(look.trace, step) + ")"
                             : look.grain == Grain::barrier ? "the next pass"
                             : look.grain == Grain::phase   ? "the rest of this phase"
                                                            : "this launch";
    question.ask = "Which cells of " + array_words(look, array, step) + " does " + when + " write?";
    question.how = question.width > 0 ? "as (column,row), with commas between" : "as 1, 3 or 4…7";
    std::string who;
    for (size_t i = 0; i < cells.size() && i < 4; ++i) {
        const Access& access = look.trace.access_at(cells[i].second.access);
        const Step& by = look.trace.step_at(cells[i].second.step);
        const bool one_warp = look.info().warps_per_block == 1 && look.info().grid.count() == 1;
        who += (i == 0 ? "" : ", ") + replay::cell_name(look.narration(), array, cells[i].first) +
               " by lane " + in_backticks(int64_t{access.lane}) +
               (one_warp ? "" : " of warp " + in_backticks(int64_t{by.warp}));
    }
    question.reason = emulator::in_sentence_case(who) + (cells.size() > 4 ? ", and so on" : "") + ", in " +
                      line_words(look.trace, step) + ".";
    const bool all = std::ssize(cells) == question.limit;
    question.interest = all ? 1 : interest_of(look.trace, cells.back().second) > 1 ? 3 : 2;
    give(question, array, cells.front().first);
    return question;
}

}  // namespace upsweep::questions
