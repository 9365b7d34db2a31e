// A task's panel: what the window shows of it. Its controls in the rail, the right pane, marks over the
// picture, and a strip below where it wants one.
#pragma once

#include "app/host/view.h"
#include "app/platform/gl_renderer.h"
#include "app/playground/view/playground_parts.h"

namespace upsweep::app {

/// What panels are made with; lives longer than they do.
struct PlaygroundContext {
    Services& services;
    Playground& playground;
};

/// Where the picture lies on the stage in this frame.
struct PlaygroundSight {
    Rect area;     ///< the stage, in window pixels; what is drawn is clipped to it
    Rect picture;  ///< the whole picture, in window pixels
    const PlaygroundCamera& camera;
    Plates& plates;  ///< labels that keep off each other

    ImVec2 point(double x, double y) const { return window_point(camera, x, y); }
    Rect rect(const vision::Region& region) const { return window_rect(camera, region); }
};

class PlaygroundPanel {
  public:
    virtual ~PlaygroundPanel() = default;
    virtual PlaygroundTask& task() = 0;
    const PlaygroundTask& task() const { return const_cast<PlaygroundPanel*>(this)->task(); }

    /// Adds its own to the keys that every task has: A, F, 1, V, N, Shift+N, S, Ctrl+S.
    virtual void bind_keys(KeyMap&) {}

    /// In the rail under the tasks.
    virtual void draw_controls(Frame& frame, Column& at) = 0;
    /// The rail offers ways to make the integral image, and the machine for it.
    virtual bool offers_table() const { return true; }
    /// The right pane; `bottom` is where what is seen of it ends: a pane that is too short scrolls. There is
    /// a picture.
    virtual void draw_numbers(Frame& frame, Column& at, float bottom) = 0;

    /// The three ways to see the picture: the original alone, split at the divider, the result alone.
    virtual std::array<std::string_view, 3> shows() const { return {"original", "split", "result"}; }
    /// The one that it begins with.
    virtual Playground::Show first_show() const { return Playground::Show::split; }
    /// What lies there in place of the original; null: the original. `smooth` as Texture takes it.
    virtual const Texture* original_texture(bool /*smooth*/) { return nullptr; }
    /// What is on the plate over the original.
    virtual std::string original_label() const { return std::string(shows()[0]); }
    /// The line beside them, the first that fits.
    virtual std::span<const std::string_view> hints() const;
    /// Over the picture, clipped to the stage. There is a picture.
    virtual void draw_over(Frame&, const PlaygroundSight&) {}
    /// E that it wants below the picture; 0: nothing.
    virtual float strip_em(const Frame&) const { return 0; }
    virtual void draw_strip(Frame&, Rect /*area*/) {}

    /// The right button, or Shift and the left, draws the Playground's region.
    virtual bool takes_region() const { return true; }
    /// The left button was pressed and released at this place of the picture, in its pixels.
    virtual void on_click(PlanePoint) {}
    /// A drag with the left button that begins here is the panel's, and does not pan.
    virtual bool grabs(PlanePoint) const { return false; }
    /// What it grabbed is dragged from there to here; `begins` in the first frame.
    virtual void on_drag(PlanePoint /*from*/, PlanePoint /*to*/, bool /*begins*/) {}
    /// A file was dropped. True if the task takes it; pictures are the Playground's.
    virtual bool on_drop(const std::string& /*path*/) { return false; }

    virtual void advance(double /*dt*/) {}
    virtual bool animating() const { return false; }

    /// Presented to a class: the subject, and one sentence with `code` and **strong** marks.
    virtual std::string presented_subject() const { return std::string(task().title()); }
    virtual std::string presented_sentence() const = 0;
    /// E that it wants right of the presented picture, and what it draws there.
    virtual float presented_beside_em(const Frame&) const { return 0; }
    virtual void draw_presented_beside(Frame&, Rect /*area*/) {}
    /// One line, the first of these that fits; empty: the picture's name and extent.
    virtual std::vector<std::string> presented_counts() const { return {}; }
    /// Another number whenever its settings are others.
    virtual int64_t moment() const;
};

/// The rail's rows, in their order.
std::vector<std::unique_ptr<PlaygroundPanel>> make_playground_panels(PlaygroundContext context);

}  // namespace upsweep::app
