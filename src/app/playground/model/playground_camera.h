// Where the picture lies on the stage: zoom at the cursor, pan, fit, actual size. No ImGui.
#pragma once

#include "core/extent.h"

namespace upsweep::app {

/// A place in window pixels, or in picture pixels (0.5, 0.5 is the middle of the first).
struct PlanePoint {
    double x = 0, y = 0;
};

class PlaygroundCamera {
  public:
    /// The stage's rectangle in window pixels; a picture that is fitted stays fitted.
    void set_view(double x, double y, double width, double height);
    /// A new picture is fitted.
    void set_picture(Extent picture);

    /// The whole picture, never enlarged beyond 96 window pixels a pixel.
    void fit();
    bool fitted() const { return fitted_; }
    /// One window pixel a picture pixel, about the stage's middle.
    void actual_size();
    /// Changes the zoom so that the picture's point under `at` stays there.
    void zoom_at(PlanePoint at, double factor);
    /// Moves the picture by window pixels; some of it always stays on the stage.
    void pan(double dx, double dy);

    /// Window pixels a picture pixel.
    double zoom() const { return zoom_; }
    PlanePoint to_picture(PlanePoint window) const;
    PlanePoint to_window(PlanePoint picture) const;

  private:
    void set_zoom(PlanePoint at, double zoom);
    double fitting_zoom() const;
    void keep_in_sight();

    double x_ = 0, y_ = 0, width_ = 1, height_ = 1;
    Extent picture_{1, 1};
    double zoom_ = 1;
    PlanePoint centre_;  ///< picture point in the stage's middle
    bool fitted_ = true;
};

}  // namespace upsweep::app
