// What the Step view gives to take home: a command, a scene's file, pictures, a page. Needs no window.
#pragma once

#include "app/host/jobs.h"
#include "canvas/palette.h"
#include "export/series.h"
#include "replay/data/cell_history.h"
#include "scenes/run_scene.h"

namespace upsweep::app {

enum class ExportFormat : uint8_t { scene, svg, png, gif, page, history_svg, history_png };
inline constexpr std::array all_export_formats = {ExportFormat::scene, ExportFormat::svg, ExportFormat::png,
                                                  ExportFormat::gif, ExportFormat::page};
/// Of the cell that was asked about.
inline constexpr std::array history_export_formats = {ExportFormat::history_svg, ExportFormat::history_png};
/// ".toml", ".svg" …
std::string_view ending_of(ExportFormat what);
/// "Save the scene" …
std::string_view title_of(ExportFormat what);
/// What it holds, in a few words.
std::string_view words_of(ExportFormat what);

/// What is shown when it is wanted.
struct Shown {
    std::shared_ptr<const scenes::RunScene> run;
    int64_t step = 0;
    StepSize by = StepSize::statement;
    std::optional<stage::Zoom> zoom = {};
    canvas::ThemeKind theme = canvas::ThemeKind::dark;
    std::vector<std::string> stops = {};         ///< breakpoints
    std::optional<replay::CellPlace> cell = {};  ///< the cell whose history is drawn
};

/// The scene at the step that is shown.
scenes::Scene scene_of(const Shown& shown);

/// Writes the file and says in a sentence what it is. A scene's is that which its text says; pictures and
/// pages are drawn at their usual size. Throws Error, UsageError, Cancelled.
std::string keep(const Shown& shown, ExportFormat what, const std::string& file, Job& job);

/// Writes files in the background, by one name for all of them.
class TakeHome {
  public:
    explicit TakeHome(Jobs& jobs) : work_(jobs) {}

    /// The files' path without an ending; "~/x" is in the home folder.
    std::string path;
    /// Why the last one was not written; empty if it was.
    std::string error;
    /// The file that a export goes to.
    std::string file_of(ExportFormat what) const;
    /// Starts writing; `told` gets the sentence. A second call with the same file overwrites an existing
    /// one.
    void start(const Shown& shown, ExportFormat what, Told told);
    bool busy() const { return work_.busy(); }

  private:
    OwnJobs work_;
    std::string asked_;  ///< is there, and was not written over
};

}  // namespace upsweep::app
