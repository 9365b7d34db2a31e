// A view: one tab of the window. draw shows, advance computes.
#pragma once

#include "app/host/first_look.h"
#include "app/host/jobs.h"
#include "app/host/notices.h"
#include "app/host/palette.h"
#include "app/host/settings.h"
#include "app/ui/frame.h"
#include "app/ui/key_map.h"
#include "app/ui/plot_layout.h"
#include "replay/code/short_code.h"
#include "scenes/destination.h"
#include "stage/page.h"
#include "stage/stage.h"

namespace upsweep::app {

/// What the Race knows of one algorithm: its lines over sizes, measured here or recorded, its CPU loop and
/// the copy beside them. Empty: nothing.
struct RaceGlimpse {
    std::vector<PlotSeries> series = {};  ///< seconds over sides; the algorithm's own first
    scenes::RacePlace place = {};         ///< where the Race shows them
};

/// What the program offers its views. Lives longer than they do.
struct Services {
    Jobs& jobs;
    Notices& notices;
    Settings& settings;
    /// Brings the view that shows it to the front and opens it there; a missing place is a notice.
    std::function<void(const scenes::Destination&)> open;
    /// Presents what is in front.
    std::function<void()> present;
    /// How Step looks at the scene that it was just given; Step provides it.
    std::function<void(const FirstLook&)> look_first = {};
    /// Where unsaved texts are kept; none: nowhere.
    std::optional<std::filesystem::path> drafts = {};
    /// Of the algorithm with this slug; the Race provides it.
    std::function<RaceGlimpse(std::string_view slug)> glimpse = {};
    /// Puts a link to what is in front into the clipboard, and says so.
    std::function<void()> copy_link = {};
};

/// What the speaker reads while the class sees what is presented.
struct SpeakerNotes {
    std::string plan;             ///< "Class plan, 50 minutes"
    std::string title, where;     ///< of the item that the class is at, and what it opens
    std::string say, ask, keys;   ///< sentences; may be empty
    std::string next;             ///< the title of the item after it; empty: none
    int start = 0, minutes = 0;   ///< of the item, in the plan's minutes
    int next_start = 0, all = 0;  ///< where the next one begins, and how long the plan is
};

/// A way of looking that has a button in the top bar.
struct ViewWay {
    std::string_view name, title, key;  ///< "compare", "Compare", "C"
    bool on = false;
    std::function<void()> toggle;
};

/// What a class sees of a view with F11, and what the clicker does.
class Presentation {
  public:
    virtual ~Presentation() = default;
    /// What is around its picture. Nothing: then all of the view is drawn, without the window's bar.
    virtual std::optional<stage::Page> page() const { return std::nullopt; }
    /// Draws its picture alone into frame.area, which is what the page leaves.
    virtual void draw_presented(Frame& frame) { (void)frame; }
    /// The clicker: to the next or the previous of what the page counts.
    virtual void present_on() {}
    virtual void present_back() {}
    /// The view is presented from now on, or no longer.
    virtual void presenting(bool on) { (void)on; }
    /// Escape: as far off as when presenting began. False if it was.
    virtual bool look_back() { return false; }
    /// Backspace: an answer that is being typed loses its last character. False without one.
    virtual bool erase() { return false; }
    /// Another number whenever what is presented becomes another.
    virtual int64_t moment() const { return 0; }
};

/// What ShotControls::seek counts, from the first to the last that there is.
struct SeekRange {
    std::string_view noun;  ///< "step", "page"
    int64_t first = 0, last = 0;
};

/// What `shot` does with a view before it takes the picture.
class ShotControls {
  public:
    virtual ~ShotControls() = default;
    /// The view is ready: fills an empty stage with something real, in three seconds at most.
    virtual void pose() {}
    /// Keeps what is shown and goes to a step or a page (`--step K`).
    virtual void seek(int64_t step) { (void)step; }
    /// Where seek() can go, once the view is ready; nothing where there is nothing to seek.
    virtual std::optional<SeekRange> seek_range() const { return std::nullopt; }
    /// Shows the stage at this zoom (`--zoom`).
    virtual void look_from(stage::Zoom zoom) { (void)zoom; }
    /// Shows the code in this form (`--code`).
    virtual void show_code(replay::CodeForm form) { (void)form; }
    /// Asks what the next step does, or shows it answered (`--predict`).
    virtual void ask(bool revealed) { (void)revealed; }
};

class View {
  public:
    virtual ~View() = default;
    /// "step": in settings, in `shot`, and as prefix of its controls' names.
    virtual std::string_view name() const = 0;
    /// "Step", on the tab.
    virtual std::string_view title() const = 0;
    /// Draws into frame.area. Cheap; computes nothing that takes time.
    virtual void draw(Frame& frame) = 0;
    /// Moves what moves by `dt` seconds.
    virtual void advance(double dt) { (void)dt; }
    /// True while something moves: the window then draws on; otherwise it sleeps.
    virtual bool animating() const { return false; }
    /// True once a picture of it is worth taking (pictures are taken when no job runs, too).
    virtual bool ready() const { return true; }

    /// Its keys, live: also what the help sheet shows.
    virtual const KeyMap* keys() const { return nullptr; }
    /// In the order of their buttons.
    virtual std::vector<ViewWay> ways() { return {}; }
    /// What the command palette can open here; the view is in front when it is chosen.
    virtual std::vector<PaletteEntry> offers() { return {}; }
    /// A key while the view asks a question, before any key map gets it. True if it belongs to the answer.
    virtual bool on_answer(const KeyEvent& event) {
        (void)event;
        return false;
    }
    /// Help was asked for: what is said once only is said again.
    virtual void on_help() {}
    /// What the speaker says now, where this view knows a plan of the class.
    virtual std::optional<SpeakerNotes> notes() const { return std::nullopt; }
    /// A key that is in no key map, and key releases. True if it was used.
    virtual bool on_key(const KeyEvent& event) {
        (void)event;
        return false;
    }
    /// What it shows, for who cannot see it, as JSON: {"place", and what report's JSON has: "moment",
    /// "counts", "findings"}. Empty: nothing to be said.
    virtual std::string spoken() { return {}; }
    /// A file was dropped or named on the command line. True if this view takes it.
    virtual bool on_drop(const std::string& path) {
        (void)path;
        return false;
    }
    /// Why it cannot show what it was given, as a sentence; empty where it can.
    virtual std::string failure() const { return {}; }
    /// Shows a place of this view (scenes::view_of). Throws UsageError for one that does not exist.
    virtual void open(const scenes::Destination& to) { (void)to; }
    /// Where the reader is, as open() takes it; none while there is nothing to lead to. Throws Error where a
    /// place is on this computer alone.
    virtual std::optional<scenes::Destination> here() { return std::nullopt; }
    /// Escape: closes what lies over the view. True if something did.
    virtual bool close_overlay() { return false; }
    /// For a view without one nothing but the view is presented, and `shot` takes it as it is.
    virtual Presentation& presentation() {
        static Presentation none;
        return none;
    }
    virtual ShotControls& shot_controls() {
        static ShotControls none;
        return none;
    }

    /// Where the user is, if that is worth keeping as soon as it changes (a lesson's page); else 0.
    virtual int64_t place() const { return 0; }
    virtual void restore(const Settings& settings) { (void)settings; }
    virtual void save(Settings& settings) const { (void)settings; }
};

using MakeView = std::unique_ptr<View> (*)(Services&);

}  // namespace upsweep::app
