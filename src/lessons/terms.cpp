// Evaluating terms.
#include "lessons/terms.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "bench/export.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/whole_number.h"
#include "core/words.h"
#include "emulator/source/near_names.h"
#include "emulator/trace/count_names.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "lessons/moment.h"
#include "lessons/recorded.h"
#include "replay/position/counts.h"
#include "replay/structure/plan.h"
#include "replay/value_text.h"
#include "scenes/scene_words.h"

namespace upsweep::lessons {
namespace {

// Cuts the next word off.
std::string_view word(std::string_view& text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    const std::string_view first = text.substr(0, text.find(' '));
    text.remove_prefix(first.size());
    return first;
}

int64_t number(std::string_view& text, std::string_view what) {
    const std::string_view digits = word(text);
    const auto value = parse_whole_number(digits);
    if (!value || *value < 0) throw Error("{} is not the number of a {}.", in_quotes(digits), what);
    return *value;
}

}  // namespace

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
    std::string known;
    if (algorithm.expectations != nullptr)
        for (const Expectation& one : algorithm.expectations(parameters)) {
            if (one.count == name) return std::to_string(one.value);
            known += (known.empty() ? "" : ", ") + std::string(one.count);
        }
    throw Error("the catalog has no formula for the {} of {}{}", in_quotes(name), algorithm.slug,
                known.empty() ? "." : "; it has formulas for " + known + ".");
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
