// Evaluating terms.
#include "lessons/terms.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <utility>

#include "core/error.h"
#include "core/quotes.h"
#include "emulator/trace/count_names.h"
#include "lessons/moment.h"
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

std::int64_t number(std::string_view& text, std::string_view what) {
    const std::string_view digits = word(text);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || value < 0)
        throw Error(in_quotes(digits) + " is no " + std::string(what) + ".");
    return value;
}

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

}  // namespace

Terms::Terms(const scenes::Scene& scene, std::int64_t step, std::shared_ptr<const emulator::Trace> trace,
             const RunTrace& run)
    : scene_(scene), step_(step), trace_(std::move(trace)), run_(run), player_(trace_) {}

// "… @ MOMENT" at a term's end.
std::int64_t Terms::place(std::string_view& term) const {
    const auto at = term.find('@');
    if (at == std::string_view::npos) return step_;
    const Moment moment = parse_moment(trimmed(term.substr(at + 1)));
    term = term.substr(0, at);
    return resolve(moment, *trace_);
}

emulator::ArrayId Terms::find_array(std::string_view name) const {
    for (std::size_t i = 0; i < trace_->arrays.size(); ++i)
        if (trace_->arrays[i].name == name && trace_->arrays[i].space != emulator::Space::local)
            return static_cast<emulator::ArrayId>(i);
    throw Error("there is no array " + in_quotes(name) + " in this run.");
}

std::uint64_t Terms::bits(emulator::ArrayId array, std::int64_t cell, std::int64_t step) {
    const emulator::ArrayInfo& info = trace_->arrays[array];
    if (cell >= info.extent.count())
        throw Error(info.name + " has " + std::to_string(info.extent.count()) + " cells; there is no cell " +
                    std::to_string(cell) + ".");
    player_.seek(step);
    if (!player_.defined(array, cell))
        throw Error("cell " + std::to_string(cell) + " of " + info.name + " holds nothing at that moment.");
    return player_.bits(array, cell);
}

std::string Terms::value(std::string_view words, std::int64_t step) {
    const emulator::ArrayId array = find_array(word(words));
    return replay::value_text(*trace_, array, bits(array, number(words, "cell"), step));
}

std::string Terms::sum(std::string_view words, std::int64_t step) {
    const emulator::ArrayId array = find_array(word(words));
    const std::int64_t first = number(words, "cell"), last = number(words, "cell");
    if (last - first > 4096) throw Error("a sum of more than 4096 cells is too long for a lesson.");
    double total = 0;
    for (std::int64_t cell = first; cell <= last; ++cell)
        total += bits_to_number(trace_->arrays[array].type, bits(array, cell, step));
    Array result(ScalarType::f64, {1, 1});
    result.set_number(0, total);
    return result.text(0);
}

std::string Terms::total(std::string_view words) {
    const std::string_view name = word(words);
    const std::string slug = trimmed(words);
    if (slug.empty()) return std::to_string(emulator::count_of(trace_->counts, name));
    const scenes::Scene other = scenes::scene_of({.algorithm = slug}, scene_);
    return std::to_string(emulator::count_of(run_(other)->counts, name));
}

std::string Terms::evaluate(std::string_view term) {
    const std::int64_t step = place(term);
    if (trimmed(term) == "log2 n")
        return std::to_string(std::bit_width(static_cast<std::uint64_t>(scene_.parameters.extent.width)) - 1);
    const std::string_view what = word(term);
    if (what == "n") return std::to_string(scene_.parameters.extent.width);
    if (what == "lanes") return std::to_string(scene_.gpu.lanes);
    if (what == "banks") return std::to_string(scene_.gpu.banks);
    if (what == "value") return value(term, step);
    if (what == "sum") return sum(term, step);
    if (what == "total") return total(term);
    if (what == "passes") return std::to_string(passes_of(trimmed(term), *trace_));
    if (what == "count") {
        player_.seek(step);
        return std::to_string(emulator::count_of(player_.counts(), trimmed(term)));
    }
    const bool input = what == "input";
    if (!input && what != "result") throw Error(in_quotes(what) + " begins no term.");
    const Array values = input ? trace_->host.at(0) : trace_->output();
    const std::int64_t index = number(term, "element");
    if (index >= values.count()) throw Error("there is no element " + std::to_string(index) + ".");
    return values.text(index);
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
        if (end == std::string_view::npos) throw Error("a { is not closed; write {{ for a brace itself.");
        filled += evaluate(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    return filled;
}

}  // namespace upsweep::lessons
