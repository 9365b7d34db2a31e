// class-plan.toml.
#include "lessons/class_plan.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "core/embedded.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "scenes/scene_file.h"

namespace upsweep::embedded {
std::span<const EmbeddedFile> class_plan_files();
}

namespace upsweep::lessons {

using scenes::TomlReader;

namespace {

constexpr int longest_class = 600;  // minutes
constexpr size_t largest_file = 1 << 20;
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kinds{
    {{"talk", "talk"}, {"vote", "vote"}, {"show", "show"}, {"do", "do"}, {"guess", "guess first"}}};

PlanItem::Kind read_kind(TomlReader& reader) {
    const std::string name = reader.text("kind");
    for (size_t i = 0; i < kinds.size(); ++i)
        if (kinds[i].first == name) return PlanItem::Kind(i);
    reader.refuse_key("kind", "`kind` is talk, vote, show, do or guess, not " + in_quotes(name) + ".");
}

scenes::Destination read_target(TomlReader& reader, std::optional<std::span<const Lesson>> lessons) {
    if (reader.has("target") == reader.has("scene"))
        reader.refuse_key(reader.has("target") ? "target" : "title",
                          "an item has either `target` or `scene`, which Step then shows.");
    scenes::Destination target;
    try {
        if (auto scene = reader.table("scene")) {
            target = scenes::read_scene(*scene);
            scene->finish();
            return target;
        }
        target = scenes::parse_destination(reader.text("target"));
        if (target == scenes::Destination{}) throw Error("step: names no algorithm; write step:SLUG.");
        const std::string missing = lessons ? why_missing(target, *lessons) : std::string();
        if (!missing.empty()) throw Error(missing);
    } catch (const Error& error) {
        const std::string sentence = error.what();
        if (sentence.starts_with(reader.file() + ", line")) throw;
        reader.refuse_key(reader.has("target") ? "target" : "scene", sentence);
    }
    return target;
}

PlanItem read_item(TomlReader& reader, std::optional<std::span<const Lesson>> lessons) {
    PlanItem item;
    item.title = reader.text("title");
    item.minutes = int(reader.integer("minutes", 1, longest_class, 0));
    if (item.minutes == 0) reader.refuse_key("title", "`minutes` is missing.");
    item.kind = read_kind(reader);
    item.target = read_target(reader, lessons);
    item.say = reader.text("say", "");
    item.ask = reader.text("ask", "");
    item.keys = reader.text("keys", "");
    if (item.say.empty() && item.ask.empty())
        reader.refuse_key("title", "an item has something to `say` or to `ask`.");
    reader.finish();
    return item;
}

}  // namespace

std::string_view name_of(PlanItem::Kind kind) { return kinds[size_t(kind)].second; }

int ClassPlan::start_of(size_t item) const {
    const auto end = items.begin() + ptrdiff_t(std::min(item, items.size()));
    return std::accumulate(items.begin(), end, 0,
                           [](int sum, const PlanItem& one) { return sum + one.minutes; });
}

std::vector<ClassPlan> parse_class_plans(const std::string& file, std::string_view text,
                                         std::optional<std::span<const Lesson>> lessons) {
    if (text.size() > largest_file) scenes::refuse(file, 1, "the file is larger than 1 MiB.");
    TomlReader reader(file, 1, text);
    std::vector<ClassPlan> plans;
    for (TomlReader& table : reader.tables("plan")) {
        ClassPlan plan;
        plan.minutes = int(table.integer("minutes", 1, longest_class, 0));
        plan.audience = table.text("audience", "");
        for (TomlReader& item : table.tables("item")) plan.items.push_back(read_item(item, lessons));
        const int sum = plan.start_of(plan.items.size());
        if (sum != plan.minutes)
            table.refuse_key("minutes", fmt::format("the plan says {} minutes, and its items take {}.",
                                                    plan.minutes, sum));
        table.finish();
        plans.push_back(std::move(plan));
    }
    if (plans.empty()) scenes::refuse(file, 1, "the file has no plan; begin one with [[plan]].");
    reader.finish();
    stable_sort(plans, [](const ClassPlan& a, const ClassPlan& b) { return a.minutes < b.minutes; });
    return plans;
}

std::string_view class_plan_text() { return embedded::class_plan_files().front().contents; }

const std::vector<ClassPlan>& class_plans() {
    static const std::vector<ClassPlan> plans =
        parse_class_plans("lessons/class-plan.toml", class_plan_text());
    return plans;
}

std::string to_text(const ClassPlan& plan, std::span<const Lesson> lessons) {
    std::string text = fmt::format("Class plan, {} minutes. {}\n", plan.minutes, plan.audience);
    for (size_t i = 0; i < plan.items.size(); ++i) {
        const PlanItem& item = plan.items[i];
        text += fmt::format("\n{:>5}  {} ({} min, {})\n", clock_time(plan.start_of(i)), item.title,
                            item.minutes, name_of(item.kind));
        text += fmt::format("       Open: {}\n", words_of(item.target, lessons));
        if (!item.say.empty()) text += fmt::format("       Say:  {}\n", item.say);
        if (!item.ask.empty()) text += fmt::format("       Ask:  {}\n", item.ask);
        if (!item.keys.empty()) text += fmt::format("       Keys: {}\n", item.keys);
    }
    return text + fmt::format("\n{:>5}  end\n", clock_time(plan.minutes));
}

}  // namespace upsweep::lessons
