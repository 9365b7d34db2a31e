// The Playground in a window, with a small picture of its own.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "app/helpers/driver.h"
#include "app/playground/view/playground_view.h"
#include "media/image.h"
#include "media/samples.h"

namespace upsweep::app {

/// `folder` is this test's alone and goes with it; "small.png" there, 120 x 90, is in front.
class PlaygroundViewFixture : public AppTest {
  protected:
    void SetUp() override {
        AppTest::SetUp();
        if (IsSkipped()) return;
        make_folder();
        // Small, so that timing every radius in the background is quick.
        media::save_image(small(), media::find_sample("spheres").draw({120, 90}));
        app().open_file(small());
        drive().settle();
    }
    void TearDown() override {
        std::error_code ignored;
        if (!folder.empty()) std::filesystem::remove_all(folder, ignored);
    }
    void make_folder() {
        std::string name = (std::filesystem::temp_directory_path() / "upsweep-playground-XXXXXX").string();
        folder = mkdtemp(name.data());
    }
    std::string small() const { return (folder / "small.png").string(); }

    PlaygroundView& view() { return active_view<PlaygroundView>(app()); }
    Playground& model() { return view().model(); }
    /// Where the window shows this point of the picture.
    ImVec2 at_pixel(double x, double y) {
        const PlanePoint at = model().camera.to_window({x, y});
        return {static_cast<float>(at.x), float(at.y)};
    }
    void right_drag(ImVec2 from, ImVec2 to) {
        drive().move(from.x, from.y);
        drive().frames();
        app().handle(MouseButtonEvent{1, true});
        drive().frames();
        drive().move(to.x, to.y);
        drive().frames(2);
        app().handle(MouseButtonEvent{1, false});
        drive().frames();
    }

    std::filesystem::path folder;
};

}  // namespace upsweep::app
