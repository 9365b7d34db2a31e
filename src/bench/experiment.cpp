// Experiment files: nothing in one is believed before it is looked at.
#include "bench/experiment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <span>

#include <fmt/format.h>

#include "bench/experiment_names.h"
#include "bench/request.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/whole_number.h"
#include "core/words.h"
#include "emulator/source/near_names.h"
#include "media/file.h"
#include "pipelines/parts/occupancy.h"
#include "scenes/scene_words.h"
#include "scenes/toml_reader.h"

namespace upsweep::bench {
namespace {

using scenes::TomlReader;

constexpr int64_t experiment_version = 1, experiment_bytes = int64_t{1} << 20;
constexpr size_t most_curves = 64, most_points = 400, most_claims = 100;

/// Refuses `key` with "“…” is not a view; write time, …", the nearest first.
[[noreturn]] void refuse_word(const TomlReader& reader, std::string_view key, std::string_view word,
                              std::string_view what, const std::vector<std::string>& known) {
    emulator::NearestName near(word);
    for (const std::string& one : known) near.consider(one);
    const std::string choices = known.empty() ? "" : "; write " + with_commas(known, in_quotes);
    reader.refuse_key(key, fmt::format("{} is not {}{}.{}", in_quotes(word), what, choices, near.question()));
}

/// One of the words that `names` gives for 0, 1, … up to `count`.
template <typename Kind>
Kind read_word(TomlReader& reader, std::string_view key, std::span<const std::string_view> names,
               std::string_view what, Kind fallback) {
    if (!reader.has(key)) return fallback;
    const std::string word = reader.text(key);
    if (const int64_t at = position_of(names, std::string_view(word)); at >= 0) return Kind(at);
    refuse_word(reader, key, word, what, {names.begin(), names.end()});
}

/// What a library refuses is said with file and line.
template <typename F>
auto with_place(const TomlReader& reader, std::string_view key, F&& f) {
    try {
        return f();
    } catch (const UsageError& error) {
        reader.refuse_key(key, error.what());
    }
}

std::vector<Extent> read_sizes(TomlReader& reader, std::string_view key) {
    if (!reader.has(key)) return {};
    const std::string text = reader.text(key);
    auto extents = with_place(reader, key, [&] { return parse_sizes(text, Shape::matrix); });
    if (extents.size() > most_points)
        reader.refuse_key(key, fmt::format("these are more than {} sizes; write fewer.", most_points));
    return extents;
}

Extent read_size(TomlReader& reader, std::string_view key) {
    const auto extents = read_sizes(reader, key);
    if (extents.size() > 1) reader.refuse_key(key, fmt::format("{} is one size.", in_ticks(key)));
    return extents.empty() ? Extent{0, 0} : extents.front();
}

/// A number above zero; `fallback` where the key is missing.
double read_positive(TomlReader& reader, std::string_view key, double fallback) {
    const auto value = reader.number(key);
    if (value && !(*value > 0 && *value <= 1e15))
        reader.refuse_key(key, fmt::format("{} must be a number above 0.", in_ticks(key)));
    return value.value_or(fallback);
}

class Parser {
  public:
    Parser(const std::string& file, std::string_view text) : file_(file, 1, text) {
        const std::string name = std::filesystem::path(file).filename().string();
        experiment_.name = name.substr(0, name.find('.'));
    }

    Experiment parse() {
        check_version();
        experiment_.title = file_.text("title");
        experiment_.heading = file_.text("heading", experiment_.title);
        experiment_.detail = file_.text("detail", "");
        experiment_.paper = file_.text("paper", "");
        experiment_.figure = file_.text("figure", "");
        experiment_.statistic =
            read_word(file_, "statistic", statistic_names, "a statistic", Statistic::median);
        if (file_.has("type")) {
            const std::string type = file_.text("type");
            types_ = with_place(file_, "type", [&] { return parse_element_types(type); });
        }
        if (file_.has("notes")) experiment_.notes = file_.texts("notes");
        read_curves();
        read_panels();
        read_published();
        read_claims();
        file_.finish();
        return std::move(experiment_);
    }

  private:
    void check_version() {
        const int64_t version = file_.integer("version", 1, 1'000'000, experiment_version);
        if (version > experiment_version)
            file_.refuse_key("version", fmt::format("the experiment has version {}, but this program reads "
                                                    "versions up to {}; open it with a newer Upsweep.",
                                                    version, experiment_version));
    }

    template <typename Table>
    void too_many(const std::vector<Table>& tables, size_t most, std::string_view key) {
        if (tables.size() > most) file_.refuse_key(key, fmt::format("an experiment has at most {}.", most));
    }

    // Curves.
    void read_curves() {
        auto tables = file_.tables("curve");
        too_many(tables, most_curves, "curve");
        for (TomlReader& table : tables) {
            ExperimentCurve curve;
            curve.name = table.text("name");
            if (experiment_.find_curve(curve.name) >= 0)
                table.refuse_key("name", fmt::format("two curves are called {}; give each a name of its own.",
                                                     in_quotes(curve.name)));
            if (!read_parts(table, curve) && !read_occupancy(table, curve) &&
                !read_microbenchmark(table, curve))
                read_run(table, curve);
            curve.share = read_positive(table, "times", 1);
            table.finish();
            experiment_.curves.push_back(std::move(curve));
        }
        if (tables.empty() && !file_.has("published") && !file_.has("claim"))
            file_.refuse_key("curve",
                             "the experiment has no curve; write [[curve]] and below it a name and "
                             "an algorithm.");
    }

    bool read_parts(TomlReader& table, ExperimentCurve& curve) {
        constexpr std::array<std::pair<std::string_view, Combination>, 3> kinds = {
            {{"sum_of", Combination::sum},
             {"difference_of", Combination::difference},
             {"longest_of", Combination::longest}}};
        for (const auto& [key, combination] : kinds) {
            if (!table.has(key)) continue;
            curve.combination = combination;
            curve.parts = curves_of(table, key, 2);
            for (const int part : curve.parts) {
                const ExperimentCurve& one = nth(experiment_.curves, part);
                if (one.occupancy || !one.microbenchmark.empty())
                    table.refuse_key(
                        key, fmt::format("{} has no times; name curves of algorithms.", in_quotes(one.name)));
                if (one.gpu()) curve.on = one.on;
                curve.types = one.types;
            }
            return true;
        }
        return false;
    }

    static bool read_occupancy(TomlReader& table, ExperimentCurve& curve) {
        auto needs = table.table("occupancy");
        if (!needs) return false;
        OccupancyCurve occupancy;
        occupancy.capability = needs->text("capability");
        with_place(*needs, "capability", [&] { find_capability(occupancy.capability); });
        occupancy.registers = needs->integer("registers", 1, 255, 1);
        occupancy.shared_bytes = needs->integer("shared", 0, int64_t{1} << 20, 0);
        occupancy.border = needs->integer("border", 0, 1024, -1);
        occupancy.threads = needs->integer("threads", 1, 1024, 0);
        needs->finish();
        curve.occupancy = occupancy;
        return true;
    }

    static bool read_microbenchmark(TomlReader& table, ExperimentCurve& curve) {
        if (table.has("kernel")) {
            curve.microbenchmark = "kernel " + table.text("kernel");
            curve.on = "gpu";
            return true;
        }
        if (!table.has("microbenchmark")) return false;
        curve.microbenchmark = table.text("microbenchmark");
        constexpr std::array<std::string_view, 3> latencies = {"shared_latency", "l2_latency",
                                                               "memory_latency"};
        if (!contains(latencies, std::string_view(curve.microbenchmark)))
            table.refuse_key("microbenchmark",
                             fmt::format("{} is not a time; write one of {}.",
                                         in_quotes(curve.microbenchmark), with_commas(latencies)));
        curve.on = "gpu";
        return true;
    }

    void read_run(TomlReader& table, ExperimentCurve& curve) {
        const std::string slug = table.text("algorithm");
        if (slug != "copy")
            curve.algorithm = with_place(table, "algorithm", [&] { return &find_algorithm(slug); });
        curve.types =
            types_.value_or(curve.algorithm != nullptr ? curve.algorithm->types.front() : ElementTypes{});
        if (table.has("type")) {
            const std::string type = table.text("type");
            curve.types = with_place(table, "type", [&] { return parse_element_types(type); });
        }
        read_place(table, curve);
        if (table.has("film")) {
            curve.film = table.text("film");
            if (!contains(film_names, std::string_view(curve.film)))
                refuse_word(table, "film", curve.film, "a clip of people", {"class", "crowd"});
            if (curve.algorithm == nullptr || curve.algorithm->result != ResultKind::survival)
                table.refuse_key("film",
                                 "only a cascade looks at frames of a film; write algorithm = "
                                 "\"haar_cascade\".");
        }
        if (!table.has("options")) return check_run(table, curve, "algorithm");
        for (const std::string& setting : table.settings("options")) {
            if (curve.algorithm != nullptr) {
                const Algorithm& algorithm = *curve.algorithm;
                curve.options.push_back(
                    with_place(table, "options", [&] { return scenes::parse_option(algorithm, setting); }));
                continue;
            }
            // Of a copy there is one option: as many bytes as a tensor of so many tables has.
            const size_t equals = setting.find('=');
            const auto bins = parse_whole_number(std::string_view(setting).substr(equals + 1));
            if (setting.substr(0, equals) != "bins" || !bins || *bins < 1 || *bins > 256)
                table.refuse_key("options", "a copy has one option, bins, from 1 to 256.");
            curve.options.push_back({"bins", *bins});
        }
        check_run(table, curve, "options");
    }

    static void read_place(TomlReader& table, ExperimentCurve& curve) {
        const bool loop = curve.algorithm != nullptr && curve.algorithm->cpu_loop;
        const std::string place = table.text("on", loop ? "cpu" : "gpu");
        const std::vector<std::string> places = {"cpu", "gpu", "gpu+transfers", "gpu+pycuda", "gpu+numba"};
        if (!contains(places, place)) refuse_word(table, "on", place, "a place to run", places);
        curve.with_transfers = place == "gpu+transfers";
        curve.on = curve.with_transfers ? "gpu" : place;
        if (curve.with_transfers)
            curve.frames = read_word(table, "frames", frame_names, "a kind of frames", curve.frames);
        if (curve.algorithm != nullptr && loop != (curve.on == "cpu"))
            table.refuse_key("on", fmt::format("{} runs on the {}; write on = \"{}\".", curve.algorithm->slug,
                                               loop ? "CPU" : "GPU", loop ? "cpu" : "gpu"));
    }

    /// What does not depend on the size.
    static void check_run(TomlReader& table, const ExperimentCurve& curve, std::string_view key) {
        if (curve.algorithm == nullptr) return;
        if (!contains(curve.algorithm->types, curve.types))
            table.refuse_key(
                table.has("type") ? "type" : "algorithm",
                fmt::format("{} has no version for {}; it takes {}.", curve.algorithm->slug,
                            types_text(curve.types), listed(curve.algorithm->types, types_text)));
        with_place(table, key, [&] {
            with_defaults(*curve.algorithm, {{64, 64}, curve.types, {}, curve.options});
        });
    }

    int curve_of(const TomlReader& table, std::string_view key, const std::string& name) const {
        if (const int at = experiment_.find_curve(name); at >= 0) return at;
        std::vector<std::string> names;
        for (const ExperimentCurve& curve : experiment_.curves) names.push_back(curve.name);
        refuse_word(table, key, name, "the name of a curve above", names);
    }

    std::vector<int> curves_of(TomlReader& table, std::string_view key, size_t least) const {
        std::vector<int> found;
        for (const std::string& name : table.texts(key)) found.push_back(curve_of(table, key, name));
        if (found.size() < least)
            table.refuse_key(
                key, fmt::format("{} names at least {}.", in_ticks(key), counted(int64_t(least), "curve")));
        return found;
    }

    // Panels.
    void read_panels() {
        auto tables = file_.tables("panel");
        too_many(tables, most_curves, "panel");
        if (tables.empty()) experiment_.panels.push_back(read_panel(file_));
        for (TomlReader& table : tables) {
            experiment_.panels.push_back(read_panel(table));
            table.finish();
        }
    }

    ExperimentPanel read_panel(TomlReader& table) {
        ExperimentPanel panel;
        if (&table != &file_) panel.title = table.text("title");
        panel.view = read_word(table, "view", view_names, "a view", View::time);
        if (table.has("curves")) {
            panel.curves = curves_of(table, "curves", 1);
        } else {
            for (size_t i = 0; i < experiment_.curves.size(); ++i) panel.curves.push_back(int(i));
        }
        panel.extents = read_sizes(table, "sizes");
        stable_sort(panel.extents, [](Extent a, Extent b) { return a.count() < b.count(); });
        panel.over = table.text("over", "");
        for (const double value : table.reals("values")) {
            if (value < 0 || value > 1e9 || value != std::floor(value))
                table.refuse_key("values", "`values` are whole numbers from 0.");
            panel.values.push_back(int64_t(value));
        }
        if (table.has("base")) panel.base = curve_of(table, "base", table.text("base"));
        panel.x_title = table.text("x_title", "");
        panel.y_title = table.text("y_title", "");
        check_panel(table, panel);
        return panel;
    }

    void check_panel(const TomlReader& table, const ExperimentPanel& panel) const {
        const bool measured = any_of(
            panel.curves, [&](int curve) { return !nth(experiment_.curves, curve).occupancy.has_value(); });
        if (measured && panel.extents.empty())
            table.refuse_key("sizes", "`sizes` is missing: write sizes = \"256,512,1024\".");
        if (!panel.over.empty() && (panel.values.empty() || panel.extents.size() != 1))
            table.refuse_key("over", "an option along x wants its `values` and one size in `sizes`.");
        for (const int curve : panel.curves) check_values(table, panel, nth(experiment_.curves, curve));
    }

    static void check_values(const TomlReader& table, const ExperimentPanel& panel,
                             const ExperimentCurve& curve) {
        if (panel.over.empty() || curve.algorithm == nullptr) return;
        if (panel.over == "frame" && !curve.film.empty()) {
            if (contains(panel.values, 0)) table.refuse_key("values", "frames along x count from 1.");
            return;
        }
        for (const int64_t value : panel.values)
            with_place(table, "values", [&] {
                std::vector<OptionValue> options = curve.options;
                std::erase_if(options, [&](const OptionValue& one) { return one.name == panel.over; });
                options.push_back({panel.over, value});
                with_defaults(*curve.algorithm, {panel.extents.front(), curve.types, {}, options});
            });
    }

    // What the paper printed.
    void read_published() {
        auto tables = file_.tables("published");
        too_many(tables, most_curves, "published");
        for (TomlReader& table : tables) {
            PublishedLine line;
            line.paper = table.text("paper", experiment_.paper);
            line.machine = table.text("machine");
            line.what = table.text("what", "");
            line.source = table.text("source");
            line.statistic = table.text("statistic", "");
            line.unit = read_word(table, "unit", unit_names, "a unit", Unit::milliseconds);
            if (table.has("beside")) {
                line.beside = curve_of(table, "beside", table.text("beside"));
                const ExperimentCurve& curve = nth(experiment_.curves, line.beside);
                line.on = curve.on;
                line.types = curve.types;
                if (curve.algorithm != nullptr) line.slug = curve.algorithm->slug;
            }
            line.on = table.text("on", line.on);
            line.in_race = table.flag("in_race", false);
            read_points(table, line);
            table.finish();
            place(line, int(experiment_.published.size()));
            experiment_.published.push_back(std::move(line));
        }
    }

    static void read_points(TomlReader& table, PublishedLine& line) {
        std::vector<Extent> extents = read_sizes(table, "sizes");
        const std::vector<double> xs = table.reals("x"), values = table.reals("values");
        if (values.empty())
            table.refuse_key("values", "`values` is missing: write the numbers that are printed.");
        if (extents.empty()) extents.push_back({0, 0});
        if (extents.size() != values.size() && extents.size() != 1)
            table.refuse_key("values",
                             fmt::format("{} for {}: write one for each.", counted(length(values), "value"),
                                         counted(length(extents), "size")));
        if (!xs.empty() && xs.size() != values.size())
            table.refuse_key("x", fmt::format("{} for {}: write one for each.",
                                              counted(length(values), "value"), counted(length(xs), "x")));
        if (extents.size() == 1 && values.size() > 1 && xs.empty())
            table.refuse_key("sizes", "several values want as many sizes, or an `x` each.");
        for (size_t i = 0; i < values.size(); ++i) {
            if (!(values[i] > 0 && values[i] < 1e15))
                table.refuse_key("values", "`values` are numbers above 0.");
            PublishedPoint point{extents.size() == 1 ? extents.front() : extents[i],
                                 xs.empty() ? 0 : int64_t(xs[i]), values[i], 0};
            point.seconds = seconds_of(values[i], line.unit);
            line.points.push_back(point);
        }
    }

    /// The line is drawn in every panel that shows its kind of number and its curve.
    void place(const PublishedLine& line, int position) {
        for (ExperimentPanel& panel : experiment_.panels) {
            const bool over = line.points.front().x != 0;
            if (over == panel.over.empty() && panel.view != View::occupancy) continue;
            if (line.beside >= 0 && !contains(panel.curves, line.beside)) continue;
            if (fits(panel.view, line.unit)) panel.published.push_back(position);
        }
    }

    static bool fits(View view, Unit unit) {
        const bool time = seconds_of(1, unit) > 0;
        switch (view) {
            case View::speedup:
                return unit == Unit::times;
            case View::occupancy:
                return unit == Unit::percent;
            case View::throughput:
                return time || unit == Unit::gb;
            case View::time:
            case View::frames:
            case View::bars:
            case View::spread:
            case View::heat_map:
            case View::strip:
                return time;
        }
        return false;
    }

    // Claims.
    void read_claims() {
        auto tables = file_.tables("claim");
        too_many(tables, most_claims, "claim");
        for (TomlReader& table : tables) {
            Claim claim;
            claim.sentence = table.text("sentence");
            claim.source = table.text("source");
            claim.note = table.text("note", "");
            claim.needs = table.text("needs", "");
            read_paper(table, claim);
            claim.judge = read_word(table, "judge", judge_names, "a way to judge", Judge::nothing);
            if (claim.judge == Judge::nothing) {
                if (claim.needs.empty())
                    table.refuse_key("judge",
                                     "a claim says how it is judged, or in `needs` why it cannot be.");
            } else {
                read_judging(table, claim);
            }
            table.finish();
            experiment_.claims.push_back(std::move(claim));
        }
    }

    static void read_paper(TomlReader& table, Claim& claim) {
        const std::vector<double> numbers = table.reals("numbers");
        std::vector<std::string> of;
        if (table.has("of")) of = table.texts("of");
        if (numbers.size() > 2 || of.size() != numbers.size())
            table.refuse_key("numbers", "`numbers` are at most two, each with a name in `of`.");
        for (size_t i = 0; i < numbers.size(); ++i) claim.numbers.push_back({numbers[i], of[i]});
        claim.numbers_unit = read_word(table, "unit", unit_names, "a unit", Unit::milliseconds);
        claim.paper = table.number("paper");
        claim.paper_text = table.text("paper_text", "");
        if (!claim.paper && claim.paper_text.empty())
            table.refuse_key("paper",
                             "`paper` is missing: the number that the paper gives, or in "
                             "`paper_text` its words.");
    }

    void read_judging(TomlReader& table, Claim& claim) const {
        const bool two =
            claim.judge == Judge::ratio || claim.judge == Judge::crossing || claim.judge == Judge::best;
        claim.curves = curves_of(table, "curves", two ? 2 : 1);
        const bool occupancy = claim.judge == Judge::occupancy || claim.judge == Judge::best_side;
        for (const int curve : claim.curves)
            if (nth(experiment_.curves, curve).occupancy.has_value() != occupancy)
                table.refuse_key("curves", fmt::format("{} is {}a curve of occupancy.",
                                                       in_quotes(nth(experiment_.curves, curve).name),
                                                       occupancy ? "not " : ""));
        read_where(table, claim, occupancy);
        claim.x = table.integer("x", 0, 1'000'000'000, 0);
        read_bound(table, claim);
    }

    static void read_where(TomlReader& table, Claim& claim, bool occupancy) {
        claim.from = read_size(table, "from");
        claim.to = read_size(table, "to");
        const bool over_sizes = claim.judge == Judge::crossing || claim.judge == Judge::flat;
        if (over_sizes) claim.where = Where::every;
        if (over_sizes || occupancy) return;
        const std::string at = table.text("at");
        if (at == "every size") {
            claim.where = Where::every;
        } else if (at == "mean") {
            claim.where = Where::mean;
        } else if (at == "every x") {
            claim.where = Where::every_x;
        } else if (at == "mean over x") {
            claim.where = Where::mean_x;
        } else {
            claim.at = read_size(table, "at");
            claim.than = read_size(table, "than");
        }
    }

    static void read_bound(TomlReader& table, Claim& claim) {
        constexpr std::array<std::pair<std::string_view, Bound>, 3> bounds = {
            {{"at_least", Bound::at_least}, {"at_most", Bound::at_most}, {"about", Bound::about}}};
        int given = 0;
        for (const auto& [key, bound] : bounds) {
            if (!table.has(key)) continue;
            claim.bound = bound;
            claim.limit = read_positive(table, key, 1);
            ++given;
        }
        if (given != 1)
            table.refuse_key("at_least", "the claim wants one bound: at_least, at_most or about.");
        claim.factor = read_positive(table, "factor", claim.bound == Bound::about ? 1.5 : 1);
        if (claim.factor < 1) table.refuse_key("factor", "`factor` is at least 1.");
    }

    TomlReader file_;
    std::optional<ElementTypes> types_;
    Experiment experiment_;
};

}  // namespace

Experiment parse_experiment(const std::string& file, std::string_view text) {
    return Parser(file, text).parse();
}

bool is_experiment_name(const std::string& path) { return small_letters(path).ends_with(".race.toml"); }

Experiment read_experiment(const std::string& path) {
    return parse_experiment(std::filesystem::path(path).filename().string(),
                            media::read_text(path, experiment_bytes));
}

int Experiment::find_curve(std::string_view wanted) const {
    const ExperimentCurve* found = find_by(curves, &ExperimentCurve::name, wanted);
    return found == nullptr ? -1 : int(found - curves.data());
}

std::string PublishedLine::label() const { return what.empty() ? machine : machine + ", " + what; }

}  // namespace upsweep::bench
