// What the Step view opens: files that are dropped, named or chosen, and what was shown last time.
#include <sstream>

#include <fmt/format.h>

#include "app/step/model/scene_switches.h"
#include "app/step/view/step_parts.h"
#include "app/step/view/step_view.h"
#include "programs/templates.h"
#include "scenes/figures.h"
#include "scenes/scene_file.h"

namespace upsweep::app {

using namespace scenes;
using namespace replay;
using namespace step;

bool StepView::on_drop(const std::string& path) {
    const bool scene = is_scene_name(path), program = is_program_name(path);
    if (!scene && !program && !is_trace_file(path)) return false;
    over_.close_files();
    if (scene)
        open_scene(path);
    else if (program)
        open_program(path);
    else
        open_trace(path);
    return true;
}

/// What is wrong with the file is a notice; then the scene shown stays.
void StepView::open_scene(const std::string& path) {
    services_.notices.clear("scene");
    try {
        Scene scene = read_scene_file(path);
        wanted_.step.reset();
        show(scene);
    } catch (const Error& error) {
        services_.notices.add(error.what(), "scene");
    }
}

void StepView::open_trace(const std::string& path) {
    save(services_.settings);  // the algorithm that was shown is what comes back next time
    services_.notices.clear("trace");
    wanted_.step.reset();
    model_.open_trace(path,
                      [this](const std::string& sentence) { services_.notices.add(sentence, "trace"); });
}

void StepView::open_program(const std::string& path) {
    save(services_.settings);  // what was shown comes back if the program is never opened
    services_.notices.clear("program");
    wanted_.step.reset();
    Scene scene = scene_of_file(path);
    std::error_code ignored;
    if (std::filesystem::exists(scene.program()->file, ignored))
        step::note_opened(over_.open, scene.program()->file);
    model_.open_new(std::move(scene));
}

void StepView::open_template(std::string_view text) {
    services_.notices.clear("program");
    wanted_.step.reset();
    model_.open_new(scene_of_text(std::string(text)));
}

void StepView::open(const Destination& to) {
    const auto* scene = std::get_if<Scene>(&to);
    if (scene != nullptr && *scene != Scene{}) show(*scene);
}

void StepView::show(const Scene& scene) {
    over_.close_files();
    model_.open_new(scene);
    if (scene.by.empty() && scene.distance.empty()) return;
    FirstLook look{.by = scene.by.empty() ? model_.grain() : parse_grain(scene.by)};
    if (!scene.distance.empty()) look.zoom = stage::parse_zoom(scene.distance);
    model_.look_first(look);
}

std::optional<Destination> StepView::here() {
    if (!model_.scene().chosen()) return std::nullopt;
    Scene scene = model_.scene_here();
    scene.launch.clear();
    if (edits_.editable() && edits_.side() == CodeEdits::Side::mine)
        for (auto& [name, text] : edits_.texts()) scene.edits[name] = text;
    constexpr std::array<std::string_view, 4> sizes = {"statement", "barrier", "phase", "launch"};
    scene.by = nth(sizes, int(model_.grain()));
    if (model_.zoom()) scene.distance = stage::name_of(*model_.zoom());
    return scene;
}

void StepView::race_edit() {
    const Scene& scene = model_.scene();
    services_.notices.clear("race");
    const std::string why = gpu_.why_not_raced(scene);
    if (!why.empty())
        services_.notices.add(why, "race");
    else
        services_.open(RacePlace{.edited = scene});
}

std::vector<ViewWay> StepView::ways() {
    if (model_.position() == nullptr) return {};
    return {{"compare", "Compare", "C", compare_.shown(), [this] { turn_compare(); }},
            {"predict", "Predict", "P", asking_.predict.active(), [this] { turn_predict(); }}};
}

/// What the scene's options and its toy GPU may be, each choice a row; none of what it is now.
std::vector<PaletteEntry> StepView::setting_offers() {
    std::vector<PaletteEntry> offers;
    const Scene& scene = model_.scene();
    if (model_.position() == nullptr || scene.trace_file() != nullptr) return offers;
    const auto offer = [&](std::string title, std::string also, std::function<Scene()> make) {
        offers.push_back({.title = std::move(title),
                          .kind = "Setting",
                          .also = std::move(also),
                          .run = [this, make = std::move(make)] { change_scene(services_, model_, make); }});
    };
    if (scene.program() == nullptr)
        for (const Option& option : find_algorithm(scene.slug()).options) {
            const int64_t now = scene.catalog().parameters.option(option.name);
            for (int64_t value = option.lowest; value < option.lowest + length(option.value_names); ++value)
                if (value != now)
                    offer(option.leaves_out.empty()
                              ? fmt::format("{}: {}", option.name, value_name(option, value))
                              : fmt::format("{}: {}", value == option.initial ? "Put back" : "Leave out",
                                            option.leaves_out),
                          fmt::format("{} {} option settings", option.name, option.title),
                          [this, name = option.name, value] {
                              Parameters parameters = model_.scene().catalog().parameters;
                              parameters.set_option(name, value);
                              return with_parameters(model_.scene(), parameters);
                          });
        }
    for (const GpuSetting& setting : gpu_settings(scene.gpu))
        for (const GpuChoice& choice : setting.choices)
            if (choice.word != setting.word)
                offer(fmt::format("{}: {}", setting.title, choice.label), "toy GPU schedule settings",
                      [this, id = setting.id, word = choice.word] {
                          return with_gpu(model_.scene(), with_setting(model_.scene().gpu, id, word));
                      });
    return offers;
}

std::vector<PaletteEntry> StepView::offers() {
    std::vector<PaletteEntry> offers = until_offers(until());
    for (PaletteEntry& setting : setting_offers()) offers.push_back(std::move(setting));
    for (const Algorithm* algorithm : catalog()) {
        const std::string slug(algorithm->slug);
        offers.push_back({.title = std::string(algorithm->title),
                          .kind = "Algorithm",
                          .also = slug + " " + std::string(algorithm->chapter),
                          .run = [this, slug] {
                              over_.close_files();
                              model_.open_entry(slug);
                          }});
    }
    for (const Figure& figure : figures())
        offers.push_back({.title = std::string(figure.title),
                          .kind = "Figure",
                          .also = fmt::format("figure:{} {}", figure.name, figure.caption),
                          .run = [this, &figure] { show(scene_of(figure)); }});
    for (const programs::Template& each : programs::templates())
        offers.push_back({.title = "New program: " + std::string(each.name),
                          .kind = "Template",
                          .also = std::string(each.says),
                          .run = [this, text = each.text] {
                              over_.open.shown = false;
                              open_template(text);
                          }});
    for (const auto& [name, grain] :
         {std::pair("statement", replay::Grain::statement), std::pair("barrier", replay::Grain::barrier),
          std::pair("phase", replay::Grain::phase), std::pair("launch", replay::Grain::launch)})
        offers.push_back({.title = std::string("One step is a ") + name,
                          .kind = "Setting",
                          .also = "size of step grain settings",
                          .run = [this, grain = grain] { model_.set_grain(grain); }});
    for (const double speed : {0.25, 0.5, 1.0, 2.0, 4.0})
        offers.push_back({.title = fmt::format("Speed: {} ×", speed),
                          .kind = "Setting",
                          .also = "play pace settings",
                          .run = [this, speed] { model_.set_speed(speed); }});
    offers.push_back({.title = "Show the legend under the stage",
                      .kind = "Setting",
                      .also = "colours arrows settings",
                      .run = [this] { look_.legend_seen = false; }});
    for (const std::string& path : over_.open.recent)
        offers.push_back({.title = path, .kind = "File", .run = [this, path] { on_drop(path); }});
    return offers;
}

void StepView::show_open() {
    over_.home.shown = false;
    panes_.tab = 0;  // of a narrow window, the stage's
    const Scene& scene = model_.scene();
    const bool on_disk = scene.program() && scene.program()->file != programs::untitled;
    step::show_open(over_.open, on_disk ? scene.program()->file : "");
}

void StepView::show_home() {
    panes_.tab = 0;
    over_.open.shown = false;
    over_.home.cell = over_.inquiry.cell();
    step::show_home(over_.home, model_);
}

void StepView::draw_panel(Frame& frame, Rect rect) {
    const step::OpenChoice choice = draw_open(frame, rect, over_.open);
    if (!choice.path.empty()) open_program(choice.path);
    if (!choice.text.empty()) open_template(choice.text);
}

/// The first kernel of the catalog, unless settings or a caller chose a scene before.
void StepView::open_first() {
    const Scene& scene = model_.scene();
    if (scene.chosen()) return;
    if (model_.loading() || !model_.error().empty()) return;
    if (catalog().empty()) return;
    model_.open(initial_scene(first_kernel()), false);
}

void StepView::draw_failure(Frame& frame, Rect rect) {
    const float used = draw_empty_state(frame, rect.min + ImVec2(0, frame.em(2)), rect.width(),
                                        "This does not run", model_.error());
    const auto& diagnostics = model_.diagnostics();
    float y = rect.min.y + frame.em(3) + used;
    constexpr size_t most = 8;
    for (size_t i = 1; i < std::min(diagnostics.size(), most); ++i, y += frame.em(1.6F))
        draw_elided(frame, {rect.min.x, y}, rect.width(), type::label, Role::t2,
                    "Line " + std::to_string(diagnostics[i].line) + ": " + diagnostics[i].message);
}

void StepView::save(Settings& settings) const {
    settings.set("step.speed", model_.speed());
    constexpr int64_t enough_moves = 12;  // with the legend in view
    settings.set("step.legend_seen", look_.legend_seen || model_.moves() >= enough_moves);
    settings.set("step.code", std::string(name_of(code_.form)));
    std::string recent;
    for (const std::string& path : over_.open.recent) recent += path + "\n";
    settings.set("step.recent", recent);
    Scene scene = model_.scene();
    if (scene.entry() == nullptr && !scene.program()) return;
    if (model_.position() != nullptr) scene.step = model_.position()->step();
    // Longer inputs came from elsewhere and would fill the settings.
    constexpr int64_t most_kept = 256;
    if (scene.entry() != nullptr) {
        CatalogRun& run = scene.catalog();
        if (run.input_kind == InputKind::given && (!run.input || run.input->count() > most_kept))
            run.input_kind = InputKind::usual;
    }
    // Unsaved texts are kept as drafts, newer than any run.
    if (services_.drafts && scene.file() != programs::untitled) scene.edits.clear();
    // A long text would fill them too; the file is what is opened again.
    constexpr size_t longest_kept = size_t{1} << 17;
    std::string text = to_toml(scene);
    if (text.size() > longest_kept) {
        scene.edits.clear();
        text = to_toml(scene);
    }
    settings.set("step.scene", text);
}

void StepView::restore(const Settings& settings) {
    look_.legend_seen = settings.flag("step.legend_seen", false);
    model_.set_speed(settings.number("step.speed", 1));
    try {
        code_.form = parse_code_form(settings.text("step.code", "short"));
    } catch (const Error&) {
        // A form of another version: as it was.
    }
    std::istringstream recent(settings.text("step.recent", ""));
    over_.open.recent.clear();
    for (std::string path; std::getline(recent, path);)
        if (!path.empty()) over_.open.recent.push_back(path);
    const std::string scene = settings.text("step.scene", "");
    if (scene.empty()) return;
    try {
        model_.open(parse_scene("step.scene", scene), false);
    } catch (const Error&) {
        // Settings of another version name what is no longer there: begin afresh.
    }
}

}  // namespace upsweep::app
