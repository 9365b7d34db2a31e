// Pictures on the screen: what is drawn, what is named, and that another renderer of their SVG sees the same.
#include "app/ui/canvas_painter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/platform/offscreen.h"
#include "canvas/svg.h"
#include "core/error.h"
#include "media/image.h"
#include "replay/position/position.h"
#include "scenes/run_scene.h"
#include "stage/stage.h"

namespace upsweep::app {
namespace {

using canvas::Picture;

/// A context, a theme and type of its own: one picture a frame.
class CanvasPainter : public testing::Test {
  protected:
    void SetUp() override {
        try {
            screen_ = std::make_unique<Offscreen>(width, height);
        } catch (const BackendMissing& missing) {
            GTEST_SKIP() << missing.what();
        }
        ImGui::CreateContext();
        ImGui::GetIO().IniFilename = nullptr;
        renderer_ = std::make_unique<GlRenderer>();
        theme_.set(ThemeKind::dark, 16);
        fonts_.set_scale(16);
    }
    void TearDown() override {
        if (screen_ == nullptr) return;
        renderer_.reset();
        ImGui::DestroyContext();
    }
    /// Two frames: the first asks for the type, the second has it.
    canvas::Touch show(const Picture& picture, ImVec2 pointer = {-1, -1}, bool pressed = false) {
        canvas::Touch touched;
        for (int i = 0; i < 2; ++i) {
            ImGuiIO& io = ImGui::GetIO();
            io.DisplaySize = {width, height};
            io.DeltaTime = 1.0F / 60;
            io.MousePos = pointer;
            io.MouseDown[0] = pressed;
            if (fonts_.update()) renderer_->upload_fonts();
            ImGui::NewFrame();
            ImGui::SetNextWindowPos({0, 0});
            ImGui::SetNextWindowSize(io.DisplaySize);
            ImGui::Begin("picture", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoNav);
            items_.clear();
            Frame frame{theme_, fonts_, items_, {0, 0, width, height}};
            paint(frame, picture);
            touched = touch(frame, picture, "picture");
            ImGui::End();
            ImGui::Render();
            renderer_->draw(*ImGui::GetDrawData(), theme_.colour(Role::bg0));
        }
        return touched;
    }
    /// 0xRRGGBB.
    uint32_t pixel(int x, int y) const {
        const Pixels pixels = screen_->read();
        const uint8_t* at = &pixels.rgba[4 * size_t(y * pixels.width + x)];
        return uint32_t(at[0] << 16 | at[1] << 8 | at[2]);
    }

    static constexpr int width = 900, height = 640;
    static constexpr canvas::Box area{{0, 0}, {width, height}};
    std::unique_ptr<Offscreen> screen_;
    std::unique_ptr<GlRenderer> renderer_;
    Theme theme_;
    Fonts fonts_;
    Items items_;
};

TEST_F(CanvasPainter, DrawsRolesInTheThemesColours) {
    canvas::Canvas canvas(area, 16);
    canvas.rectangle({{10, 10}, {50, 50}}, {Role::read_fill}, {{Role::read}, 2});
    canvas.push_clip({{100, 10}, {120, 50}});
    canvas.rectangle({{90, 10}, {150, 50}}, {Role::written_fill});
    canvas.pop_clip();
    canvas.line({200, 30}, {260, 30}, {{Role::trouble}, 1, 10, 10});
    show(canvas.finish());
    const Palette& colours = theme_.palette();
    EXPECT_EQ(pixel(30, 30), colours[Role::read_fill]);
    EXPECT_EQ(pixel(10, 30), colours[Role::read]);
    EXPECT_EQ(pixel(110, 30), colours[Role::written_fill]);
    EXPECT_EQ(pixel(95, 30), colours[Role::bg0]) << "outside the clip";
    EXPECT_EQ(pixel(125, 30), colours[Role::bg0]) << "outside the clip";
    EXPECT_EQ(pixel(205, 30), colours[Role::trouble]) << "a dash";
    EXPECT_EQ(pixel(216, 30), colours[Role::bg0]) << "a gap";
    EXPECT_EQ(pixel(225, 30), colours[Role::trouble]) << "the next dash";
}

TEST_F(CanvasPainter, ALongLineIsDrawnToItsEnd) {
    canvas::Canvas canvas(area, 16);
    std::vector<canvas::Point> points;
    for (int i = 0; i < 200'000; ++i)
        points.push_back({10 + float(i) * 800 / 200'000, 100.5F + float(i % 2)});
    canvas.lines(points, {{Role::ink}, 3});
    show(canvas.finish());
    for (const int x : {20, 200, 400, 600, 800}) EXPECT_EQ(pixel(x, 101), theme_.palette()[Role::ink]) << x;
    EXPECT_EQ(pixel(830, 101), theme_.palette()[Role::bg0]);
}

TEST_F(CanvasPainter, PlacesAreNamedAndLiveOnesAnswer) {
    canvas::Canvas canvas(area, 16);
    canvas.hit("cell.input.3", {{10, 10}, {50, 50}});
    canvas.hit("diagram", {{100, 10}, {200, 50}}, false);
    const Picture picture = canvas.finish();
    EXPECT_EQ(show(picture).name, "");
    ASSERT_TRUE(items_.find("picture.cell.input.3").has_value());
    EXPECT_FLOAT_EQ(items_.find("picture.diagram")->max.x, 200);
    canvas::Touch touched = show(picture, {30, 30});
    EXPECT_EQ(touched.name, "cell.input.3");
    EXPECT_TRUE(touched.hovered);
    touched = show(picture, {30, 30}, true);
    EXPECT_TRUE(touched.held);
    EXPECT_FLOAT_EQ(touched.at.x, 30);
    EXPECT_EQ(show(picture, {150, 30}, true).name, "cell.input.3") << "held until it is let go";
    show(picture, {30, 30}, false);
    EXPECT_EQ(show(picture, {150, 30}).name, "") << "a place that is not live";
}

/// Mean difference of the greys of tiles of 10 x 10 pixels, and the largest.
struct Difference {
    double mean = 0, largest = 0;
};
Difference difference(const Pixels& pixels, const Array& grey) {
    Difference found;
    const std::span<const std::byte> other = grey.bytes();
    constexpr int side = 10;
    int tiles = 0;
    for (int top = 0; top + side <= pixels.height; top += side)
        for (int left = 0; left + side <= pixels.width; left += side, ++tiles) {
            double sum = 0;
            for (int y = top; y < top + side; ++y)
                for (int x = left; x < left + side; ++x) {
                    const auto at = size_t(y * pixels.width + x);
                    const uint8_t* p = &pixels.rgba[4 * at];
                    sum += (p[0] * 77 + p[1] * 150 + p[2] * 29) / 256.0 - std::to_integer<int>(other[at]);
                }
            const double apart = std::abs(sum) / (side * side);
            found.mean += apart;
            found.largest = std::max(found.largest, apart);
        }
    found.mean /= tiles;
    return found;
}

TEST_F(CanvasPainter, AnotherRendererOfTheSvgSeesTheSame) {
    if (std::system("rsvg-convert --version >/dev/null 2>&1") != 0)
        GTEST_SKIP() << "There is no rsvg-convert here to look at the SVG with; install librsvg2-bin.";
    std::string folder = (std::filesystem::temp_directory_path() / "upsweep-svg-XXXXXX").string();
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    for (const char* slug : {"scan_blelloch", "integral_image_blelloch", "transpose_naive"}) {
        SCOPED_TRACE(slug);
        replay::StepPosition at(
            std::make_shared<const scenes::RunScene>(scenes::run_scene(scenes::initial_scene(slug))));
        at.seek(at.step_count() * 2 / 3);
        stage::StageState state;
        const Picture picture = stage::draw_stage(area, 16, at, {}, state);
        const std::string svg = folder + "/stage.svg", png = folder + "/stage.png";
        std::ofstream(svg) << canvas::to_svg(picture, {.faces = true});
        ASSERT_EQ(std::system(("rsvg-convert " + svg + " -o " + png).c_str()), 0);
        show(picture);
        const Difference apart = difference(screen_->read(), media::load_image(png).grey);
        EXPECT_LT(apart.mean, 1) << "of 255 grey levels";
        EXPECT_LT(apart.largest, 30) << "of 255 grey levels";
        canvas::Canvas empty(area, 16);
        show(empty.finish());
        EXPECT_GT(difference(screen_->read(), media::load_image(png).grey).largest, 60)
            << "an empty picture is told from it";
    }
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace upsweep::app
