// Equations worked out, and a run by its cells and its lanes.
#include "replay/helpers/claims.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <regex>
#include <string_view>
#include <variant>

#include "core/bits.h"
#include "core/element_type.h"
#include "core/ranges.h"
#include "replay/helpers/claim_look.h"

namespace upsweep::test {

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

}  // namespace

bool same_number(long double made, long double said, long double largest) {
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
    return same_number(made.first, said->first, largest);
}

// ---- A run, by its cells and its lanes -------------------------------------------------------------------

namespace {

uint64_t key_of(ArrayId array, int64_t element) { return uint64_t(array) << 36 | uint64_t(element); }

std::string squeezed(std::string_view text) {
    std::string all;
    for (const char c : text)
        if (std::isspace(uint8_t(c)) == 0) all += c;
    return all;
}

template <typename Map, typename Key>
const typename Map::mapped_type& found(const Map& map, const Key& key) {
    static const typename Map::mapped_type none;
    const auto at = map.find(key);
    return at == map.end() ? none : at->second;
}

}  // namespace

World::World(const Trace& of) : trace(of), step_of(of.accesses.size()) {
    for (const emulator::SourceText& one : trace.sources) source_ += squeezed(one.text);
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
               text == part(0, 0xffffU) + " " + part(16, 0xffffU) ||
               bits_to_text(ScalarType::f32, low) == text;
    if (type != ScalarType::u64) return false;
    // A word of a state and a value; of a real with 64 bits one of its halves.
    const auto real = bit_cast<uint64_t>(std::strtod(text.c_str(), nullptr));
    if (low == uint32_t(real >> 32) || (low == uint32_t(real) && low != 0)) return true;
    return bits_to_text(ScalarType::u32, low) == text || bits_to_text(ScalarType::i32, low) == text ||
           bits_to_text(ScalarType::f32, low) == text;
}

bool World::is_code(const std::string& text) const {
    const std::string wanted = squeezed(text.substr(0, text.find("…")));
    return any_of(wanted, [](char c) { return std::isalpha(uint8_t(c)) != 0; }) &&
           source_.find(wanted) != std::string::npos;
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

// ---- Sentences -------------------------------------------------------------------------------------------

namespace {

/// Who acts: "Warp `1` of block `3`", "In block `3`, …", "The block with blockIdx `4`".
void judge_actor(Look& look, Verdict& verdict, const std::function<void(const Match&)>& take) {
    static const std::regex warp("^Warp `(\\d+)`"),
        of_block("^(?:Warp `\\d+` of |In |Every warp of )?[Bb]lock `(\\d+)`,? "),
        with_index("^(?:Warp `\\d+` of |In |Every warp of )?[Tt]he block with blockIdx `(\\d+)`"),
        again("; block `(\\d+)`");
    std::smatch m;
    const std::string& text = look.said.text;
    const auto judge_one = [&](const std::function<bool(int64_t)>& holds) {
        ++verdict.claims;
        const bool some = look.some_step([&](int64_t at) { return look.is_device(at) && holds(at); });
        if (!some) verdict.wrong.push_back("who: " + m.str());
        take(m);
        return some;
    };
    if (std::regex_search(text, m, with_index))
        judge_one([&](int64_t at) {
            return int64_t(look.step(at).block) == number(m[1]) &&
                   (look.world.number_at(at) != number(m[1]) || look.world.fetches(look.said.launch));
        });
    else if (std::regex_search(text, m, of_block)) {
        if (judge_one([&](int64_t at) { return look.world.number_at(at) == number(m[1]); }))
            look.block = number(m[1]);
    }
    if (std::regex_search(text, m, again))
        judge_one([&](int64_t at) { return look.world.number_at(at) == number(m[1]); });
    if (std::regex_search(text, m, warp))
        judge_one([&](int64_t at) { return int64_t(look.step(at).warp) == number(m[1]); });
}

}  // namespace

Verdict judge(const Said& said) {
    Verdict verdict;
    Look look{said};
    std::string left = said.text;
    const auto blank = [&left](size_t at, size_t length) {
        std::fill_n(left.begin() + std::ptrdiff_t(at), length, ' ');
    };
    judge_actor(look, verdict, [&](const Match& m) { blank(size_t(m.position(0)), size_t(m.length(0))); });
    for (size_t from = said.text.find('`'); from != std::string::npos;) {
        const size_t to = said.text.find('`', from + 1);
        if (to == std::string::npos) break;
        const std::string token = said.text.substr(from + 1, to - from - 1);
        if (const auto holds = equation_holds(token)) {
            ++verdict.equations;
            if (!*holds) verdict.wrong.push_back("equation: " + token);
        } else if (look.world.is_code(token) || !look.world.named(token).empty())
            blank(from, to - from + 1);
        from = said.text.find('`', to + 1);
    }
    std::vector<bool> taken(said.text.size());
    for (const Form& form : forms()) {
        if (said.text.find(form.key) == std::string::npos) continue;
        for (std::sregex_iterator at(said.text.begin(), said.text.end(), form.form), end; at != end; ++at) {
            // The more special form comes first.
            if (taken[size_t(at->position(0))]) continue;
            taken[size_t(at->position(0))] = true;
            ++verdict.claims;
            blank(size_t(at->position(0)), size_t(at->length(0)));
            if (!form.holds(look, *at)) verdict.wrong.push_back(at->str());
        }
    }
    if (any_of(left, [](char c) { return std::isdigit(uint8_t(c)) != 0; })) verdict.unread = left;
    return verdict;
}

}  // namespace upsweep::test
