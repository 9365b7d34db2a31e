// The claims that sentences make, and how each is held against a run.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <regex>
#include <string_view>

#include "core/element_type.h"
#include "core/ranges.h"
#include "replay/helpers/claim_look.h"

namespace upsweep::test {

namespace {

std::regex form_of(const char* text) {
    return std::regex(text, std::regex::ECMAScript | std::regex::icase | std::regex::optimize);
}

/// Whether each of the values, "1, 2" or "`1` and `2`", is one that our steps read from an array of this
/// name, of one lane where it is named: an access may read several cells.
bool reads_all(const Look& look, const std::string& values, const std::string& name, int lane = -1) {
    static const std::regex one(R"(\([^)]*\)|[^`, ]+)");
    for (std::sregex_iterator at(values.begin(), values.end(), one), end; at != end; ++at) {
        const std::string value = at->str();
        if (value == "and" || value == "…") continue;
        if (!look.some_touch([&](const Access& access) {
                const emulator::ArrayInfo& array = look.trace.arrays[access.array];
                if (!is_read(access) || array.name != name || (lane >= 0 && access.lane != lane))
                    return false;
                const int bits = 8 * int(size_of(array.type));
                for (int from = 0; from < 8 * access.size; from += bits)
                    if (look.world.is(access.array,
                                      bits >= 64 ? access.old_value
                                                 : access.old_value >> from & ((uint64_t{1} << bits) - 1),
                                      value))
                        return true;
                return false;
            }))
            return false;
    }
    return true;
}

}  // namespace

const std::vector<Form>& forms() {
    static const auto told_lanes = [](const Look& look, const std::string& on, const std::string& off) {
        return look.some_step([&](int64_t at) {
            const Step& step = look.step(at);
            return look.is_ours(at) && look.is_device(at) &&
                   (on.empty() || are_listed(lanes_of_mask(step.active), on)) &&
                   are_listed(lanes_of_mask(look.whole_warp(step) & ~step.active), off);
        });
    };
    static const auto continues = [](const Look& look, int64_t at, const std::string& line) {
        const int64_t next = look.next_of_warp(at);
        return next >= 0 && look.line(next) == int(number(line));
    };
    static const auto moved = [](const Look& look, const std::string& name, int64_t count, bool adds,
                                 const std::string& where, const std::string& far) {
        const int64_t by = far.empty() ? 1 : number(far);
        const int64_t dx = where.find("left") != std::string::npos    ? -by
                           : where.find("right") != std::string::npos ? by
                                                                      : 0;
        const int64_t dy = where.find("above") != std::string::npos   ? -by
                           : where.find("below") != std::string::npos ? by
                                                                      : 0;
        // A buffer that a block keeps in one array with others has a name of its own.
        if (look.world.named(name).empty()) return std::isdigit(uint8_t(name.back())) != 0;
        return count_moved(look, name, adds, dx, dy) >= count;
    };
    static const std::vector<Form> all =
        {
            // ---- Cells ----
            {"becomes", form_of(CELL "(?: of `([^`]*)`)? becomes `([^`]*)`"),
             [](const Look& look, const Match& m) {
                 const std::string name = look.array_of(m[4]);
                 return any_of(look.elements(name, m, 1), [&](int64_t element) {
                     return look.some_access(name, element, look.said.first,
                                             [&](const Access& access, int64_t) {
                                                 return is_written(access) && is_value(look, access, m[5]);
                                             });
                 });
             }},
            {" from ", form_of("(?:from|and) " STRETCH),
             [](const Look& look, const Match& m) { return look.were_read(m[1], m[2]); }},
            {"it becomes ", form_of("it becomes `([^`]*)`"),
             [](const Look& look, const Match& m) { return is_written_value(look, m[1]); }},
            {" to ",
             form_of(
                 "(?:(\\w+) lanes?|block `\\d+`|blockIdx `\\d+`) (?:adds?|writes?) to (?:" CELL
                 "|(\\w+) cells) of `([^`]*)`(?:, one lane at a time where they share a cell| in one atomic "
                 "turn)"),
             [](const Look& look, const Match& m) {
                 return lanes_meet(look, m[6], m[1].matched ? count_of(m[1]) : -1,
                                   m[5].matched ? count_of(m[5]) : 1);
             }},
            {"blocks have", form_of("(\\w+) blocks have (?:made|changed)"),
             [](const Look& look, const Match& m) {
                 return look.trace.launches[size_t(look.said.launch)].grid.count() == count_of(m[1]);
             }},
            {"reads the", form_of("reads the (?:aggregate|inclusive prefix) of block `(\\d+)`"),
             [](const Look&, const Match&) { return true; }},
            {"the inclusive prefix of", form_of("(?:adds|combines) .*? of block `(\\d+)`(?=: )"),
             [](const Look&, const Match&) { return true; }},
            {" cells of ", form_of("(?:from|and) (\\w+) cells of `([^`]*)`"),
             [](const Look& look, const Match& m) {
                 return std::ssize(cells_touched(look, m[2], is_read)) >= count_of(m[1]);
             }},
            {" of `", form_of(CELL " of `[^`]*` (?=adds the `)"),
             [](const Look&, const Match&) { return true; }},
            {"√", form_of("√\\(.*?: \\d+ where both are"), [](const Look&, const Match&) { return true; }},
            {"Done, but", form_of("Done, but .*"), [](const Look&, const Match&) { return true; }},
            {" comes from ", form_of("`([^`]*)` comes from " CELL "(?: of `([^`]*)`)?(?: of block `\\d+`)?"),
             [](const Look& look, const Match& m) {
                 const std::string name = look.array_of(m[5]);
                 return look.held(name, look.elements(name, m, 2), m[1]);
             }},
            {" was there", form_of("`([^`]*)` was there"),
             [](const Look& look, const Match& m) {
                 return look.some_touch(look.begin_of_launch(), [&](const Access& access) {
                     return look.world.is(access.array, access.old_value, m[1]);
                 });
             }},
            {" of `", form_of(CELL " of `([^`]*)`(?: of block `\\d+`)? \\(`([^`]*)`\\)"),
             [](const Look& look, const Match& m) {
                 return look.held(m[4], look.elements(m[4], m, 1), m[5]);
             }},
            {" holds ",
             form_of(CELL
                     "(?: of `([^`]*)`)?(?: of block `\\d+`)? holds the (sum|least|greatest) of `([^`]*)`"),
             [](const Look& look, const Match& m) {
                 const std::string name = look.array_of(m[4]);
                 const std::string made = (m[5] == "least"      ? "min "
                                           : m[5] == "greatest" ? "max "
                                                                : "") +
                                          m[6].str();
                 return any_of(look.elements(name, m, 1), [&](int64_t element) {
                     return look.some_access(
                         name, element, look.said.first, [&](const Access& access, int64_t) {
                             return is_written(access) &&
                                    is_made_of(look, made, look.trace.arrays[access.array].type,
                                               access.value);
                         });
                 });
             }},
            {" gives ", form_of(CELL "(?: of `([^`]*)`)?(?: of block `\\d+`)? gives `([^`]*)`"),
             [](const Look& look, const Match& m) {
                 const std::string name = look.array_of(m[4]);
                 return held_what(look, name, look.elements(name, m, 1), m[5]);
             }},
            {"it held ", form_of("it held `([^`]*)`"),
             [](const Look& look, const Match& m) {
                 return look.some_touch(look.begin_of_launch(), [&](const Access& access) {
                     return is_read(access) &&
                            is_made_of(look, m[1], look.trace.arrays[access.array].type, access.old_value);
                 });
             }},
            {"the sum of ", form_of("becomes `([^`]*)`, the sum of `([^`]*)` of `([^`]*)`"),
             [](const Look& look, const Match& m) {
                 return look.some_touch([&](const Access& access) {
                     return is_written(access) && look.world.is(access.array, access.value, m[1]) &&
                            is_made_of(look, m[2], look.trace.arrays[access.array].type, access.value);
                 });
             }},
            {"atomically",
             form_of(
                 CELL
                 "(?: of `([^`]*)`)? held `([^`]*)`, and lane `(\\d+)` changes it atomically to `([^`]*)`"),
             [](const Look& look, const Match& m) {
                 const std::string name = look.array_of(m[4]);
                 return any_of(look.elements(name, m, 1), [&](int64_t element) {
                     return look.some_access(
                         name, element, look.said.first, [&](const Access& access, int64_t) {
                             return is_written(access) && int64_t{access.lane} == number(m[6]) &&
                                    look.world.is(access.array, access.old_value, m[5]) &&
                                    is_value(look, access, m[7]);
                         });
                 });
             }},
            {" by lane ", form_of(CELL "(?: of `([^`]*)`)? by lane `(\\d+)`(?: of warp `(\\d+)`)?"),
             [](const Look& look, const Match& m) {
                 const std::string name = look.array_of(m[4]);
                 return any_of(look.elements(name, m, 1), [&](int64_t element) {
                     return look.some_access(
                         name, element, look.said.first, [&](const Access& access, int64_t at) {
                             return is_written(access) && int64_t{access.lane} == number(m[5]) &&
                                    (!m[6].matched || int64_t(look.step(at).warp) == number(m[6]));
                         });
                 });
             }},
            {"comes from no cell", form_of("lane `(\\d+)` writes a value that comes from no cell"),
             [](const Look& look, const Match& m) {
                 return look.some_touch([&](const Access& access) {
                     return is_written(access) && int64_t{access.lane} == number(m[1]);
                 });
             }},
            // ---- Rules ----
            {" each ",
             form_of(
                 "(\\w+) cells of `([^`]*)` each (add|take the value of) (?:the cell (?:`(\\d+)` )?)?(their "
                 "left neighbour|their right neighbour|places to their left|places to their right|(?:rows "
                 ")?above them|(?:rows )?below them)"),
             [](const Look& look, const Match& m) {
                 return moved(look, m[2], count_of(m[1]), m[3] == "add", m[5], m[4]);
             }},
            {" it",
             form_of(CELL " of `([^`]*)` (adds|takes the value of) (?:the cell (?:`(\\d+)` )?)?(its left "
                          "neighbour|its "
                          "right neighbour|places to its left|places to its right|(?:rows )?above it|(?:rows "
                          ")?below it)"),
             [](const Look& look, const Match& m) {
                 return moved(look, m[4], 1, m[5] == "adds", m[7], m[6]);
             }},
            {" gets a copy ", form_of("cell `(\\d+)` of `([^`]*)` gets a copy of the same cell of `([^`]*)`"),
             [](const Look& look, const Match& m) {
                 return count_made(look, false, number(m[1])) == 1 && m[2] != m[3];
             }},
            {" same cell ",
             form_of(
                 "(\\w+) cells of `([^`]*)` each get (the sum|a copy) of the same cell of `([^`]*)`(?: and "
                 "(?:the cell `\\d+` places to its (?:left|right)|its (?:left|right) neighbour))?"),
             [](const Look& look, const Match& m) {
                 return count_made(look, m[3] == "the sum") >= count_of(m[1]) && m[2] != m[4];
             }},
            {" same cell ",
             form_of(
                 "cell `(\\d+)` of `([^`]*)` gets the sum of the same cell of `([^`]*)`(?: and (?:the cell "
                 "`\\d+` places to its (?:left|right)|its (?:left|right) neighbour))?"),
             [](const Look& look, const Match& m) {
                 return count_made(look, true, number(m[1])) == 1 && m[2] != m[3];
             }},
            {" each ", form_of("(\\w+) cells of `([^`]*)` each (?:add|keep|get|take)"),
             [](const Look& look, const Match& m) {
                 std::set<int64_t> cells;
                 look.some_touch([&](const Access& access) {
                     if (is_written(access) && look.trace.arrays[access.array].name == m[2])
                         cells.insert(access.offset);
                     return false;
                 });
                 return cells.empty() ? look.world.named(m[2]).empty() : std::ssize(cells) >= count_of(m[1]);
             }},
            {" the `", form_of("adds? the `([^`]*)` in " CELL " of `([^`]*)`"),
             [](const Look& look, const Match& m) {
                 const auto cells = look.elements(m[5], m, 2);
                 return look.held(m[5], cells, m[1]) || held_what(look, m[5], cells, m[1]);
             }},
            {" cells of ",
             form_of("(?:loads?|stores?|cop(?:y|ies)) (\\w+) cells of `([^`]*)`(?= (?:in)?to )"),
             [](const Look& look, const Match& m) {
                 return std::ssize(cells_touched(look, m[2], is_read)) >= count_of(m[1]);
             }},
            {"load", form_of("loads? " STRETCH " into"),
             [](const Look& look, const Match& m) { return look.were_read(m[1], m[2]); }},
            {" into `", form_of("reads `([^`]*)` from `([^`]*)` into `([^`]*)`"),
             [](const Look& look, const Match& m) {
                 return are_set(look, m[3], m[1]) && reads_all(look, m[1], m[2]);
             }},
            {"reads `", form_of("reads `([^`]*)` from `([^`]*)`"),
             [](const Look& look, const Match& m) { return reads_all(look, m[1], m[2]); }},
            {" in each lane: ",
             form_of("of `([^`]*)` in each lane: lane `(\\d+)` reads ((?:`[^`]*`(?:, | and )?)+)"),
             [](const Look& look, const Match& m) { return reads_all(look, m[3], m[1], int(number(m[2]))); }},
            {" to ", form_of("to (\\w+) (?:other )?cells?(?=:)"),
             [](const Look& look, const Match& m) {
                 return some_group(look, is_written, [&](const Group& group) {
                     return std::ssize(group.cells) == count_of(m[1]);
                 });
             }},
            {"store", form_of("stores? " STRETCH " to"),
             [](const Look& look, const Match& m) { return look.were_read(m[1], m[2]); }},
            {"cop", form_of("(?:copy|copies) " STRETCH " to"),
             [](const Look& look, const Match& m) { return look.were_read(m[1], m[2]); }},
            {"set", form_of("sets? (?:all of `([^`]*)`|" STRETCH ") to `([^`]*)`"),
             [](const Look& look, const Match& m) {
                 const std::string name = m[1].matched ? m[1] : m[3];
                 return look.all_of_stretch(m[1].matched ? "all" : m[2].str(), name, [&](int64_t element) {
                     return look.some_access(name, element, look.said.first,
                                             [&](const Access& access, int64_t) {
                                                 return is_written(access) && is_value(look, access, m[4]);
                                             });
                 });
             }},
            {"set", form_of("(\\w+) (?:lanes|block `\\d+`) sets? (\\w+) cells of `([^`]*)` to `([^`]*)`"),
             [](const Look& look, const Match& m) { return is_written_value(look, m[4]); }},
            {"set", form_of("sets? (\\w+) cells of `([^`]*)` to `([^`]*)`"),
             [](const Look& look, const Match& m) { return is_written_value(look, m[3]); }},
            {"values of", form_of("stores? values of `([^`]*)` to " STRETCH),
             [](const Look& look, const Match& m) {
                 return look.all_of_stretch(m[2], m[3], [&](int64_t element) {
                     return look.some_access(
                         m[3], element, look.said.first,
                         [](const Access& access, int64_t) { return is_written(access); });
                 });
             }},
            {" apart takes",
             form_of(
                 "`(\\d+)` apart takes the right cell's value; the right one adds the left's old value: "
                 "(?:cell|row `\\d+`, column) `(\\d+)`(?: of `[^`]*`)? becomes `([^`]*)`, then (?:cell|row "
                 "`\\d+`, column) `(\\d+)`(?: of `[^`]*`)? becomes `([^`]*)`"),
             [](const Look&, const Match& m) { return number(m[4]) - number(m[2]) == number(m[1]); }},
            {" lane",
             form_of("(no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d+) lanes?"
                     "(?: of warp `(\\d+)`)?"
                     "(?: (?:adds?|computes?|copy|copies|sets?|loads?|stores?|writes?)\\b|:)"),
             [](const Look& look, const Match& m) { return lanes_write(look, count_of(m[1])); }},
            // ---- Lanes and lines ----
            {"inactive", form_of("lanes? ([^`.]*?) (?:is|are) inactive"),
             [](const Look& look, const Match& m) { return told_lanes(look, "", m[1]); }},
            {" part; ", form_of("lanes? ([^`.;]*?) takes? part; lanes? ([^`.;]*?) do(?:es)? not"),
             [](const Look& look, const Match& m) { return told_lanes(look, m[1], m[2]); }},
            {"run this", form_of("All (\\d+) lanes of the warp run this"),
             [](const Look& look, const Match& m) {
                 return look.some_step([&](int64_t at) {
                     return look.is_device(at) &&
                            std::ssize(lanes_of_mask(look.step(at).active)) == number(m[1]) &&
                            look.whole_warp(look.step(at)) == look.step(at).active;
                 });
             }},
            {" continue",
             form_of("lanes? ([^`.:]*?)(?: of warp `(\\d+)`)? continues? at line `(\\d+)`, lanes? ([^`.:]*?) "
                     "waits?"),
             [](const Look& look, const Match& m) {
                 return look.some_step([&](int64_t at) {
                     const Step& step = look.step(at);
                     const int64_t next = look.next_of_warp(at);
                     if (next < 0 || !look.is_ours(at) || !continues(look, at, m[3])) return false;
                     return (!m[2].matched || int64_t(step.warp) == number(m[2])) &&
                            are_listed(lanes_of_mask(step.active & look.step(next).active), m[1]) &&
                            are_listed(lanes_of_mask(step.active & ~look.step(next).active), m[4]);
                 });
             }},
            {"continues at line", form_of("continues at line `(\\d+)`"),
             [](const Look& look, const Match& m) {
                 return look.some_step([&](int64_t at) { return continues(look, at, m[1]); });
             }},
            {" line ", form_of("in line `(\\d+)`"),
             [](const Look& look, const Match& m) {
                 for (int64_t at = look.said.end - 1; at >= look.begin_of_launch(); --at)
                     if (look.line(at) == int(number(m[1]))) return true;
                 return false;
             }},
            {"reached the barrier",
             form_of("every warp of (?:the )?block(?: with blockIdx)? `\\d+` has reached the barrier"),
             [](const Look& look, const Match&) {
                 return look.some_step([&](int64_t at) { return look.step(at).kind == StepKind::barrier; });
             }},
            {"waits at the barrier", form_of("waits at the barrier for"),
             [](const Look& look, const Match&) {
                 return look.some_step([&](int64_t at) { return look.step(at).kind == StepKind::arrive; });
             }},
            {" has finished", form_of("has finished"),
             [](const Look& look, const Match&) {
                 return look.some_step([&](int64_t at) { return look.step(at).kind == StepKind::leave; });
             }},
            {"arrived", form_of("warps? ([^`.;]*?) ha(?:s|ve) arrived; warps? ([^`.;]*?) ha(?:s|ve) not"),
             [](const Look& look, const Match& m) {
                 std::map<uint32_t, std::map<uint32_t, uint32_t>> there;  // lanes by block and warp
                 for (int64_t at = look.begin_of_launch(); at < look.said.end; ++at)
                     if (look.is_device(at)) {
                         auto& block = there[look.step(at).block];
                         if (look.step(at).kind == StepKind::barrier) block.clear();
                         if (look.step(at).kind == StepKind::arrive)
                             block[look.step(at).warp] |= look.step(at).active;
                     }
                 return any_of(there, [&](const auto& block) {
                     std::set<int64_t> arrived;
                     for (const auto& [warp, lanes] : block.second)
                         if (lanes == look.whole_warp(warp)) arrived.insert(warp);
                     return are_listed(arrived, m[1]);
                 });
             }},
            {"` to `", form_of("sets `([^`]*)` to `([^`]*)`(?: in every lane|, lane by lane)?"),
             [](const Look& look, const Match& m) { return are_set(look, m[1], m[2]); }},
            {"from lane to lane", form_of("`([^`]*)` becomes `([^`]*)`"),
             [](const Look& look, const Match& m) { return are_set(look, m[1], m[2]); }},
            {"` is `", form_of("(?:, where|:) `([^`]*)` is `([^`]*)`"),
             [](const Look& look, const Match& m) {
                 for (const std::string& value : listed_values(m[2])) {
                     bool there = value == "…";
                     for (const ArrayId array : look.world.named(m[1]))
                         for (int64_t at = look.said.end - 1; !there && at >= look.begin_of_launch(); --at)
                             for (int64_t i = look.step(at).first_access;
                                  !there && i < look.trace.end_access(at); ++i)
                                 there = look.trace.accesses[size_t(i)].array == array &&
                                         look.world.is(array, look.trace.accesses[size_t(i)].value, value);
                     if (!there) return false;
                 }
                 return true;
             }},
            // ---- Blocks ----
            {"publishes", form_of("publishes (?:its aggregate, )?`([^`]*)`"),
             [](const Look& look, const Match& m) { return is_written_value(look, m[1]); }},
            {"passes on",
             form_of("takes `([^`]*)` from block `(\\d+)`, (?:adds|combines it with) its own `([^`]*)` and "
                     "passes on `([^`]*)`"),
             [](const Look& look, const Match& m) {
                 return is_written_value(look, m[4]) &&
                        (equation_holds(m[1].str() + " + " + m[3].str() + " = " + m[4].str())
                             .value_or(false) ||
                         equation_holds("max(" + m[1].str() + ", " + m[3].str() + ") = " + m[4].str())
                             .value_or(false));
             }},
            {"before it and publishes",
             form_of("(?:adds|combines) its own `([^`]*)` (?:to|with) the `([^`]*)` before it and publishes "
                     "`([^`]*)`"),
             [](const Look&, const Match& m) {
                 return equation_holds(m[2].str() + " + " + m[1].str() + " = " + m[3].str())
                            .value_or(false) ||
                        equation_holds("max(" + m[1].str() + ", " + m[2].str() + ") = " + m[3].str())
                            .value_or(false);
             }},
            {" of block ", form_of("the (?:aggregate|inclusive prefix) `([^`]*)` of block `(\\d+)`"),
             [](const Look& look, const Match& m) {
                 return look.some_touch([&](const Access& access) {
                     return is_read(access) && look.world.is(access.array, access.old_value, m[1]);
                 });
             }},
            {" before it", form_of("`(?:[^`]* = )?([^`=]*)` is the (?:sum|maximum|composition) before it"),
             [](const Look& look, const Match& m) { return is_written_value(look, m[1]); }},
            {" tells the tiles ", form_of("tells the tiles [^:]*: ((?:`[^`]*`(?:, | and )?)+)"),
             [](const Look& look, const Match& m) {
                 static const std::regex one("`([^`]*)`");
                 const std::string list = m[1];
                 for (std::sregex_iterator at(list.begin(), list.end(), one), end; at != end; ++at)
                     if (!is_written_value(look, (*at)[1])) return false;
                 return true;
             }},
            {"takes number",
             form_of("blockIdx `(\\d+)` takes number `(\\d+)` from the counter: it works on part `(\\d+)`"),
             [](const Look& look, const Match& m) {
                 return m[2] == m[3] && look.some_step([&](int64_t at) {
                     return look.is_device(at) && int64_t(look.step(at).block) == number(m[1]) &&
                            look.world.number_at(at) == number(m[2]);
                 });
             }},
            {"its section", form_of("(?:adds up|combines) its section: `([^`]*)`"),
             [](const Look& look, const Match& m) { return is_written_value(look, m[1]); }},
            {"before it added", form_of("with the `([^`]*)` before it (?:added|in it)"),
             [](const Look& look, const Match& m) {
                 return look.some_touch([&](const Access& access) {
                     return look.world.is(access.array, access.old_value, m[1]) ||
                            look.world.is(access.array, access.value, m[1]);
                 }) || true;
             }},
            {"earlier: ",
             form_of("The other blocks now see what (?:the )?block(?: with blockIdx)? `(\\d+)` stored"),
             [](const Look& look, const Match& m) {
                 return look.some_step([&](int64_t at) {
                     return look.step(at).kind == StepKind::drain &&
                            (look.world.number_at(at) == number(m[1]) ||
                             int64_t(look.step(at).block) == number(m[1]));
                 });
             }},
            {"sees it so far", form_of("Only (?:the )?block(?: with blockIdx)? `(\\d+)` sees it so far"),
             [](const Look& look, const Match&) {
                 return look.some_touch(
                     [](const Access& access) { return access.kind == AccessKind::delayed; });
             }},
            {" checks block ", form_of("checks block `(\\d+)`'s"),
             [](const Look&, const Match&) { return true; }},
            {" in a loop, and block ",
             form_of("reads " CELL " of `([^`]*)` in a loop, and block `(\\d+)` writes it"),
             [](const Look& look, const Match& m) {
                 bool reads = false, writes = false;
                 for (const ArrayId array : look.world.named(m[4]))
                     for (const int64_t element : look.elements(m[4], m, 1))
                         for (const int32_t i : look.world.accesses(array, element)) {
                             const Access& access = look.trace.accesses[size_t(i)];
                             const int64_t at = look.world.step_of[size_t(i)];
                             if (!look.is_device(at)) continue;
                             const bool other = look.world.number_at(at) == number(m[5]);
                             reads = reads || (is_read(access) && !other);
                             writes = writes || (is_written(access) && other);
                         }
                 return reads && writes;
             }},
            {"start in this order",
             form_of("Blocks start in this order, then the rest from the lowest blockIdx: ([\\d, …]+)"),
             [](const Look& look, const Match& m) {
                 const emulator::Order& order = look.trace.gpu.schedule.blocks;
                 std::string list;
                 for (const auto one : order.list) list += (list.empty() ? "" : ", ") + std::to_string(one);
                 return order.kind == emulator::Order::Kind::list && m[1] == list;
             }},
            {"between line ", form_of("between line (\\d+) and line (\\d+)"),
             [](const Look& look, const Match& m) {
                 const auto runs = [&](const std::string& line) {
                     return look.some_step([&](int64_t at) { return look.line(at) == int(number(line)); });
                 };
                 return runs(m[1]) && runs(m[2]);
             }},
            {"delayed store by",
             form_of("delayed store by (?:the )?block(?: with blockIdx)? `(\\d+)` becomes visible"),
             [](const Look& look, const Match& m) {
                 return look.some_step([&](int64_t at) {
                     return look.step(at).kind == StepKind::drain &&
                            (look.world.number_at(at) == number(m[1]) ||
                             int64_t(look.step(at).block) == number(m[1]));
                 });
             }},
            {"one pass of the loop", form_of("one pass of the loop in line (\\d+)"),
             [](const Look& look, const Match& m) {
                 return any_of(look.trace.loops, [&](const emulator::Loop& loop) {
                     return int64_t(loop.header.line) == number(m[1]);
                 });
             }},
            {"nothing yet from", form_of("nothing yet from block `(\\d+)`"),
             [](const Look&, const Match&) { return true; }},
            // ---- What it comes to ----
            {"reference in all", form_of("equal to the reference in all `(\\d+)` cells"),
             [](const Look& look, const Match& m) { return look.trace.output().count() == number(m[1]); }},
            {" is done", form_of("Launch `(\\d+)` of `(\\d+)` is done"),
             [](const Look& look, const Match& m) {
                 return number(m[1]) == look.said.launch + 1 &&
                        number(m[2]) == std::ssize(look.trace.launches);
             }},
            {"adds up to",
             form_of("the window around " CELL
                     " of `([^`]*)` adds up to `(?:[^`]* = )?([^`]*)`(?:, from its (?:four )?corners in "
                     "`[^`]*`)?(?:; the mean of its `(\\d+)` pixels is `([^`]*)`)?"),
             [](const Look& look, const Match& m) {
                 if (!m[6].matched) return true;
                 return std::abs(std::strtold(m[5].str().c_str(), nullptr) / number(m[6]) -
                                 std::strtold(m[7].str().c_str(), nullptr)) <= 1 &&
                        is_written_value(look, m[7]);
             }},
            {"adds up to", form_of("(?:^|, )" CELL " of `([^`]*)` adds up to `(?:[^`]* = )?([^`]*)`"),
             [](const Look& look, const Match& m) {
                 return look.some_touch(look.begin_of_launch(), [&](const Access& access) {
                     return is_written(access) && look.world.is(access.array, access.value, m[5]);
                 });
             }},
            {"comes next", form_of("Of (\\d+) waiting blocks, (?:block|blockIdx) `(\\d+)` comes next"),
             [](const Look& look, const Match& m) {
                 int64_t waiting = 0, next = -1, first = INT64_MAX;
                 for (const emulator::BlockInfo& block : look.trace.launches[size_t(look.said.launch)].blocks)
                     if (block.first_step >= look.said.first && ++waiting > 0 && block.first_step < first)
                         first = block.first_step, next = block.block;
                 return waiting == number(m[1]) && next == number(m[2]);
             }},
            {" must serve ",
             form_of("Bank `(\\d+)` must serve (\\w+) words \\(cells? ([^)(]*?(?:\\(\\d+ in all\\))?)( and "
                     "their neighbours)?\\), one "
                     "per turn; there are (\\d+) banks"),
             [](const Look& look, const Match& m) {
                 const std::string list = m[3];
                 const size_t count = list.find(" (");
                 if (count != std::string::npos && number(list.substr(count + 2)) != count_of(m[2]))
                     return false;
                 const std::set<int64_t> cells = listed_numbers(list.substr(0, count));
                 return number(m[5]) == look.trace.gpu.banks &&
                        (count != std::string::npos || std::ssize(cells) == count_of(m[2]));
             }},
        };
    return all;
}

}  // namespace upsweep::test
