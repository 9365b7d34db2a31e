// The driver: input events, frames with a made clock, clicking by name.
#include "app/helpers/driver.h"

#include <chrono>
#include <thread>

namespace upsweep::app {

AppDriver::AppDriver(int width, int height, AppOptions options)
    : screen_(std::make_unique<Offscreen>(width, height)), app_(std::make_unique<App>(std::move(options))) {
    frames(2);
}

void AppDriver::frames(int count) {
    for (int i = 0; i < count; ++i) {
        app_->frame(screen_->width(), screen_->height(), now_);
        if (draws) app_->draw();
        now_ += 1.0 / 60;
    }
}

void AppDriver::settle() {
    const auto start = std::chrono::steady_clock::now();
    frames(3);
    while (!app_->settled()) {
        frames();
        if (!app_->jobs().idle()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (std::chrono::steady_clock::now() - start > std::chrono::minutes(5)) {
            ADD_FAILURE() << "the view " << app_->active().name() << " does not come to rest";
            return;
        }
    }
}

void AppDriver::key(std::string_view chord) {
    app_->handle(KeyEvent{parse_chord(chord), true});
    frames();
    // Its modifiers are let go with it.
    app_->handle(KeyEvent{{parse_chord(chord).key}, false});
    frames();
}

void AppDriver::type(std::string_view text) {
    app_->handle(TextEvent{std::string(text)});
    frames(2);
}

void AppDriver::move(float x, float y) {
    app_->handle(MouseMoveEvent{{x, y}});
    frames();
}

void AppDriver::click(float x, float y) {
    move(x, y);
    app_->handle(MouseButtonEvent{0, true});
    frames();
    app_->handle(MouseButtonEvent{0, false});
    frames(2);
}

void AppDriver::right_click(float x, float y) {
    move(x, y);
    app_->handle(MouseButtonEvent{1, true});
    frames();
    app_->handle(MouseButtonEvent{1, false});
    frames(2);
}

void AppDriver::wheel(float y) {
    app_->handle(WheelEvent{0, y});
    frames(2);
}

void AppDriver::drop(const std::string& path) {
    app_->handle(DropEvent{path});
    frames();
}

void AppDriver::drag(ImVec2 from, ImVec2 to) {
    move(from.x, from.y);
    app_->handle(MouseButtonEvent{0, true});
    frames();
    for (int i = 1; i <= 4; ++i) {
        const ImVec2 at = from + (to - from) * (float(i) / 4);
        move(at.x, at.y);
    }
    app_->handle(MouseButtonEvent{0, false});
    frames(2);
}

Rect AppDriver::item(std::string_view id) {
    const auto rect = app_->items().find(id);
    if (rect) return *rect;
    std::string known;
    for (const std::string& name : app_->items().order()) known += " " + name;
    ADD_FAILURE() << "there is no control " << id << " on the screen; there are" << known;
    return {};
}

void AppDriver::click_item(std::string_view id) {
    const Rect rect = item(id);
    if (!rect.empty()) click(rect.centre().x, rect.centre().y);
}

}  // namespace upsweep::app
