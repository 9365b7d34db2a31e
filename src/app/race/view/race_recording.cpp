// The menu that chooses a recording.
#include <algorithm>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "app/race/view/race_parts.h"
#include "app/ui/controls.h"
#include "core/error.h"
#include "core/home_path.h"

namespace upsweep::app {

bool recording_menu(Frame& frame, RaceModel& model, RaceRailState& state) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Rect box =
        Rect::sized(at, std::max(frame.em(10), ImGui::GetContentRegionAvail().x), frame.em(1.9F));
    bool done = false;
    if (text_field(frame, "race.recording.path", box, state.path, "path of a .json, or drop one",
                   state.path_error)) {
        state.path_error.clear();
        if (!state.path.empty()) {
            try {
                model.open_recording(from_home(state.path));
                state.path.clear();
                done = true;
            } catch (const Error& error) {
                state.path_error = error.what();
            }
        }
    }
    const ImVec2 below(at.x, box.max.y + frame.em(0.3F));
    const float used = field_error(frame, below, box.width(), state.path_error);
    ImGui::SetCursorScreenPos(below);
    if (used > 0) ImGui::Dummy({box.width(), used});
    const int now = model.recordings.shown_index();
    if (menu_row(frame, "race.recording.none", "none", now < 0)) {
        model.show_recording(-1);
        done = true;
    }
    for (int i = 0; i < static_cast<int>(model.recordings.all().size()); ++i) {
        const RaceRecordings::Entry& entry = model.recordings.all()[static_cast<std::size_t>(i)];
        const std::string file = std::filesystem::path(entry.path).filename().string();
        const std::string label = entry.path.empty() ? entry.label : file + ": " + entry.label;
        if (!menu_row(frame, fmt::format("race.recording.{}", i), label, i == now)) continue;
        model.show_recording(i);
        done = true;
        break;
    }
    return done;
}

}  // namespace upsweep::app
