#include "library/conversation.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backends/backend.h"
#include "bench/plot.h"
#include "bench/race.h"
#include "bench/request.h"
#include "canvas/svg.h"
#include "cascade/cascade.h"
#include "core/error.h"
#include "core/json.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "exercises/mark.h"
#include "exercises/marks_json.h"
#include "export/page.h"
#include "model/why.h"
#include "reference/integral_histogram.h"
#include "replay/position/position.h"
#include "report/report.h"
#include "scenes/run_scene.h"
#include "scenes/scene_file.h"
#include "vision/faces.h"
#include "vision/filter_run.h"
#include "vision/table.h"
#include "vision/tracker.h"

namespace upsweep::library {
namespace {

/// What a question's details say, each looked at once: one that the question does not take is a mistake.
class Details {
  public:
    Details(std::string_view question, const Json& all) : question_(question), rest_(all) {
        if (rest_.is_null()) rest_ = Json::object();
        if (!rest_.is_object())
            throw UsageError("The details of {} are a JSON object, such as {{\"name\": 1}}.",
                             in_quotes(question));
    }
    std::string text(const char* key, const std::string& otherwise) {
        const Json value = take(key);
        if (value.is_null()) return otherwise;
        if (!value.is_string()) refuse(key, "a text");
        return value.get<std::string>();
    }
    std::string text(const char* key) {
        if (!rest_.contains(key)) throw UsageError("{} needs {}.", in_quotes(question_), in_quotes(key));
        return text(key, "");
    }
    int64_t whole(const char* key, int64_t otherwise, int64_t least, int64_t most) {
        const Json value = take(key);
        if (value.is_null()) return otherwise;
        const bool fits =
            value.is_number_unsigned() ? value.get<uint64_t>() <= uint64_t(most) : value.is_number_integer();
        if (!fits || value.get<int64_t>() < least || value.get<int64_t>() > most)
            refuse(key, fmt::format("a whole number from {} to {}", least, most));
        return value.get<int64_t>();
    }
    double number(const char* key, double otherwise) {
        const Json value = take(key);
        if (value.is_null()) return otherwise;
        if (!value.is_number()) refuse(key, "a number");
        return value.get<double>();
    }
    /// None where it is not given.
    std::optional<int64_t> size(const char* key) {
        if (!rest_.contains(key)) return std::nullopt;
        return whole(key, 0, 1, int64_t{1} << 40);
    }
    std::vector<std::string> texts(const char* key) {
        const Json value = take(key);
        std::vector<std::string> all;
        if (!value.is_null() && !value.is_array()) refuse(key, "a list of texts");
        for (const Json& one : value) {
            if (!one.is_string()) refuse(key, "a list of texts");
            all.push_back(one.get<std::string>());
        }
        return all;
    }
    bool flag(const char* key, bool otherwise) {
        const Json value = take(key);
        if (value.is_null()) return otherwise;
        if (!value.is_boolean()) refuse(key, "true or false");
        return value.get<bool>();
    }
    /// Throws UsageError for a detail that was not asked for.
    void end() const {
        if (!rest_.empty())
            throw UsageError("{} does not take {}.", in_quotes(question_), in_quotes(rest_.begin().key()));
    }

  private:
    Json take(const char* key) {
        const auto at = rest_.find(key);
        if (at == rest_.end()) return nullptr;
        Json value = std::move(*at);
        rest_.erase(at);
        return value;
    }
    [[noreturn]] void refuse(const char* key, std::string_view what) const {
        throw UsageError("In {}, {} is {}.", in_quotes(question_), in_quotes(key), what);
    }

    std::string question_;
    Json rest_;
};

canvas::ThemeKind theme_of(Details& details) {
    return details.flag("dark", false) ? canvas::ThemeKind::dark : canvas::ThemeKind::light;
}

Convention convention_of(const std::string& name) {
    for (const Convention convention : {Convention::inclusive, Convention::exclusive, Convention::padded})
        if (name_of(convention) == name) return convention;
    throw UsageError("Unknown convention {}; use inclusive, exclusive or padded.", in_quotes(name));
}

Json rectangle_json(const vision::FaceRectangle& face) {
    return {face.x, face.y, face.width, face.height, face.neighbours};
}

}  // namespace

Conversation::Conversation() = default;
Conversation::~Conversation() = default;

void Conversation::give(const std::string& name, Array array) {
    left_.erase(name);
    given_[name] = std::move(array);
}

const Array* Conversation::find(std::string_view name) const {
    for (const auto* arrays : {&left_, &given_})
        if (const auto at = arrays->find(name); at != arrays->end()) return &at->second;
    return nullptr;
}

Json Conversation::ask(std::string_view question, const Json& details) {
    struct Named {
        std::string_view name;
        Json (Conversation::*answer)(const Json&);
    };
    static constexpr Named all[] = {
        {"run", &Conversation::run},
        {"moment", &Conversation::moment},
        {"picture", &Conversation::picture},
        {"page", &Conversation::page},
        {"mark", &Conversation::mark},
        {"integral", &Conversation::integral},
        {"blur", &Conversation::blur},
        {"faces", &Conversation::faces},
        {"histogram", &Conversation::histogram},
        {"track", &Conversation::track},
        {"why", &Conversation::why},
        {"bench", &Conversation::bench},
        {"plot", &Conversation::plot},
    };
    // A stop ends one question, also where it comes before that begins.
    struct Reset {
        std::atomic<bool>& flag;
        ~Reset() { flag = false; }
    } const reset{stopped_};
    if (question == "catalog") return report::catalog_json();
    for (const Named& one : all)
        if (one.name == question) return (this->*one.answer)(details);
    std::string names = "catalog";
    for (const Named& one : all) names += ", " + std::string(one.name);
    throw UsageError("Unknown question {}; ask one of {}.", in_quotes(question), names);
}

report::Report& Conversation::latest_run() {
    if (!report_) throw UsageError("Nothing has run yet; ask \"run\" first.");
    return *report_;
}

const Array& Conversation::given(const std::string& name) const {
    const auto at = given_.find(name);
    if (at == given_.end()) throw UsageError("There is no array {}; give it first.", in_quotes(name));
    return at->second;
}

void Conversation::keep_buffers() {
    const scenes::RunScene& run = report_->run();
    const auto& buffers = run.trace->buffers;
    const auto& plan = run.trace->plan;
    if (!run.program) {
        if (size_t(plan.output.index) < buffers.size()) left_["result"] = buffers[size_t(plan.output.index)];
        return;
    }
    const programs::OpenedProgram& opened = run.program->opened;
    const auto left_by = [&](size_t parameter) {
        const int buffer = opened.prepared.buffer_of[parameter];
        return buffer < 0 ? nullptr : &buffers[size_t(buffer)];
    };
    for (size_t i = 0; i < opened.signature.parameters.size(); ++i)
        if (const Array* left = left_by(i)) left_[opened.signature.parameters[i].name] = *left;
    // By the names that they were given under, too; these count more.
    const std::vector<programs::Declared> declared = programs::given_parameters(opened.signature);
    const std::vector<std::string>& arguments = run.scene.program()->arguments;
    for (size_t k = 0; k < std::min(declared.size(), arguments.size()); ++k)
        if (arguments[k].starts_with('@') && given_.contains(arguments[k].substr(1)))
            if (const Array* left = left_by(declared[k].first)) left_[arguments[k].substr(1)] = *left;
}

Json Conversation::run(const Json& all) {
    Details details("run", all);
    scenes::Scene scene = scenes::parse_scene("the scene", details.text("scene"));
    emulator::Limits limits;
    limits.steps = details.whole("max_steps", limits.steps, 1, int64_t{1} << 40);
    limits.memory_bytes = details.whole("max_memory", limits.memory_bytes, 1 << 20, int64_t{1} << 44);
    const bool launches = details.flag("launches", false);
    details.end();
    if (scenes::UserProgram* program = scene.program()) {
        program->given = std::make_shared<const programs::NamedArrays>(given_);
        program->max_steps = limits.steps;
    }
    report_ = nullptr;
    left_.clear();
    report_ = std::make_unique<report::Report>(std::make_shared<const scenes::RunScene>(
        scenes::run_scene(std::move(scene), &stopped_, nullptr, limits)));
    keep_buffers();
    return report_->json(launches, false);
}

Json Conversation::moment(const Json& all) {
    Details details("moment", all);
    report::Report& report = latest_run();
    report.seek(details.whole("step", report.step(), 0, report.step_count()));
    details.end();
    return report.moment_json();
}

Json Conversation::picture(const Json& all) {
    Details details("picture", all);
    report::Report& report = latest_run();
    stage::Drawing how;
    how.width = int(details.whole("width", 1000, 200, 8192));
    how.height = int(details.whole("height", 640, 150, 8192));
    how.theme = theme_of(details);
    how.present = details.flag("present", false);
    report.seek(details.whole("step", report.step(), 0, report.step_count()));
    details.end();
    return {{"svg", report.svg(how)}, {"title", stage::title_of(report.position())}};
}

Json Conversation::page(const Json& all) {
    Details details("page", all);
    const report::Report& report = latest_run();
    exports::FilmOptions options;
    options.how.width = int(details.whole("width", options.how.width, 200, 4096));
    options.how.height = int(details.whole("height", options.how.height, 150, 4096));
    details.end();
    return {{"html", exports::scene_page(report.shared_run(), options)}};
}

Json Conversation::mark(const Json& all) {
    Details details("mark", all);
    const exercises::Exercise& exercise = exercises::find_exercise(details.text("exercise"));
    const std::string text = details.text("text");
    details.end();
    return exercises::marks_json(exercise, exercises::mark(exercise, text, &stopped_));
}

Json Conversation::integral(const Json& all) {
    Details details("integral", all);
    const backends::Backend& on = backends::find(details.text("on", "cpu"));
    const Convention convention = convention_of(details.text("convention", "inclusive"));
    const std::string slug = details.text("algorithm", "");
    const Algorithm& algorithm = slug.empty() ? vision::usual_table_algorithm(on) : find_algorithm(slug);
    details.end();
    const Array& picture = given("picture");
    vision::TableRun run = vision::make_table(picture, algorithm, on, convention, &stopped_);
    const std::string lost = vision::lost_in_table(picture, run.table.type(), "give the picture as f64.");
    left_["table"] = std::move(run.table);
    return {{"algorithm", algorithm.slug}, {"milliseconds", run.milliseconds}, {"lost", lost}};
}

Json Conversation::blur(const Json& all) {
    Details details("blur", all);
    const backends::Backend& on = backends::find(details.text("on", "cpu"));
    vision::FilterRequest filter;
    filter.radius = details.whole("radius", 1, 0, int64_t{1} << 31);
    filter.border = vision::parse_border(details.text("border", "cut"));
    const std::string slug = details.text("algorithm", "");
    if (!slug.empty()) filter.table = &find_algorithm(slug);
    details.end();
    const Array& picture = given("picture");
    vision::OperationRun run = vision::filter_picture(picture, filter, on, &stopped_);
    left_["picture"] = std::move(run.channels.front());
    return {{"milliseconds", run.tables_ms + run.filter_ms}, {"lost", vision::lost_in_filter(picture, on)}};
}

Json Conversation::faces(const Json& all) {
    Details details("faces", all);
    const backends::Backend& on = backends::find(details.text("on", "cpu"));
    vision::FaceRequest request;
    const std::string rule = details.text("rule", "opencv");
    if (rule != "opencv" && rule != "paper")
        throw UsageError("Unknown rule {}; use opencv or paper.", in_quotes(rule));
    request.rule = rule == "opencv" ? vision::FaceRule::opencv : vision::FaceRule::paper;
    request.factor = details.number("factor", request.factor);
    request.neighbours = int(details.whole("neighbours", request.neighbours, 0, 1 << 20));
    const std::string file = details.text("cascade", "");
    details.end();
    const vision::FaceRun run = vision::detect_faces(
        given("picture"), file.empty() ? cascade::frontal_face_cascade() : cascade::load_cascade(file),
        request, on, &stopped_);
    Json faces = Json::array(), raw = Json::array();
    for (const vision::FaceRectangle& face : run.faces) faces.push_back(rectangle_json(face));
    for (const vision::FaceRectangle& face : run.raw) raw.push_back(rectangle_json(face));
    return {{"faces", std::move(faces)}, {"raw", std::move(raw)}};
}

Json Conversation::histogram(const Json& all) {
    Details details("histogram", all);
    const backends::Backend& on = backends::find(details.text("on", "cpu"));
    const reference::Binning binning{int(details.whole("bins", 16, 1, 256))};
    details.end();
    const Array& picture = given("picture");
    if (picture.type() != ScalarType::u8)
        throw UsageError("A histogram counts grey values of u8; this picture has {}.",
                         name_of(picture.type()));
    if (&on == &backends::cpu()) {
        Array tensor(ScalarType::u32, {picture.extent().width, picture.extent().height * binning.bins});
        reference::integral_histogram_fast(picture, tensor, binning);
        left_["tensor"] = std::move(tensor);
        return {{"algorithm", "integral_histogram_fast"}};
    }
    backends::Task task;
    task.algorithm = &find_algorithm("integral_histogram_wavefront");
    task.parameters =
        with_defaults(*task.algorithm, {.extent = picture.extent(),
                                        .types = task.algorithm->types.front(),
                                        .machine = {},
                                        .options = {{"bins", binning.bins}, {"levels", binning.levels}}});
    task.input = &picture;
    left_["tensor"] = vision::run_rightly(task, on, &stopped_).output;
    return {{"algorithm", task.algorithm->slug}};
}

Json Conversation::track(const Json& all) {
    Details details("track", all);
    const vision::Region wanted = vision::parse_template(details.text("window"));
    const Array& film = given("frames");
    const int64_t count = details.whole("count", 1, 1, film.extent().height);
    vision::TrackRequest request;
    request.bins = int(details.whole("bins", request.bins, 2, 256));
    request.search = details.whole("search", request.search, 4, 256);
    request.update = int(details.whole("update", request.update, 0, 100));
    request.scaled = !details.flag("fixed_size", false);
    if (const std::vector<std::string> features = details.texts("features"); !features.empty()) {
        request.features.clear();
        for (const std::string& feature : features)
            request.features.push_back(vision::parse_feature(feature));
    }
    details.end();
    if (film.type() != ScalarType::u8 || film.extent().height % count != 0)
        throw UsageError("A film is {} frames of u8, one below the other.", count);
    const Extent extent{film.extent().width, film.extent().height / count};
    const auto frame = [&](int64_t n) {
        Array grey(ScalarType::u8, extent);
        const auto from = film.view<uint8_t>().subspan(size_t(n * extent.count()), size_t(extent.count()));
        std::copy(from.begin(), from.end(), grey.view<uint8_t>().begin());
        return grey;
    };
    vision::Tracker tracker(frame(0), wanted, request);
    Json frames = Json::array();
    for (int64_t n = 1; n < count; ++n) {
        vision::stop_if(&stopped_);
        const vision::TrackedFrame found = tracker.follow(frame(n));
        const vision::Region& at = found.window;
        frames.push_back({{"window", {at.x0, at.y0, at.width(), at.height()}},
                          {"likelihood", double(found.likelihood)},
                          {"state", found.state()}});
    }
    return {{"frames", std::move(frames)}};
}

Json Conversation::why(const Json& all) {
    Details details("why", all);
    const std::string text = details.text("scene", "");
    model::Question question;
    if (text.empty()) {
        scenes::SceneWords asked;
        asked.algorithm = details.text("name");
        asked.type = details.text("type", "");
        asked.n = details.size("n");
        asked.width = details.size("width");
        asked.height = details.size("height");
        asked.options = details.texts("set");
        details.end();
        question = model::question_of(asked);
    } else {
        scenes::Scene scene = scenes::parse_scene("the scene", text);
        if (scene.program() == nullptr)
            throw UsageError("The scene of {} is a program; name an algorithm by \"name\".",
                             in_quotes("why"));
        question.n = details.size("n").value_or(0);
        details.end();
        question.program = *scene.program();
        question.program.given = std::make_shared<const programs::NamedArrays>(given_);
        question.edits = std::move(scene.edits);
    }
    const model::Why answer = model::why_here(
        question, [](std::string_view) {}, &stopped_);
    Json json = model::to_json(answer);
    json["text"] = model::to_text(answer);
    return json;
}

Json Conversation::bench(const Json& all) {
    Details details("bench", all);
    bench::Request request;
    request.algorithms = details.texts("algorithms");
    request.on = details.texts("on");
    request.sizes = details.text("sizes", request.sizes);
    if (const std::string type = details.text("type", ""); !type.empty())
        request.types = parse_element_types(type);
    request.set = details.texts("set");
    request.cold = details.flag("cold", false);
    if (const std::optional<int64_t> runs = details.size("runs")) {
        request.stop.least_runs = request.stop.most_runs = int(std::min<int64_t>(*runs, 1'000'000));
        request.stop.error = std::numeric_limits<double>::infinity();
        request.stop.settle = {};
    }
    details.end();
    const bench::BackendsHere here = bench::backends_here();
    std::vector<std::string> notes;
    bench::Report report;
    report.machine = here.machine;
    for (const bench::RaceSettings& settings : bench::races_for(request, here, notes)) {
        report.settings.stop = settings.stop;
        bench::Race race(settings, here.backends);
        while (!race.ended()) {
            vision::stop_if(&stopped_);
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        bench::add(report, race.settings(), race.poll());
    }
    append(notes, bench::remarks(report));
    for (const bench::Refusal& refusal : report.refusals)
        notes.push_back(fmt::format("{} at {}: {}",
                                    bench::label_of(report.settings.competitors[refusal.competitor]),
                                    bench::extent_text(refusal.extent), refusal.sentence));
    if (report.rows.empty())
        throw Error("Nothing could be measured; {}", notes.empty() ? "try smaller sizes." : notes.back());
    return {{"recording", Json::parse(bench::to_json(report))}, {"notes", notes}};
}

Json Conversation::plot(const Json& all) {
    Details details("plot", all);
    const std::string text = details.text("recording");
    const canvas::ThemeKind theme = theme_of(details);
    details.end();
    const bench::Recording recording = bench::parse_recording(text, "The recording");
    const std::string title = "Times on " + bench::machine_of(recording);
    return {
        {"svg", canvas::to_svg(bench::plot_of(recording), {.theme = theme, .faces = true, .title = title})},
        {"title", title}};
}

}  // namespace upsweep::library
