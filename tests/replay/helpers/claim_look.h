// Looking things up in a run, for the claims of claim_forms.cpp.
#pragma once

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <regex>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/element_type.h"
#include "core/ranges.h"
#include "replay/helpers/claims.h"

namespace upsweep::test {

using emulator::Access;
using emulator::AccessKind;
using emulator::ArrayId;
using emulator::Step;
using emulator::StepKind;
using emulator::Trace;

using Match = std::smatch;

inline int64_t number(const std::string& text) { return std::atoll(text.c_str()); }

/// "four", "12".
inline int64_t count_of(std::string word) {
    static const std::vector<std::string> words = {"no",   "one",    "two",   "three", "four",
                                                   "five", "six",    "seven", "eight", "nine",
                                                   "ten",  "eleven", "twelve"};
    word[0] = char(std::tolower(uint8_t(word[0])));
    const auto at = std::find(words.begin(), words.end(), word);
    return at != words.end() ? at - words.begin() : number(word);
}

/// "0, 2 and 3", "0, 2, 4 … 14", "2 to 5".
inline std::set<int64_t> listed_numbers(const std::string& text) {
    std::set<int64_t> numbers;
    int64_t before = 0, last = 0, by = 0;  // by: how far apart the numbers of a range are; 0: no range
    for (size_t at = 0; at < text.size();) {
        if (text.compare(at, 3, "…") == 0) by = std::max<int64_t>(1, last - before);
        if (text.compare(at, 4, " to ") == 0) by = 1;
        if (std::isdigit(uint8_t(text[at])) == 0) {
            ++at;
            continue;
        }
        char* end = nullptr;
        const int64_t one = std::strtoll(text.c_str() + at, &end, 10);
        at = size_t(end - text.c_str());
        for (int64_t n = last; by > 0 && n < one; n += by) numbers.insert(n);
        numbers.insert(one);
        before = last, last = one, by = 0;
    }
    return numbers;
}

/// Whether they are the numbers that a list says. A long one, "0, 1, 2 … 47 (28 in all)", leaves some out.
inline bool are_listed(const std::set<int64_t>& numbers, const std::string& text) {
    const size_t all = text.find(" (");
    if (all == std::string::npos || text.find(" in all") == std::string::npos)
        return numbers == listed_numbers(text);
    const size_t gap = text.find("…");
    const auto there = [&](int64_t one) { return numbers.contains(one); };
    return std::ssize(numbers) == number(text.substr(all + 2)) &&
           all_of(listed_numbers(text.substr(0, std::min(gap, all))), there) &&
           (gap == std::string::npos || there(number(text.substr(gap + std::string_view("…").size()))));
}

inline bool is_written(const Access& access) { return access.kind != AccessKind::read; }
inline bool is_read(const Access& access) { return access.kind != AccessKind::write; }

inline std::set<int64_t> lanes_of_mask(uint32_t mask) {
    std::set<int64_t> lanes;
    for (int lane = 0; lane < 32; ++lane)
        if ((mask >> lane & 1U) != 0) lanes.insert(lane);
    return lanes;
}

#define CELL "(?:cell `(\\d+)`|row `(\\d+)`, column `(\\d+)`)"
#define STRETCH                                                                                 \
    "(cells? `[^`]*`(?: to `\\d+`)?|all|rows? `\\d+`(?: to `\\d+`)?(?:, columns? `\\d+`(?: to " \
    "`\\d+`)?)?|columns? `\\d+`(?: to `\\d+`)?) of `([^`]*)`"

/// What a claim is held against: one sentence and the steps that it is about.
struct Look {
    const Said& said;
    const World& world = said.world;
    const Trace& trace = world.trace;
    std::optional<int64_t> block = {};  ///< the number that the sentence speaks of

    const Step& step(int64_t at) const { return trace.steps[size_t(at)]; }
    int line(int64_t at) const {
        return step(at).kind == StepKind::host ? 0 : trace.statements[step(at).statement].where.line;
    }
    bool is_device(int64_t at) const {
        return step(at).kind != StepKind::host && trace.launch_of(step(at)) == said.launch;
    }
    bool is_ours(int64_t at) const { return !block || (is_device(at) && world.number_at(at) == *block); }
    int64_t begin_of_launch() const {
        return said.launch >= 0 && said.launch < std::ssize(trace.launches)
                   ? trace.launches[size_t(said.launch)].first_step
                   : 0;
    }
    template <typename F>
    bool some_step(F&& holds) const {
        for (int64_t at = said.end - 1; at >= said.first; --at)
            if (holds(at)) return true;
        return false;
    }
    /// An access of our steps.
    template <typename F>
    bool some_touch(F&& holds) const {
        return some_touch(said.first, holds);
    }
    template <typename F>
    bool some_touch(int64_t first, F&& holds) const {
        for (int64_t at = said.end - 1; at >= first; --at)
            for (int64_t i = step(at).first_access; is_ours(at) && i < trace.end_access(at); ++i)
                if (holds(trace.accesses[size_t(i)])) return true;
        return false;
    }
    /// An access from `first` on to a cell of an array of this name, by the block where one is named.
    template <typename F>
    bool some_access(const std::string& name, int64_t element, int64_t first, F&& holds) const {
        for (const ArrayId array : world.named(name))
            for (const int32_t i : world.accesses(array, element)) {
                const int64_t at = world.step_of[size_t(i)];
                if (at >= first && at < said.end && is_ours(at) && holds(trace.accesses[size_t(i)], at))
                    return true;
            }
        return false;
    }
    /// The array of a cell: named, else the one that the sentence is about.
    std::string array_of(const std::string& name) const {
        static const std::regex part("its part of `([^`]*)`");
        std::smatch m;
        if (!name.empty()) return name;
        return std::regex_search(said.text, m, part) ? m[1].str() : said.followed;
    }
    /// Widths that the stage may show an array in: its own, or of a row any that divides it.
    std::vector<int64_t> widths(const std::string& name) const {
        std::set<int64_t> all;
        for (const ArrayId array : world.named(name)) {
            const Extent extent = trace.arrays[array].extent;
            if (extent.height > 1) all.insert(extent.width);
            for (int64_t width = 1; extent.height == 1 && width <= extent.width; ++width)
                if (extent.width % width == 0) all.insert(width);
        }
        return {all.begin(), all.end()};
    }
    /// The element of "cell `3`", or of "row `1`, column `2`" for each width.
    std::vector<int64_t> elements(const std::string& name, const Match& m, size_t cell) const {
        if (m[cell].matched) return {number(m[cell])};
        std::vector<int64_t> all;
        for (const int64_t width : widths(name))
            if (number(m[cell + 2]) < width) all.push_back(number(m[cell + 1]) * width + number(m[cell + 2]));
        return all;
    }
    /// Whether all elements of "rows `0` to `3`, columns `4` to `7`" are such, in one of the widths.
    template <typename F>
    bool all_of_stretch(const std::string& text, const std::string& name, F&& holds) const {
        static const std::regex of("(cell|row|column)s? `(\\d+)`(?: to `(\\d+)`)?");
        std::pair<int64_t, int64_t> cells{-1, -1}, rows{-1, -1}, columns{-1, -1};
        for (std::sregex_iterator at(text.begin(), text.end(), of), end; at != end; ++at) {
            const Match& m = *at;
            auto& place = m[1] == "cell" ? cells : m[1] == "row" ? rows : columns;
            place = std::pair(number(m[2]), number(m[m[3].matched ? 3 : 2]));
        }
        if (cells.first >= 0) {
            for (int64_t cell = cells.first; cell <= cells.second; ++cell)
                if (!holds(cell)) return false;
            return true;
        }
        for (const ArrayId array : world.named(name))
            for (const int64_t width : widths(name)) {
                const int64_t height = trace.arrays[array].extent.count() / std::max<int64_t>(1, width);
                bool all = true;
                for (int64_t y = std::max<int64_t>(0, rows.first);
                     all && y <= (rows.first < 0 ? height - 1 : rows.second); ++y)
                    for (int64_t x = std::max<int64_t>(0, columns.first);
                         all && x <= (columns.first < 0 ? width - 1 : columns.second); ++x)
                        all = x < width && holds(y * width + x);
                if (all) return true;
            }
        return false;
    }
    bool were_read(const std::string& text, const std::string& name) const {
        return all_of_stretch(text, name, [&](int64_t element) {
            return some_access(name, element, begin_of_launch(),
                               [](const Access& access, int64_t) { return is_read(access); });
        });
    }
    /// A read, or what an atomic operation found.
    bool held(const std::string& name, const std::vector<int64_t>& cells, const std::string& value) const {
        return any_of(cells, [&](int64_t element) {
            return some_access(name, element, begin_of_launch(), [&](const Access& access, int64_t) {
                return is_read(access) && world.is(access.array, access.old_value, value);
            });
        });
    }
    /// Lanes of a step's warp that exist.
    uint32_t whole_warp(const Step& step) const { return whole_warp(step.warp, trace.launch_of(step)); }
    uint32_t whole_warp(uint32_t warp) const { return whole_warp(warp, said.launch); }
    uint32_t whole_warp(uint32_t warp, int64_t of) const {
        const emulator::LaunchInfo& launch = trace.launches[size_t(of)];
        const int64_t lanes =
            std::min<int64_t>(launch.block.count() - int64_t{warp} * trace.gpu.lanes, trace.gpu.lanes);
        return lanes >= 32 ? ~0U : (1U << lanes) - 1;
    }
    /// The next step of the same warp; -1: it has none.
    int64_t next_of_warp(int64_t at) const {
        for (int64_t next = at + 1; next < trace.step_count(); ++next)
            if (step(next).operation == step(at).operation && step(next).block == step(at).block &&
                step(next).warp == step(at).warp)
                return next;
        return -1;
    }
};

/// A claim that sentences make, in one of their forms, and how it is held against a run.
struct Form {
    std::string_view key;  ///< has to be in the sentence
    std::regex form;
    std::function<bool(const Look&, const Match&)> holds;
};
/// The more special come first.
const std::vector<Form>& forms();

/// Whether "3…7", "(0,0)…(2,3)" or "in[3]" names inputs, of some array, that make this value.
inline bool is_made_of(const Look& look, const std::string& text, ScalarType type, uint64_t bits) {
    static const std::regex range(R"((?:(\d+)·)?\(?(\d+)(?:…(\d+))?\)?)"),
        corner(R"(\((\d+),(\d+)\)(?:…\((\d+),(\d+)\))?)");
    const bool least = text.find("min ") != std::string::npos, most = text.find("max ") != std::string::npos;
    for (const Array& inputs : look.trace.initial) {
        if (inputs.count() == 0) continue;
        const int64_t width = inputs.extent().width;
        long double sum = 0, low = INFINITY, high = -INFINITY, largest = 0;
        const auto take = [&](int64_t at, long double times) {
            if (at >= inputs.count()) return;
            const long double one = inputs.number(at);
            sum += times * one, low = std::min(low, one), high = std::max(high, one);
            largest = std::max(largest, std::abs(one));
        };
        std::smatch m;
        if (std::regex_search(text, m, corner)) {
            for (int64_t y = number(m[2]); y <= number(m[m[4].matched ? 4 : 2]); ++y)
                for (int64_t x = number(m[1]); x <= number(m[m[3].matched ? 3 : 1]); ++x)
                    take(y * width + x, 1);
        } else
            for (std::sregex_iterator at(text.begin(), text.end(), range), end; at != end; ++at)
                for (int64_t i = number((*at)[2]); i <= number((*at)[(*at)[3].matched ? 3 : 2]); ++i)
                    take(i, (*at)[1].matched ? number((*at)[1]) : 1);
        if (same_number(least ? low : most ? high : sum, bits_to_number(type, bits), largest)) return true;
    }
    return false;
}

/// Whether one of the cells was read when it held what a symbol says: "3…7".
inline bool held_what(const Look& look, const std::string& name, const std::vector<int64_t>& cells,
                      const std::string& text) {
    const auto holds = [&](const Access& access, int64_t) {
        const ScalarType type = look.trace.arrays[access.array].type;
        // A word of a state and a value.
        const bool word = type == ScalarType::u32 || type == ScalarType::u64;
        return is_read(access) &&
               (is_made_of(look, text, type, access.old_value) ||
                (word && is_made_of(look, text, ScalarType::f32, access.old_value & 0xffffffffU)));
    };
    return any_of(cells, [&](int64_t element) {
        return look.some_access(name, element, look.begin_of_launch(), holds);
    });
}

/// A value as it is written, or what it is made of.
inline bool is_value(const Look& look, const Access& access, std::string text) {
    if (const size_t equals = text.rfind(" = "); equals != std::string::npos) text.erase(0, equals + 3);
    if (look.world.is(access.array, access.value, text)) return true;
    // What only encloses, and what is computed in another way, cannot be worked out.
    if (text.starts_with("≈") || text.starts_with("f(")) return true;
    const ScalarType type = look.trace.arrays[access.array].type;
    if (text == "∅") return bits_to_number(type, access.value) == 0;
    const bool symbol = text.find("…") != std::string::npos || text.find("[") != std::string::npos ||
                        text.find("·") != std::string::npos || text.find(",") != std::string::npos;
    return symbol && is_made_of(look, text, type, access.value);
}

/// The value is written by one of our accesses.
inline bool is_written_value(const Look& look, const std::string& value) {
    return look.some_touch(
        [&](const Access& access) { return is_written(access) && is_value(look, access, value); });
}

/// "`1`, `2` and `3`", "1, 3, 5, …": each one.
inline std::vector<std::string> listed_values(const std::string& text) {
    std::vector<std::string> all;
    for (size_t from = 0; from < text.size();) {
        size_t to = text.find(", ", text[from] == '(' ? text.find(')', from) : from);
        if (to == std::string::npos) to = text.size();
        all.push_back(text.substr(from, to - from));
        from = to + 2;
    }
    return all;
}

/// "sum.count"; of a word that an operator combines "left" for "left.word".
inline bool is_named(const Look& look, const Access& access, const std::string& name) {
    const std::string& own = look.trace.arrays[access.array].name;
    return own == name || own == name + ".word";
}

/// What a step has put into a local, lane by lane.
inline bool are_set(const Look& look, const std::string& name, const std::string& text) {
    const std::vector<std::string> said = listed_values(text);
    return look.some_step([&](int64_t at) {
        std::map<ArrayId, std::vector<const Access*>> locals;
        for (int64_t i = look.step(at).first_access; i < look.trace.end_access(at); ++i)
            if (const Access& access = look.trace.accesses[size_t(i)];
                is_written(access) && is_named(look, access, name))
                locals[access.array].push_back(&access);
        return any_of(locals, [&](const auto& local) {
            const auto& values = local.second;
            const auto is = [&](size_t i, const std::string& value) {
                return look.world.is(values[i]->array, values[i]->value, value);
            };
            if (said.size() == 1)
                return all_of(values,
                              [&](const Access* one) { return look.world.is(one->array, one->value, text); });
            for (size_t i = 0; i < said.size() && said[i] != "…"; ++i)
                if (i >= values.size() || !is(i, said[i])) return false;
            return said.back() == "…" || said.size() == values.size();
        });
    });
}

/// The cells of arrays of this name that our steps of the launch touched in this way.
template <typename F>
std::set<std::pair<ArrayId, uint32_t>> cells_touched(const Look& look, const std::string& name, F&& way) {
    std::set<std::pair<ArrayId, uint32_t>> cells;
    look.some_touch(look.begin_of_launch(), [&](const Access& access) {
        if (way(access) && is_named(look, access, name)) cells.insert({access.array, access.offset});
        return false;
    });
    return cells;
}

/// Lanes that did something, and the cells that they did it to.
struct Group {
    std::set<std::pair<uint32_t, int>> lanes;
    std::set<uint32_t> cells;
};

/// Whether, of the steps up to the end, the last so many make a group that holds: of a block what a statement
/// does, or all that is done to an array. A sentence does not say since when it counts.
template <typename Way, typename Holds>
bool some_group(const Look& look, Way&& way, Holds&& holds) {
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, Group> groups;
    for (int64_t at = look.said.end - 1; at >= look.said.first; --at) {
        if (!look.is_ours(at)) continue;
        const Step& step = look.step(at);
        std::set<std::tuple<uint32_t, uint32_t, uint32_t>> changed;
        for (int64_t i = step.first_access; i < look.trace.end_access(at); ++i) {
            const Access& access = look.trace.accesses[size_t(i)];
            if (!way(access)) continue;
            for (const auto& key : {std::tuple(step.block, uint32_t(step.statement), ~0U),
                                    std::tuple(step.block, ~0U, uint32_t(access.array))}) {
                groups[key].lanes.insert({step.warp, int(access.lane)});
                groups[key].cells.insert(access.offset);
                changed.insert(key);
            }
        }
        for (const auto& key : changed)
            if (holds(groups[key])) return true;
    }
    return false;
}

/// Whether so many lanes (-1: any number) change so many cells of the array atomically.
inline bool lanes_meet(const Look& look, const std::string& name, int64_t lanes, int64_t cells) {
    return some_group(
        look,
        [&](const Access& access) {
            return access.kind == AccessKind::atomic && look.trace.arrays[access.array].name == name;
        },
        [&](const Group& group) {
            return (lanes < 0 || std::ssize(group.lanes) == lanes) && std::ssize(group.cells) == cells;
        });
}

/// Whether so many lanes write what blocks or lanes share; of a statement whose writes are of two kinds, each
/// kind has a part of them.
inline bool lanes_write(const Look& look, int64_t lanes) {
    const bool parts = look.said.text.find("; ") != std::string::npos;
    return some_group(
        look,
        [&](const Access& access) {
            return is_written(access) && look.trace.arrays[access.array].space != emulator::Space::local;
        },
        [&](const Group& group) {
            return std::ssize(group.lanes) == lanes || (parts && std::ssize(group.lanes) > lanes);
        });
}

/// Cells of the followed array (`only` one where it is given) that a lane gave, in one step, the sum of two
/// of its cells that it read, or the value of one.
inline int64_t count_made(const Look& look, bool adds, int64_t only = -1) {
    std::set<int64_t> cells;
    for (int64_t at = look.said.first; at < look.said.end; ++at)
        for (int64_t i = look.step(at).first_access; look.is_ours(at) && i < look.trace.end_access(at); ++i) {
            const Access& write = look.trace.accesses[size_t(i)];
            const emulator::ArrayInfo& array = look.trace.arrays[write.array];
            if (!is_written(write) || array.name != look.said.followed) continue;
            const auto value = [&](uint64_t bits) { return bits_to_number(array.type, bits); };
            std::vector<double> read;
            for (int64_t j = look.step(at).first_access; j < i; ++j)
                if (const Access& one = look.trace.accesses[size_t(j)];
                    is_read(one) && one.array == write.array && one.lane == write.lane)
                    read.push_back(value(one.old_value));
            const bool made =
                adds ? read.size() == 2 && same_number(read[0] + read[1], value(write.value),
                                                       std::max(std::abs(read[0]), std::abs(read[1])))
                     : read.size() == 1 && same_number(read[0], value(write.value), std::abs(read[0]));
            const int64_t element = write.offset / size_of(array.type);
            if (made && (only < 0 || only == element)) cells.insert(element);
        }
    return std::ssize(cells);
}

/// Cells of an array that our steps gave the sum of what they held and of the cell so far from them, or that
/// cell's value; the array may hold several rows or buffers.
inline int64_t count_moved(const Look& look, const std::string& name, bool adds, int64_t dx, int64_t dy) {
    std::set<std::pair<ArrayId, int64_t>> cells;
    for (const ArrayId array : look.world.named(name)) {
        const Extent extent = look.trace.arrays[array].extent;
        const ScalarType type = look.trace.arrays[array].type;
        for (int64_t at = look.said.first; at < look.said.end; ++at) {
            if (!look.is_ours(at)) continue;
            for (int64_t i = look.step(at).first_access; i < look.trace.end_access(at); ++i) {
                const Access& access = look.trace.accesses[size_t(i)];
                if (access.array != array || !is_written(access)) continue;
                const int64_t element = access.offset / size_of(type);
                std::vector<int64_t> ways = {extent.width};
                if (dy != 0 && extent.height == 1) ways = look.widths(name);
                for (const int64_t width : ways)
                    for (const int32_t r : look.world.accesses(array, element + dy * width + dx)) {
                        const Access& read = look.trace.accesses[size_t(r)];
                        if (r >= i || read.kind == AccessKind::write) continue;
                        const long double other = bits_to_number(type, read.old_value),
                                          own = bits_to_number(type, access.old_value),
                                          made = bits_to_number(type, access.value);
                        const bool right =
                            adds ? same_number(own + other, made, std::max(std::abs(own), std::abs(other))) ||
                                       look.said.operation != 0
                                 : read.old_value == access.value;
                        if (right) cells.insert({array, element});
                    }
            }
        }
    }
    return std::ssize(cells);
}

}  // namespace upsweep::test
