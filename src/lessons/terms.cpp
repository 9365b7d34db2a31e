// Evaluating terms.
#include "lessons/terms.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/export.h"
#include "bench/recording.h"
#include "bench/rows.h"
#include "core/error.h"
#include "core/expression.h"
#include "core/numbers.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/whole_number.h"
#include "core/words.h"
#include "emulator/source/near_names.h"
#include "emulator/trace/count_names.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "replay/position/counts.h"
#include "replay/structure/plan.h"
#include "replay/trace.h"
#include "scenes/scene_words.h"

namespace upsweep::lessons {
namespace {

constexpr Grammar arithmetic = {.terms = true, .log2 = true, .negative = true};

double combined(Expression::Sign sign, double left, double right) {
    switch (sign) {
        case Expression::Sign::plus:
            return left + right;
        case Expression::Sign::minus:
            return left - right;
        case Expression::Sign::times:
            return left * right;
        default:
            return left / right;
    }
}

class Calculator {
  public:
    Calculator(std::string_view text, const TermText& term) : text_(text), term_(term) {}

    double run() const {
        const Expression read = parsed();
        std::vector<double> made;
        for (const Expression::Node& node : read.nodes) made.push_back(value_of(read, node, made));
        if (!std::isfinite(made.back())) refuse("has no value: something is divided by 0");
        return made.back();
    }

  private:
    [[noreturn]] void refuse(const std::string& why) const {
        throw Error("{} cannot be computed: it {}; write numbers, [TERMS], + - * /, brackets and log2(…).",
                    in_quotes(text_), why);
    }

    Expression parsed() const {
        try {
            return parse_expression(text_, arithmetic);
        } catch (const NoExpression& none) {
            refuse(none.what());
        }
    }

    double value_of(const Expression& read, const Expression::Node& node,
                    const std::vector<double>& made) const {
        if (node.kind == Expression::Kind::number) return node.number;
        if (node.kind == Expression::Kind::name) return number_of(term_(read.names[node.name]));
        const double left = made[node.left];
        if (node.kind == Expression::Kind::negative) return -left;
        if (node.kind == Expression::Kind::binary) return combined(node.sign, left, made[node.right]);
        if (!(left > 0)) refuse("takes the logarithm of a number that is not above 0");
        return std::log2(left);
    }

    std::string_view text_;
    const TermText& term_;
};

struct Relation {
    std::string_view sign;
    bool (*holds)(double, double);
};
// Longer ones first.
constexpr Relation relations[] = {
    {"<=", [](double a, double b) { return a <= b; }}, {">=", [](double a, double b) { return a >= b; }},
    {"!=", [](double a, double b) { return a != b; }}, {"<", [](double a, double b) { return a < b; }},
    {">", [](double a, double b) { return a > b; }},   {"=", [](double a, double b) { return a == b; }},
};

using bench::RecordedTime;

const bench::Recording& recording() {
    static const bench::Recording first = [] {
        const bench::ShippedRecording shipped = bench::shipped_recordings().front();
        return bench::parse_recording(shipped.text, std::string(shipped.name));
    }();
    return first;
}

std::string key_of(std::string_view chapter) {
    std::string key = small_letters(chapter);
    std::replace(key.begin(), key.end(), ' ', '-');
    return key;
}

/// Of an algorithm of the catalog; empty of others.
std::string experiment_of(std::string_view algorithm) {
    for (const Algorithm* one : catalog())
        if (one->slug == algorithm) return key_of(one->chapter);
    return {};
}

void add_once(std::vector<std::string>& words, const std::string& word) {
    if (!contains(words, word)) words.push_back(word);
}

std::string listed(const std::vector<std::string>& words) {
    return words.empty() ? "nothing" : with_commas(words);
}

// Cuts the next word off.
std::string_view word(std::string_view& text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    const std::string_view first = text.substr(0, text.find(' '));
    text.remove_prefix(first.size());
    return first;
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    for (std::string_view next = word(text); !next.empty(); next = word(text)) words.emplace_back(next);
    return words;
}

int64_t side_of(std::string_view digits) {
    const auto side = parse_whole_number(digits);
    if (!side || *side < 1)
        throw Error("{} is not a size; write a side, or WIDTHxHEIGHT.", in_quotes(digits));
    return *side;
}

Extent extent_of(std::string_view size) {
    const size_t times = size.find('x');
    if (times == std::string_view::npos) return {side_of(size), side_of(size)};
    return {side_of(size.substr(0, times)), side_of(size.substr(times + 1))};
}

/// The experiment's times on the GPU without transfers: those of its algorithms.
std::vector<const RecordedTime*> times_of(const std::string& experiment) {
    std::vector<const RecordedTime*> times;
    std::vector<std::string> known;
    for (const RecordedTime& time : recording().times) {
        const std::string its = experiment_of(time.algorithm);
        if (its.empty() || time.on != "gpu" || time.seconds <= 0) continue;
        add_once(known, its);
        if (its == experiment) times.push_back(&time);
    }
    if (times.empty())
        throw Error("the recording has no experiment {}; it has {}.", in_quotes(experiment), listed(known));
    return times;
}

ElementTypes most_recorded(const std::vector<const RecordedTime*>& times) {
    const auto count = [&](ElementTypes types) {
        return count_if(times, [&](const auto* one) { return one->types == types; });
    };
    ElementTypes best = times.front()->types;
    for (const RecordedTime* time : times)
        if (count(time->types) > count(best)) best = time->types;
    return best;
}

/// "NVIDIA H200": what it was measured on.
std::string recorded_machine() { return recording().machine.gpu; }

/// Seconds of the recording that comes with the program, the median, of "EXPERIMENT LINE SIZE [TYPES]":
/// "integral-images integral_image_one_pass 8192 u32". EXPERIMENT is a chapter of the catalog in lower case
/// with "-" between its words; LINE a slug, with options "haar_cascade:cascade=1,streams=2"
/// (bench::line_text), or "copy" for a copy of the same bytes, for 32 tables of a histogram "copy:bins=32";
/// SIZE the side of a square, or WIDTHxHEIGHT. Without TYPES those in which the experiment has most times.
/// Throws Error saying what there is.
double recorded_seconds(std::string_view text) {
    const std::vector<std::string> words = words_of(text);
    if (words.size() < 3 || words.size() > 4)
        throw Error("`recorded` is followed by EXPERIMENT LINE SIZE, and TYPES if need be, or by `machine`.");
    const std::string& line = words[1];
    const Extent extent = extent_of(words[2]);
    const std::vector<const RecordedTime*> times = times_of(words[0]);
    const ElementTypes types = words.size() == 4 ? parse_element_types(words[3]) : most_recorded(times);
    const bool copy = line == "copy" || line.starts_with("copy:");
    std::vector<std::string> lines, sizes;
    for (const RecordedTime* time : times) {
        const std::string its = copy ? bench::copy_line_of(*time) : bench::line_of(*time);
        if (copy && time->copy_seconds <= 0) continue;
        add_once(lines, its);
        if (time->types != types || its != line) continue;
        if (time->extent == extent) return copy ? time->copy_seconds : time->seconds;
        add_once(sizes, bench::extent_text(time->extent));
    }
    if (!contains(lines, line))
        throw Error("{} is not a line of {} in the recording; it has {}.", in_quotes(line), words[0],
                    listed(lines));
    throw Error("{} of {} was not recorded at {}; there is {}.", line, bench::types_text(types),
                bench::extent_text(extent), listed(sizes));
}

int64_t number(std::string_view& text, std::string_view what) {
    const std::string_view digits = word(text);
    const auto value = parse_whole_number(digits);
    if (!value || *value < 0) throw Error("{} is not the number of a {}.", in_quotes(digits), what);
    return *value;
}

}  // namespace

double calculate(std::string_view expression, const TermText& term) {
    return Calculator(expression, term).run();
}

std::string number_text(double number) {
    if (std::abs(number - std::round(number)) < 1e-9) return fmt::format("{:.0f}", std::round(number) + 0.0);
    std::string text = fmt::format("{:.2f}", number);
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text;
}

double number_of(std::string_view text) {
    constexpr std::string_view minus = "−";
    const std::string_view whole = text;
    const bool negative = text.substr(0, minus.size()) == minus;
    if (negative) text.remove_prefix(minus.size());
    double value = 0;
    const auto [end, error] = read_number(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        throw Error("{} is not a number.", in_quotes(whole));
    return negative ? -value : value;
}

bool holds(std::string_view condition, const TermText& term) {
    size_t depth = 0;
    for (size_t at = 0; at < condition.size(); ++at) {
        // A term may hold the text of a kernel line.
        if (condition[at] == '[') ++depth;
        if (condition[at] == ']' && depth > 0) --depth;
        if (depth > 0) continue;
        for (const Relation& relation : relations)
            if (condition.substr(at, relation.sign.size()) == relation.sign)
                return relation.holds(calculate(condition.substr(0, at), term),
                                      calculate(condition.substr(at + relation.sign.size()), term));
    }
    throw Error("{} has no comparison; write =, <, >, <=, >= or != between two sides.", in_quotes(condition));
}

Terms::Terms(const scenes::Scene& scene, int64_t step, std::shared_ptr<const emulator::Trace> trace,
             const Run& run)
    : scene_(scene),
      parameters_(scene.entry() != nullptr ? scene.entry()->parameters : Parameters{}),
      step_(step),
      trace_(std::move(trace)),
      run_(run),
      player_(trace_) {}

int64_t Terms::place(const std::string& moment) const {
    return moment.empty() ? step_ : resolve(parse_moment(moment), *trace_);
}

emulator::ArrayId Terms::find_array(std::string_view name) const {
    for (size_t i = 0; i < trace_->arrays.size(); ++i) {
        const emulator::ArrayInfo& array = trace_->arrays[i];
        if (array.space != emulator::Space::local && (array.name == name || stage::array_key(array) == name))
            return emulator::ArrayId(i);
    }
    throw Error("there is no array {} in this run.", in_quotes(name));
}

uint64_t Terms::bits(emulator::ArrayId array, int64_t cell, int64_t step) {
    const emulator::ArrayInfo& info = trace_->arrays[array];
    if (cell >= info.extent.count())
        throw Error("{} has {} cells; there is no cell {}.", info.name, info.extent.count(), cell);
    player_.seek(step);
    if (!player_.defined(array, cell))
        throw Error("cell {} of {} holds nothing at that moment.", cell, info.name);
    return player_.bits(array, cell);
}

std::string Terms::value(std::string_view words, int64_t step) {
    const emulator::ArrayId array = find_array(word(words));
    return replay::value_text(*trace_, array, bits(array, number(words, "cell"), step));
}

std::string Terms::sum(std::string_view words, int64_t step) {
    const emulator::ArrayId array = find_array(word(words));
    const int64_t first = number(words, "cell"), last = number(words, "cell");
    if (last - first > 4096) throw Error("a sum of more than 4096 cells is too long for a lesson.");
    double total = 0;
    for (int64_t cell = first; cell <= last; ++cell)
        total += bits_to_number(trace_->arrays[array].type, bits(array, cell, step));
    Array result(ScalarType::f64, {1, 1});
    result.set_number(0, total);
    return result.text(0);
}

std::string Terms::value_at(const std::string& array, int64_t cell, int64_t step) {
    const emulator::ArrayId id = find_array(array);
    return bits_to_text(trace_->arrays[id].type, bits(id, cell, step));
}

std::shared_ptr<const emulator::Trace> Terms::run_of(const std::string& slug) const {
    return run_(scenes::scene_of({.algorithm = slug}, scene_))->trace;
}

// "additions", "additions scan_loop"; the latter at a moment of its own run.
std::string Terms::count(std::string_view words, const std::string& moment) {
    const std::string_view name = word(words);
    const std::string slug(trimmed(words));
    if (slug.empty()) {
        player_.seek(place(moment));
        return std::to_string(emulator::count_of(player_.counts(), name));
    }
    const auto other = run_of(slug);
    emulator::Player player(other);
    player.seek(moment.empty() ? other->step_count() : resolve(parse_moment(moment), *other));
    return std::to_string(emulator::count_of(player.counts(), name));
}

std::string Terms::total(std::string_view words) {
    const std::string_view name = word(words);
    const std::string slug(trimmed(words));
    return std::to_string(emulator::count_of(slug.empty() ? trace_->counts : run_of(slug)->counts, name));
}

std::string Terms::expected(std::string_view words) const {
    const std::string_view name = word(words);
    const Algorithm& algorithm = find_algorithm(word(words));
    const int64_t n = number(words, "size");
    Parameters parameters;
    parameters.extent = algorithm.shape == Shape::rows ? Extent{n, 1} : Extent{n, n};
    check_extent(parameters.extent);
    parameters.types = algorithm.types.front();
    parameters.machine = {scene_.gpu.lanes, scene_.gpu.banks};
    if (algorithm.slug == scene_.slug()) parameters.options = parameters_.options;
    parameters = with_step_defaults(algorithm, std::move(parameters));
    std::vector<Expectation> known;
    if (algorithm.expectations != nullptr) known = algorithm.expectations(parameters);
    if (const Expectation* one = find_by(known, &Expectation::count, name)) return std::to_string(one->value);
    throw Error(
        "the catalog has no formula for the {} of {}{}", in_quotes(name), algorithm.slug,
        known.empty() ? "." : "; it has formulas for " + with_commas(known, &Expectation::count) + ".");
}

std::string Terms::findings() const {
    return std::to_string(count_if(trace_->findings, [](const emulator::Finding& one) {
        return one.severity == emulator::Severity::fault;
    }));
}

std::string Terms::element(std::string_view what, std::string_view words) const {
    const Array values = what == "input" ? trace_->host.at(0) : trace_->output();
    const int64_t index = number(words, "element");
    if (index >= values.count()) throw Error("there is no element {}.", index);
    return values.text(index);
}

std::string Terms::evaluate(std::string_view term) {
    const std::string whole(trimmed(term));
    const std::string_view what = word(term);
    if (what == "calc") return number_text(calculate(term, number_of_term()));
    if (what == "recorded")
        return trimmed(term) == "machine" ? recorded_machine() : bench::time_text(recorded_seconds(term));
    // "… @ MOMENT" at a term's end.
    std::string moment;
    if (const auto at = term.find(" @"); at != std::string_view::npos) {
        moment = trimmed(term.substr(at + 2));
        if (moment.empty()) throw Error("a moment is missing behind the @ of {}.", in_quotes(whole));
        term = term.substr(0, at);
    }
    const Extent extent = parameters_.extent;
    if (whole == "log2 n") return std::to_string(std::bit_width(uint64_t(extent.width)) - 1);
    if (what == "n" || what == "width") return std::to_string(extent.width);
    if (what == "height") return std::to_string(extent.height);
    if (what == "lanes") return std::to_string(scene_.gpu.lanes);
    if (what == "banks") return std::to_string(scene_.gpu.banks);
    if (what == "option") return option(std::string(trimmed(term)));
    if (what == "value" || what == "cell") return value(term, place(moment));
    if (what == "sum") return sum(term, place(moment));
    if (what == "total") return total(term);
    if (what == "expected") return expected(term);
    if (what == "findings") return findings();
    if (what == "ticks") return ticks(std::string(trimmed(term)));
    if (what == "passes") return std::to_string(passes_of(std::string(trimmed(term)), *trace_));
    if (what == "count") return count(term, moment);
    if (what == "input" || what == "result") return element(what, term);
    emulator::NearestName near(what);
    for (const std::string_view name :
         {"calc",     "recorded", "log2 n", "n",     "width", "height", "lanes",
          "banks",    "option",   "value",  "cell",  "sum",   "total",  "expected",
          "findings", "ticks",    "passes", "count", "input", "result"})
        near.consider(name);
    throw Error("{} is not a term.{}", in_ticks("{" + whole + "}"),
                near.found().empty()
                    ? " Write {{ for a brace itself, or a term such as {n} or {value sums 3}."
                    : near.question());
}

// Of the plan's modelled clock.
std::string Terms::ticks(const std::string& how) const {
    const replay::PlanOperations plan(trace_);
    if (how.empty()) return std::to_string(std::llround(plan.ticks()));
    if (how == "one by one") return std::to_string(std::llround(plan.ticks_one_by_one()));
    throw Error("write `ticks` alone, or before `one by one`.");
}

// Recorded times in milliseconds, without their unit.
TermText Terms::number_of_term() {
    return [this](std::string_view inner) {
        std::string_view rest = inner;
        if (word(rest) == "recorded") return fmt::format("{:.9f}", recorded_seconds(rest) * 1e3);
        return evaluate(inner);
    };
}

std::string Terms::option(const std::string& name) const {
    for (const OptionValue& one : parameters_.options)
        if (one.name == name) return std::to_string(one.value);
    throw Error("the scene has no option {}.", in_quotes(name));
}

bool Terms::is_true(std::string_view condition) { return holds(fill(condition), number_of_term()); }

std::string Terms::evaluate_here(std::string_view term) {
    try {
        return evaluate(term);
    } catch (const Cancelled&) {
        throw;
    } catch (const Error& error) {
        throw TermError(term, error.what());
    }
}

std::string Terms::fill(std::string_view text) {
    std::string filled;
    while (!text.empty()) {
        const auto brace = text.find('{');
        filled += text.substr(0, brace);
        if (brace == std::string_view::npos) break;
        text.remove_prefix(brace + 1);
        if (!text.empty() && text.front() == '{') {
            filled += '{';
            text.remove_prefix(1);
            continue;
        }
        const auto end = text.find('}');
        if (end == std::string_view::npos)
            throw TermError(text,
                            in_ticks("{" + std::string(text)) +
                                " has no }; close the term, or write {{ for a brace itself.",
                            false);
        filled += evaluate_here(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    return filled;
}

}  // namespace upsweep::lessons
