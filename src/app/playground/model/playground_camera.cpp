#include "app/playground/model/playground_camera.h"

#include <algorithm>
#include <cmath>

namespace upsweep::app {
namespace {

constexpr double largest_zoom = 160, largest_fit = 96;

}  // namespace

void PlaygroundCamera::set_view(double x, double y, double width, double height) {
    x_ = x, y_ = y;
    if (width == width_ && height == height_) return;
    width_ = std::max(width, 1.0), height_ = std::max(height, 1.0);
    if (fitted_)
        fit();
    else
        keep_in_sight();
}

void PlaygroundCamera::set_picture(Extent picture) {
    if (picture == picture_) return;
    picture_ = picture;
    fit();
}

double PlaygroundCamera::fitting_zoom() const {
    const double across = width_ / double(picture_.width);
    const double down = height_ / double(picture_.height);
    return std::min(largest_fit, std::min(across, down));
}

void PlaygroundCamera::fit() {
    fitted_ = true;
    zoom_ = fitting_zoom();
    centre_ = {double(picture_.width) / 2, double(picture_.height) / 2};
}

void PlaygroundCamera::actual_size() { set_zoom({x_ + width_ / 2, y_ + height_ / 2}, 1); }

void PlaygroundCamera::zoom_at(PlanePoint at, double factor) { set_zoom(at, zoom_ * factor); }

void PlaygroundCamera::set_zoom(PlanePoint at, double zoom) {
    const PlanePoint kept = to_picture(at);
    zoom_ = std::clamp(zoom, std::min(fitting_zoom(), 1.0) / 4, largest_zoom);
    fitted_ = false;
    centre_ = {kept.x - (at.x - x_ - width_ / 2) / zoom_, kept.y - (at.y - y_ - height_ / 2) / zoom_};
    keep_in_sight();
}

void PlaygroundCamera::pan(double dx, double dy) {
    centre_.x -= dx / zoom_, centre_.y -= dy / zoom_;
    fitted_ = false;
    keep_in_sight();
}

void PlaygroundCamera::keep_in_sight() {
    // The picture point in the middle of the stage is always one of the picture.
    centre_.x = std::clamp(centre_.x, 0.0, double(picture_.width));
    centre_.y = std::clamp(centre_.y, 0.0, double(picture_.height));
}

PlanePoint PlaygroundCamera::to_picture(PlanePoint window) const {
    return {centre_.x + (window.x - x_ - width_ / 2) / zoom_,
            centre_.y + (window.y - y_ - height_ / 2) / zoom_};
}

PlanePoint PlaygroundCamera::to_window(PlanePoint picture) const {
    return {x_ + width_ / 2 + (picture.x - centre_.x) * zoom_,
            y_ + height_ / 2 + (picture.y - centre_.y) * zoom_};
}

}  // namespace upsweep::app
