// list_shapes SCENE.toml STEP_SIZE WIDTH HEIGHT: what the canvas draws at each step of a scene, as JSON. The
// test in a browser holds the page against it.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <variant>

#include <nlohmann/json.hpp>

#include "canvas/text.h"
#include "core/error.h"
#include "export/series.h"
#include "replay/trace.h"
#include "scenes/run_scene.h"
#include "scenes/scene_file.h"

namespace upsweep {
namespace {

using Json = nlohmann::ordered_json;

Json box_of(const canvas::Box& box) { return {box.min.x, box.min.y, box.max.x, box.max.y}; }

struct Lister {
    Json list = Json::array();

    void operator()(const canvas::Rectangle& shape) { add("box", box_of(shape.box)); }
    void operator()(const canvas::Path& shape) {
        Json points = Json::array();
        for (const canvas::Point point : shape.points) points.push_back({point.x, point.y});
        add("points", points);
    }
    void operator()(const canvas::Curve& shape) {
        add("ends", {{shape.from.x, shape.from.y}, {shape.to.x, shape.to.y}});
    }
    void operator()(const canvas::Disc& shape) {
        add("box", box_of(canvas::Box::around(shape.centre, 2 * shape.radius, 2 * shape.radius)));
    }
    void operator()(const canvas::Text& shape) {
        // Left, right and baseline, and the words.
        list.push_back(
            {"text",
             {shape.box().min.x, shape.box().max.x, shape.at.y + canvas::half_capital * shape.type.size},
             shape.text});
    }
    void operator()(const canvas::Clip& shape) { add("box", box_of(shape.box)); }
    void operator()(const canvas::Unclip&) {}
    void add(const char* kind, Json what) { list.push_back({kind, std::move(what)}); }
};

void list_scene(char** words) {
    const StepSize by = replay::parse_grain(words[2]);
    const stage::Drawing how{.width = std::atoi(words[3]), .height = std::atoi(words[4])};
    const auto run =
        std::make_shared<const scenes::RunScene>(scenes::run_scene(scenes::read_scene_file(words[1])));
    replay::StepPosition at(run);
    at.set_grain(by);
    stage::StageState state;
    Json steps = Json::array();
    for (const int64_t place : exports::places_of(at, {}, by)) {
        at.seek(place);
        Lister lister;
        for (const canvas::Shape& shape : stage::draw_alone(at, how, state).shapes) std::visit(lister, shape);
        steps.push_back({{"step", place}, {"shapes", std::move(lister.list)}});
    }
    std::puts(steps.dump().c_str());
}

}  // namespace
}  // namespace upsweep

int main(int count, char** words) {
    if (count != 5) return 2;
    try {
        upsweep::list_scene(words);
    } catch (const upsweep::Error& error) {
        std::fprintf(stderr, "list_shapes: %s\n", error.what());
        return 1;
    }
}
