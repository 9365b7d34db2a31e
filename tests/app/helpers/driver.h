// Drives the whole window's contents off-screen: keys and mouse in, state and pictures out. No display
// needed.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <typeinfo>

#include "app/host/view.h"
#include "app/platform/offscreen.h"
#include "app/shell/app.h"
#include "core/error.h"

namespace upsweep::app {

/// An App that draws into memory. Its settings touch no file unless options name one.
class AppDriver {
  public:
    /// Throws BackendMissing where EGL gives no context.
    explicit AppDriver(int width = 1280, int height = 800, AppOptions options = {});

    App& app() { return *app_; }
    /// Lays out `count` frames, a sixtieth of a second apart.
    void frames(int count = 1);
    /// Whether each of them is drawn too, as in a window: for tests of speed. Others draw for a screenshot
    /// only.
    bool draws = false;
    /// Continues until nothing moves and no job runs; fails the test after five minutes.
    void settle();
    /// Presses and releases a key: "Right", "Ctrl+2", "?".
    void key(std::string_view chord);
    void type(std::string_view text);
    void move(float x, float y);
    void click(float x, float y);
    /// With the right button.
    void right_click(float x, float y);
    void wheel(float y);
    void drop(const std::string& path);
    /// Presses the button, moves in a few frames, and releases.
    void drag(ImVec2 from, ImVec2 to);
    /// Clicks the middle of a control by name; fails the test if it is not on the screen.
    void click_item(std::string_view id);
    bool has_item(std::string_view id) { return app_->items().find(id).has_value(); }
    Rect item(std::string_view id);

    /// The last frame, which is drawn only for this.
    Pixels screenshot() const {
        app_->draw();
        return screen_->read();
    }
    void save(const std::string& path) const { write_png(screenshot(), path); }

  private:
    std::unique_ptr<Offscreen> screen_;
    std::unique_ptr<App> app_;
    double now_ = 0;
};

/// The view in front, which the test knows to be this one.
template <typename Known>
Known& active_view(App& app) {
    View& view = app.active();
    if (typeid(view) != typeid(Known)) throw Error("The view in front is " + std::string(view.name()) + ".");
    return static_cast<Known&>(view);
}

/// Fixture: `drive()` is the driver; tests skip with the reason where pictures cannot be drawn.
class AppTest : public testing::Test {
  protected:
    void SetUp() override {
        try {
            driver_ = std::make_unique<AppDriver>();
        } catch (const BackendMissing& missing) {
            GTEST_SKIP() << missing.what();
        }
    }
    AppDriver& drive() { return *driver_; }
    App& app() { return driver_->app(); }
    std::unique_ptr<AppDriver> driver_;
};

}  // namespace upsweep::app
