// The claims that sentences make, and how each is held against a run.
#include "replay/helpers/claims.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <regex>
#include <string_view>
#include <variant>

#include "core/element_type.h"
#include "core/ranges.h"

namespace upsweep::test {

using emulator::Access;
using emulator::AccessKind;
using emulator::ArrayId;
using emulator::Step;
using emulator::StepKind;
using emulator::Trace;

namespace {

// ---- Equations -------------------------------------------------------------------------------------------

/// A value as it is written: a number, "(2, 5)" of a map, "|7" with a flag. Two parts of a map, else one.
struct Number {
    long double first = 0, second = 0;
    bool map = false, flag = false;
};

std::optional<Number> parse_number(std::string text) {
    Number number;
    if (text.starts_with("−")) text.replace(0, std::string_view("−").size(), "-");
    if (text.starts_with("(") && text.ends_with(")") && text.find(", ") != std::string::npos) {
        number.map = true;
        number.first = std::strtold(text.c_str() + 1, nullptr);
        number.second = std::strtold(text.c_str() + text.find(", ") + 2, nullptr);
        return number;
    }
    if (text.starts_with("|")) number.flag = true, text.erase(0, 1);
    char* end = nullptr;
    number.first = std::strtold(text.c_str(), &end);
    if (text.empty() || *end != '\0') return {};
    return number;
}

bool is_whole(long double value) { return std::isfinite(value) && std::floor(value) == value; }

/// Whether two numbers are the same as far as they are written, and of whole ones as 8 to 64 bits hold them.
bool agrees(long double made, long double said, long double largest) {
    if (made == said || (std::isnan(made) && std::isnan(said))) return true;
    if (!std::isfinite(said) || !std::isfinite(made)) return !std::isfinite(said) && largest > 1e30L;
    if (std::abs(made - said) <= 2e-5L * std::max({std::abs(made), std::abs(said), largest}) &&
        !(is_whole(made) && is_whole(said) && largest < 1e6L))
        return true;
    if (!is_whole(made) || !is_whole(said)) return false;
    for (const int bits : {32, 64})
        if (std::fmod(made - said, std::ldexp(1.0L, bits)) == 0) return true;
    return false;
}

}  // namespace

std::optional<bool> equation_holds(const std::string& text) {
    const size_t equals = text.rfind(" = ");
    if (equals == std::string::npos) return {};
    const auto said = parse_number(text.substr(equals + 3));
    std::string left = text.substr(0, equals);
    if (!said) return {};
    std::vector<Number> terms;
    std::vector<std::string> signs;
    const bool call = left.starts_with("min(") || left.starts_with("max(");
    if (call) {
        const std::string sign = left.substr(0, 3);
        left = left.substr(4, left.size() - 5);
        for (size_t at = 0; at <= left.size();) {
            const size_t comma = std::min(left.find(", ", at), left.size());
            const auto term = parse_number(left.substr(at, comma - at));
            if (!term) return {};
            if (!terms.empty()) signs.push_back(sign);
            terms.push_back(*term);
            at = comma + 2;
        }
    } else {
        for (size_t at = 0; at < left.size();) {
            size_t end = left[at] == '(' ? left.find(')', at) : left.find(' ', at);
            if (end == std::string::npos) end = left.size();
            if (left[at] == '(') ++end;
            const auto term = parse_number(left.substr(at, end - at));
            if (!term) return {};
            terms.push_back(*term);
            if (end >= left.size()) break;
            const size_t sign = end + 1, after = left.find(' ', sign);
            if (after == std::string::npos) return {};
            signs.push_back(left.substr(sign, after - sign));
            at = after + 1;
        }
    }
    if (terms.size() < 2 || signs.size() + 1 != terms.size()) return {};
    Number made = terms[0];
    long double largest = std::abs(made.first);
    for (size_t i = 0; i < signs.size(); ++i) {
        const Number& term = terms[i + 1];
        const std::string& sign = signs[i];
        largest = std::max(largest, std::abs(term.first));
        const auto a = uint64_t(int64_t(made.first)), b = uint64_t(int64_t(term.first));
        if (made.map && sign == "+") {
            const long double twice = term.first * made.second + term.second;
            made.first = std::fmod(made.first * term.first, 65536.0L),
            made.second = std::fmod(twice, 65536.0L);
        } else if (term.flag && sign == "+")
            made = term;
        else if (sign == "+")
            made.first += term.first;
        else if (sign == "−" || sign == "-")
            made.first -= term.first;
        else if (sign == "·")
            made.first *= term.first;
        else if (sign == "/")
            made.first /= term.first;
        else if (sign == "min")
            made.first = std::min(made.first, term.first);
        else if (sign == "max")
            made.first = std::max(made.first, term.first);
        else if (sign == "|")
            made.first = (long double)(a | b);
        else if (sign == "&")
            made.first = (long double)(a & b);
        else if (sign == "^")
            made.first = (long double)(a ^ b);
        else
            return false;  // "f": says nothing that can be worked out
    }
    if (made.map != said->map || made.flag != said->flag) return false;
    if (made.map) return made.first == said->first && made.second == said->second;
    // What is shown may be rounded: "95 / 25 = 3.8".
    if (contains(signs, "/")) return std::abs(made.first - said->first) <= 1e-3L * std::abs(made.first);
    return agrees(made.first, said->first, largest);
}

// ---- A run, by its cells and its lanes -------------------------------------------------------------------

namespace {

uint64_t key_of(ArrayId array, int64_t element) { return uint64_t(array) << 36 | uint64_t(element); }

template <typename Map, typename Key>
const typename Map::mapped_type& found(const Map& map, const Key& key) {
    static const typename Map::mapped_type none;
    const auto at = map.find(key);
    return at == map.end() ? none : at->second;
}

}  // namespace

World::World(const Trace& of) : trace(of), step_of(of.accesses.size()) {
    for (size_t i = 0; i < trace.arrays.size(); ++i) by_name_[trace.arrays[i].name].push_back(ArrayId(i));
    for (int64_t step = 0; step < trace.step_count(); ++step)
        for (int64_t i = trace.steps[size_t(step)].first_access; i < trace.end_access(step); ++i) {
            step_of[size_t(i)] = int32_t(step);
            const Access& access = trace.accesses[size_t(i)];
            const emulator::ArrayInfo& array = trace.arrays[access.array];
            const int64_t size = size_of(array.type);
            if (array.space != emulator::Space::local)
                for (int64_t k = 0; k < std::max<int64_t>(1, int64_t{access.size} / size); ++k)
                    by_cell_[key_of(access.array, access.offset / size + k)].push_back(int32_t(i));
            if (array.space == emulator::Space::shared && access.offset == 0 &&
                access.kind != AccessKind::read)
                note_number(step, access);
        }
}

const std::vector<int32_t>& World::accesses(ArrayId array, int64_t element) const {
    return found(by_cell_, key_of(array, element));
}

const std::vector<ArrayId>& World::named(const std::string& name) const { return found(by_name_, name); }

std::optional<int64_t> World::number_at(int64_t step) const {
    const Step& at = trace.steps[size_t(step)];
    const auto launch = numbers_.find(trace.launch_of(at));
    if (launch == numbers_.end()) return at.block;
    const auto one = launch->second.find(at.block);
    if (one == launch->second.end() || one->second.first > step) return {};
    return one->second.second;
}

bool World::is(ArrayId array, uint64_t bits, const std::string& text) const {
    const ScalarType type = trace.arrays[array].type;
    if (bits_to_text(type, bits) == text) return true;
    const auto low = uint32_t(bits);
    const auto part = [&](int from, uint32_t mask) { return std::to_string(low >> from & mask); };
    if (type == ScalarType::u32)
        return text == "(" + part(16, 0xffffU) + ", " + part(0, 0xffffU) + ")" ||
               text == (low >> 31 != 0 ? "|" : "") + part(0, 0x7fffffffU) ||
               text ==
                   part(0, 0xffU) + " " + part(8, 0xffU) + " " + part(16, 0xffU) + " " + part(24, 0xffU) ||
               text == part(0, 0xffffU) + " " + part(16, 0xffffU);
    if (type != ScalarType::u64) return false;
    // A word of a state and a value.
    return bits_to_text(ScalarType::u32, low) == text || bits_to_text(ScalarType::i32, low) == text ||
           bits_to_text(ScalarType::f32, low) == text;
}

void World::note_number(int64_t step, const Access& access) {
    const Step& at = trace.steps[size_t(step)];
    const int64_t launch = trace.launch_of(at);
    if (launch < 0 || access.origin == 0) return;
    const auto* planned = std::get_if<Launch>(&trace.plan.operations[at.operation].what);
    if (planned == nullptr) return;
    bool counter = false, number = false;
    for (const Subject& subject : planned->subjects) {
        counter = counter || subject.role == SubjectRole::counter;
        number = number ||
                 (subject.role == SubjectRole::number && subject.shared == trace.arrays[access.array].name);
    }
    if (counter && number) numbers_[launch].try_emplace(at.block, step, int64_t(access.value));
}

// ---- Claims ----------------------------------------------------------------------------------------------

namespace {

using Match = std::smatch;

/// "four", "`12`", "12".
int64_t count_of(std::string word) {
    static const std::vector<std::string> words = {"no",   "one",    "two",   "three", "four",
                                                   "five", "six",    "seven", "eight", "nine",
                                                   "ten",  "eleven", "twelve"};
    word[0] = char(std::tolower(uint8_t(word[0])));
    const auto at = std::find(words.begin(), words.end(), word);
    return at != words.end() ? at - words.begin() : std::atoll(word.c_str());
}

/// "0, 2 and 3", "0, 2, 4 … 14", "2 to 5".
std::set<int64_t> listed_numbers(const std::string& text) {
    std::vector<int64_t> all;
    std::set<int64_t> numbers;
    bool on = false;
    for (size_t at = 0; at < text.size();) {
        if (text.compare(at, 3, "…") == 0 || text.compare(at, 4, " to ") == 0) on = true, at += 3;
        if (at < text.size() && std::isdigit(uint8_t(text[at])) != 0) {
            char* end = nullptr;
            const int64_t number = std::strtoll(text.c_str() + at, &end, 10);
            at = size_t(end - text.c_str());
            const int64_t by = on && all.size() > 1 ? all.back() - all[all.size() - 2] : 1;
            for (int64_t n = on && !all.empty() ? all.back() : number; n < number;
                 n += std::max<int64_t>(1, by))
                numbers.insert(n);
            numbers.insert(number);
            all.push_back(number);
            on = false;
        } else
            ++at;
    }
    return numbers;
}

/// What a claim is held against: one sentence and the steps that it is about.
struct Look {
    const Said& said;
    const World& world = said.world;
    const Trace& trace = world.trace;
    std::optional<int64_t> block = {};  ///< the number that the sentence speaks of

    const Step& step(int64_t at) const { return trace.steps[size_t(at)]; }
    bool is_device(int64_t at) const {
        return step(at).kind != StepKind::host && trace.launch_of(step(at)) == said.launch;
    }
    bool is_ours(int64_t at) const { return !block || (is_device(at) && world.number_at(at) == *block); }
    template <typename F>
    bool some_step(F&& holds) const {
        for (int64_t at = said.end - 1; at >= said.first; --at)
            if (holds(at)) return true;
        return false;
    }
    /// An access of the steps to a cell of an array of this name, by the block where one is named.
    template <typename F>
    bool some_access(const std::string& name, int64_t element, int64_t first, F&& holds) const {
        for (const ArrayId array : world.named(name.empty() ? said.followed : name))
            for (const int32_t i : world.accesses(array, element)) {
                const int64_t at = world.step_of[size_t(i)];
                if (at >= first && at < said.end && is_ours(at) && holds(trace.accesses[size_t(i)], at))
                    return true;
            }
        return false;
    }
    int64_t begin_of_launch() const {
        return said.launch >= 0 ? trace.launches[size_t(said.launch)].first_step : 0;
    }
    /// The element of "cell `3`", or of "row `1`, column `2`" for each width that the array may be shown in.
    std::vector<int64_t> elements(const std::string& name, const Match& m, size_t cell) const {
        if (m[cell].matched) return {std::atoll(m[cell].str().c_str())};
        std::vector<int64_t> all;
        const int64_t row = std::atoll(m[cell + 1].str().c_str()),
                      column = std::atoll(m[cell + 2].str().c_str());
        for (const ArrayId array : world.named(name.empty() ? said.followed : name)) {
            const Extent extent = trace.arrays[array].extent;
            if (extent.height > 1)
                all.push_back(row * extent.width + column);
            else
                for (int64_t width = column + 1; width <= extent.width; ++width)
                    if (extent.width % width == 0) all.push_back(row * width + column);
        }
        return all;
    }
};

bool is_written(const Access& access) { return access.kind != AccessKind::read; }
bool is_read(const Access& access) { return access.kind != AccessKind::write; }

/// The sums of inputs that "3…7" or "(0,0)…(2,3)" names, of every array that has inputs.
bool is_sum_of_inputs(const Look& look, const std::string& text, ArrayId array, uint64_t bits) {
    static const std::regex range(R"((?:(\d+)·)?\(?(\d+)(?:…(\d+))?\)?)"),
        corner(R"(\((\d+),(\d+)\)(?:…\((\d+),(\d+)\))?)");
    const bool least = text.find("min ") != std::string::npos, most = text.find("max ") != std::string::npos;
    const long double said = bits_to_number(look.trace.arrays[array].type, bits);
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
            const int64_t right =
                              m[3].matched ? std::atoll(m[3].str().c_str()) : std::atoll(m[1].str().c_str()),
                          bottom =
                              m[4].matched ? std::atoll(m[4].str().c_str()) : std::atoll(m[2].str().c_str());
            for (int64_t y = std::atoll(m[2].str().c_str()); y <= bottom; ++y)
                for (int64_t x = std::atoll(m[1].str().c_str()); x <= right; ++x) take(y * width + x, 1);
        } else
            for (std::sregex_iterator at(text.begin(), text.end(), range), end; at != end; ++at) {
                const std::smatch& one = *at;
                const int64_t first = std::atoll(one[2].str().c_str()),
                              last = one[3].matched ? std::atoll(one[3].str().c_str()) : first;
                for (int64_t i = first; i <= last; ++i)
                    take(i, one[1].matched ? std::atoll(one[1].str().c_str()) : 1);
            }
        if (agrees(least ? low : most ? high : sum, said, largest)) return true;
    }
    return false;
}

/// A value as it is written, or what it is made of.
bool is_value(const Look& look, const Access& access, std::string text) {
    if (const size_t equals = text.rfind(" = "); equals != std::string::npos) text.erase(0, equals + 3);
    if (look.world.is(access.array, access.value, text)) return true;
    // An input in brackets, or a sum of inputs.
    if (text.find("≈") != std::string::npos || text.find("f(") != std::string::npos) return true;
    if (text.find("…") == std::string::npos && !text.starts_with("in[") &&
        text.find("·") == std::string::npos && text.find(",") == std::string::npos)
        return false;
    return is_sum_of_inputs(look, text, access.array, access.value);
}

std::set<int64_t> lanes_of_mask(uint32_t mask) {
    std::set<int64_t> lanes;
    for (int lane = 0; lane < 32; ++lane)
        if ((mask >> lane & 1U) != 0) lanes.insert(lane);
    return lanes;
}

/// Lanes of a step's warp that exist.
uint32_t whole_warp(const Trace& trace, const Step& step) {
    const emulator::LaunchInfo& launch = trace.launches[size_t(trace.launch_of(step))];
    const int64_t threads = launch.block.count() - int64_t(step.warp) * trace.gpu.lanes;
    const int64_t lanes = std::min<int64_t>(threads, trace.gpu.lanes);
    return lanes >= 32 ? ~0U : (1U << lanes) - 1;
}

struct Form {
    std::string_view key;  ///< has to be in the sentence
    std::regex form;
    std::function<bool(const Look&, const Match&)> holds;
};

#define CELL "(?:cell `(\\d+)`|row `(\\d+)`, column `(\\d+)`)"

const std::vector<Form>& forms() {
    static const auto regex = [](const char* text) {
        return std::regex(text, std::regex::ECMAScript | std::regex::icase | std::regex::optimize);
    };
    // A cell has been given the value, in the steps that the sentence is about.
    static const auto becomes = [](const Look& look, const Match& m) {
        for (const int64_t element : look.elements(m[4], m, 1))
            if (look.some_access(m[4], element, look.said.first, [&](const Access& access, int64_t) {
                    return is_written(access) && is_value(look, access, m[5]);
                }))
                return true;
        return false;
    };
    // A cell that was read held the value.
    static const auto held = [](const Look& look, const Match& m, size_t value, size_t cell, size_t name) {
        for (const int64_t element : look.elements(m[name], m, cell))
            if (look.some_access(
                    m[name], element, look.begin_of_launch(), [&](const Access& access, int64_t) {
                        return is_read(access) && look.world.is(access.array, access.old_value, m[value]);
                    }))
                return true;
        return false;
    };
    static const auto inactive = [](const Look& look, const Match& m) {
        const auto lanes = listed_numbers(m[1]);
        return look.some_step([&](int64_t at) {
            const Step& step = look.step(at);
            return look.is_ours(at) && look.is_device(at) &&
                   lanes_of_mask(whole_warp(look.trace, step) & ~step.active) == lanes;
        });
    };
    static const std::vector<Form> all = {
        {"becomes", regex(CELL "(?: of `([^`]*)`)? becomes `([^`]*)`"), becomes},
        {"inactive", regex("lanes? ([^`.]*?) (?:is|are) inactive"), inactive},
        {"comes from", regex("`([^`]*)` comes from " CELL "(?: of `([^`]*)`)?"),
         [](const Look& look, const Match& m) { return held(look, m, 1, 2, 5); }},
        {"each add", regex("(\\w+) cells of `([^`]*)` each add the `([^`]*)` in " CELL " of `([^`]*)`"),
         [](const Look& look, const Match& m) { return held(look, m, 3, 4, 7); }},
        {"has reached the barrier",
         regex("every warp of (?:the )?block(?: with blockIdx)? `\\d+` has reached the barrier"),
         [](const Look& look, const Match&) {
             return look.some_step([&](int64_t at) { return look.step(at).kind == StepKind::barrier; });
         }},
        {"waits at the barrier", regex("waits at the barrier for"),
         [](const Look& look, const Match&) {
             return look.some_step([&](int64_t at) { return look.step(at).kind == StepKind::arrive; });
         }},
        {"continue",
         regex(
             "lanes? ([^`.:]*?)(?: of warp `(\\d+)`)? continues? at line `(\\d+)`, lanes? ([^`.:]*?) waits?"),
         [](const Look& look, const Match& m) {
             const auto on = listed_numbers(m[1]), off = listed_numbers(m[4]);
             return look.some_step([&](int64_t at) {
                 const Step& step = look.step(at);
                 if (step.kind != StepKind::condition || !look.is_ours(at)) return false;
                 if (m[2].matched && int64_t(step.warp) != std::atoll(m[2].str().c_str())) return false;
                 for (int64_t next = at + 1; next < look.trace.step_count(); ++next) {
                     const Step& then = look.step(next);
                     if (then.operation != step.operation || then.block != step.block ||
                         then.warp != step.warp)
                         continue;
                     return lanes_of_mask(step.active & then.active) == on &&
                            lanes_of_mask(step.active & ~then.active) == off &&
                            look.trace.statements[then.statement].where.line == std::atoi(m[3].str().c_str());
                 }
                 return false;
             });
         }},
        {"continues at line", regex("continues at line `(\\d+)`"),
         [](const Look& look, const Match& m) {
             return look.some_step([&](int64_t at) {
                 const Step& step = look.step(at);
                 for (int64_t next = at + 1; next < look.trace.step_count(); ++next) {
                     const Step& then = look.step(next);
                     if (then.operation != step.operation || then.block != step.block ||
                         then.warp != step.warp)
                         continue;
                     return look.trace.statements[then.statement].where.line == std::atoi(m[1].str().c_str());
                 }
                 return false;
             });
         }},
        // "sets `x` to `1, 2`, lane by lane", "reads `…` from `a` into `x`", "`x` becomes `…`".
        {"` to `", regex("sets `([^`]*)` to `([^`]*)`(?: in every lane|, lane by lane)?"),
         [](const Look& look, const Match& m) {
             return look.some_step([&](int64_t at) {
                 std::vector<std::pair<ArrayId, uint64_t>> values;
                 for (int64_t i = look.step(at).first_access; i < look.trace.end_access(at); ++i) {
                     const Access& access = look.trace.accesses[size_t(i)];
                     const std::string& name = look.trace.arrays[access.array].name;
                     if (!is_written(access) || (name != m[1] && name.substr(0, name.find('.')) != m[1]))
                         continue;
                     values.emplace_back(access.array, access.value);
                 }
                 size_t said = 0;
                 const std::string text = m[2];
                 if (!values.empty() && all_of(values, [&](const auto& one) {
                         return look.world.is(one.first, one.second, text);
                     }))
                     return true;
                 for (size_t from = 0; from < text.size() && said < values.size();) {
                     size_t to = text.find(", ", text[from] == '(' ? text.find(')', from) : from);
                     if (to == std::string::npos) to = text.size();
                     const std::string one = text.substr(from, to - from);
                     if (one == "…") return true;
                     if (!look.world.is(values[said].first, values[said].second, one)) return false;
                     ++said, from = to + 2;
                 }
                 return said == values.size() && said > 0;
             });
         }},
        {"into `", regex("reads `([^`]*)` from `([^`]*)` into `([^`]*)`"),
         [](const Look& look, const Match& m) {
             const std::string first = m[1].str().substr(
                 0, m[1].str()[0] == '(' ? m[1].str().find(')') + 1 : m[1].str().find(", "));
             return look.some_step([&](int64_t at) {
                 bool from = false, into = false;
                 for (int64_t i = look.step(at).first_access; i < look.trace.end_access(at); ++i) {
                     const Access& access = look.trace.accesses[size_t(i)];
                     const std::string& name = look.trace.arrays[access.array].name;
                     from = from || (name == m[2] && is_read(access));
                     into = into ||
                            (is_written(access) &&
                             name.substr(0, name.find('.')) == m[3].str().substr(0, m[3].str().find('.')) &&
                             look.world.is(access.array, access.value, first));
                 }
                 return from && into;
             });
         }},
        // ---- Rules ----
        {"each ", regex("(\\w+) cells of `([^`]*)` each (?:add|take|get|keep)"),
         [](const Look& look, const Match& m) {
             std::map<std::string, std::set<int64_t>> cells;
             for (int64_t at = look.said.first; at < look.said.end; ++at)
                 if (look.is_ours(at))
                     for (int64_t i = look.step(at).first_access; i < look.trace.end_access(at); ++i) {
                         const Access& access = look.trace.accesses[size_t(i)];
                         if (is_written(access))
                             cells[look.trace.arrays[access.array].name].insert(access.offset);
                     }
             const std::string name = m[2];
             // A buffer that a block keeps in one array with others has a name of its own.
             if (!cells.contains(name)) return !name.empty() && std::isdigit(uint8_t(name.back())) != 0;
             return std::ssize(cells[name]) >= count_of(m[1]);
         }},
        {"left",
         regex(CELL "(?: of `([^`]*)`)? adds? (?:its left neighbour|the cell `(\\d+)` places to its left)"),
         [](const Look& look, const Match& m) {
             const int64_t element = std::atoll(m[1].str().c_str()),
                           far = m[5].matched ? std::atoll(m[5].str().c_str()) : 1;
             return look.some_access(m[4], element - far, look.said.first,
                                     [](const Access& access, int64_t) { return is_read(access); });
         }},
        {"loads", regex("loads? cells? `(\\d+)`(?: to `(\\d+)`)? of `([^`]*)` into `([^`]*)`"),
         [](const Look& look, const Match& m) {
             const int64_t last = std::atoll(m[m[2].matched ? 2 : 1].str().c_str());
             for (int64_t cell = std::atoll(m[1].str().c_str()); cell <= last; ++cell)
                 if (!look.some_access(m[3], cell, look.begin_of_launch(),
                                       [](const Access& access, int64_t) { return is_read(access); }))
                     return false;
             return true;
         }},
        {"stores", regex("stores? cells? `(\\d+)`(?: to `(\\d+)`)? of `([^`]*)` to `([^`]*)`"),
         [](const Look& look, const Match& m) {
             const int64_t last = std::atoll(m[m[2].matched ? 2 : 1].str().c_str());
             for (int64_t cell = std::atoll(m[1].str().c_str()); cell <= last; ++cell)
                 if (!look.some_access(m[3], cell, look.begin_of_launch(),
                                       [](const Access& access, int64_t) { return is_read(access); }))
                     return false;
             return true;
         }},
        {" apart takes",
         regex("`(\\d+)` apart takes the right cell's value; the right one adds the left's old value: " CELL
               "(?: of `[^`]*`)? becomes `([^`]*)`, then " CELL
               "(?: of `[^`]*`)? becomes `([^`]*) \\+ ([^`]*) = ([^`]*)`"),
         [](const Look&, const Match& m) {
             // The left one gets what the right one had; the right one the sum of both.
             return m[5].str() == m[9].str() || m[5].str() == m[10].str();
         }},
        // ---- Blocks ----
        {"publishes its aggregate", regex("Block `(\\d+)` publishes its aggregate, `([^`]*)`"),
         [](const Look& look, const Match& m) {
             return look.some_step([&](int64_t at) {
                 if (!look.is_ours(at)) return false;
                 for (int64_t i = look.step(at).first_access; i < look.trace.end_access(at); ++i) {
                     const Access& access = look.trace.accesses[size_t(i)];
                     if (is_written(access) && look.world.is(access.array, access.value, m[2])) return true;
                 }
                 return false;
             });
         }},
        {"passes on",
         regex("takes `([^`]*)` from block `(\\d+)`, (?:adds|combines it with) its own `([^`]*)` and passes "
               "on `([^`]*)`"),
         [](const Look&, const Match& m) {
             const std::string name = m[3];
             return equation_holds(m[1].str() + " + " + name + " = " + m[4].str()).value_or(false) ||
                    equation_holds("max(" + m[1].str() + ", " + name + ") = " + m[4].str()).value_or(false);
         }},
        {"before it and publishes",
         regex("adds its own `([^`]*)` to the `([^`]*)` before it and publishes `([^`]*)`"),
         [](const Look&, const Match& m) {
             return equation_holds(m[2].str() + " + " + m[1].str() + " = " + m[3].str()).value_or(false);
         }},
        {"sees", regex("(the aggregate|the inclusive prefix) `([^`]*)` of block `(\\d+)`"),
         [](const Look& look, const Match& m) {
             return look.some_step([&](int64_t at) {
                 for (int64_t i = look.step(at).first_access; i < look.trace.end_access(at); ++i) {
                     const Access& access = look.trace.accesses[size_t(i)];
                     if (is_read(access) && look.world.is(access.array, access.old_value, m[2])) return true;
                 }
                 return false;
             });
         }},
        {"is the sum before it", regex("Block `(\\d+)`.*?`(?:[^`]* = )?([^`=]*)` is the sum before it"),
         [](const Look& look, const Match& m) {
             return look.some_step([&](int64_t at) {
                 if (!look.is_ours(at)) return false;
                 for (int64_t i = look.step(at).first_access; i < look.trace.end_access(at); ++i) {
                     const Access& access = look.trace.accesses[size_t(i)];
                     if (is_written(access) && look.world.is(access.array, access.value, m[2])) return true;
                 }
                 return false;
             });
         }},
        // ---- Questions ----
        {"changes it atomically",
         regex(CELL
               "(?: of `([^`]*)`)? held `([^`]*)`, and lane `(\\d+)` changes it atomically to `([^`]*)`"),
         [](const Look& look, const Match& m) {
             for (const int64_t element : look.elements(m[4], m, 1))
                 if (look.some_access(m[4], element, look.said.first, [&](const Access& access, int64_t) {
                         return is_written(access) && std::to_string(access.lane) == m[6] &&
                                look.world.is(access.array, access.old_value, m[5]) &&
                                is_value(look, access, m[7]);
                     }))
                     return true;
             return false;
         }},
        {" by lane ", regex(CELL "(?: of `([^`]*)`)? by lane `(\\d+)`(?: of warp `(\\d+)`)?"),
         [](const Look& look, const Match& m) {
             for (const int64_t element : look.elements(m[4], m, 1))
                 if (look.some_access(m[4], element, look.said.first, [&](const Access& access, int64_t at) {
                         return is_written(access) && std::to_string(access.lane) == m[5] &&
                                (!m[6].matched || std::to_string(look.step(at).warp) == m[6]);
                     }))
                     return true;
             return false;
         }},
        {" takes part; ", regex("lanes? ([^`.;]*?) takes? part; lanes? ([^`.;]*?) do"),
         [](const Look& look, const Match& m) {
             return look.some_step([&](int64_t at) {
                 const Step& step = look.step(at);
                 return look.is_device(at) && lanes_of_mask(step.active) == listed_numbers(m[1]) &&
                        lanes_of_mask(whole_warp(look.trace, step) & ~step.active) == listed_numbers(m[2]);
             });
         }},
    };
    return all;
}

/// Who acts: "Warp `1` of block `3`", "In block `3`, …", "The block with blockIdx `4`".
void judge_actor(Look& look, Verdict& verdict, std::string& left) {
    static const std::regex warp("^Warp `(\\d+)`"),
        of_block("^(?:Warp `\\d+` of |In |Every warp of )?[Bb]lock `(\\d+)`(,? )"),
        with_index("^(?:Warp `\\d+` of |In |Every warp of )?[Tt]he block with blockIdx `(\\d+)`");
    std::smatch m;
    const std::string& text = look.said.text;
    const auto some = [&](auto&& holds) {
        return look.some_step([&](int64_t at) { return look.is_device(at) && holds(at); });
    };
    if (std::regex_search(text, m, with_index)) {
        const int64_t index = std::atoll(m[1].str().c_str());
        ++verdict.claims;
        if (!some([&](int64_t at) { return int64_t(look.step(at).block) == index; }))
            verdict.wrong.push_back("who: " + m.str());
        left.replace(size_t(m.position(0)), size_t(m.length(0)), std::string(size_t(m.length(0)), ' '));
    } else if (std::regex_search(text, m, of_block) && m[0].str().find("deadlock") == std::string::npos) {
        const int64_t number = std::atoll(m[1].str().c_str());
        ++verdict.claims;
        if (some([&](int64_t at) { return look.world.number_at(at) == number; }))
            look.block = number;
        else
            verdict.wrong.push_back("who: " + m.str());
        left.replace(size_t(m.position(0)), size_t(m.length(0)), std::string(size_t(m.length(0)), ' '));
    }
    if (std::regex_search(text, m, warp)) {
        const int64_t number = std::atoll(m[1].str().c_str());
        ++verdict.claims;
        if (!some([&](int64_t at) { return int64_t(look.step(at).warp) == number; }))
            verdict.wrong.push_back("who: " + m.str());
        left.replace(size_t(m.position(0)), size_t(m.length(0)), std::string(size_t(m.length(0)), ' '));
    }
}

}  // namespace

Verdict judge(const Said& said) {
    Verdict verdict;
    Look look{said};
    std::string left = said.text;
    const auto blank = [&left](size_t at, size_t length) {
        std::fill_n(left.begin() + std::ptrdiff_t(at), length, ' ');
    };
    judge_actor(look, verdict, left);
    for (const Form& form : forms()) {
        if (said.text.find(form.key) == std::string::npos) continue;
        for (std::sregex_iterator at(said.text.begin(), said.text.end(), form.form), end; at != end; ++at) {
            ++verdict.claims;
            blank(size_t(at->position(0)), size_t(at->length(0)));
            if (!form.holds(look, *at)) verdict.wrong.push_back(at->str());
        }
    }
    for (size_t from = said.text.find('`'); from != std::string::npos;) {
        const size_t to = said.text.find('`', from + 1);
        if (to == std::string::npos) break;
        if (const auto holds = equation_holds(said.text.substr(from + 1, to - from - 1))) {
            ++verdict.equations;
            blank(from, to - from + 1);
            if (!*holds) verdict.wrong.push_back("equation: " + said.text.substr(from + 1, to - from - 1));
        }
        from = said.text.find('`', to + 1);
    }
    if (std::any_of(left.begin(), left.end(), [](char c) { return std::isdigit(uint8_t(c)) != 0; }))
        verdict.unread = left;
    return verdict;
}

}  // namespace upsweep::test
