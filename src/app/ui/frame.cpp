// Density and panes.
#include "app/ui/frame.h"

namespace upsweep::app {

Density density_for(float width_in_em) {
    if (width_in_em < 56) return Density::tiny;
    if (width_in_em < 78) return Density::narrow;
    if (width_in_em < 104) return Density::medium;
    return width_in_em < 150 ? Density::wide : Density::full;
}

void Frame::fill(Rect rect, const Colour& colour, float rounding) const {
    list()->AddRectFilled(rect.min, rect.max, theme.colour(colour), rounding);
}

void Frame::outline(Rect rect, const Colour& colour, float rounding, float width) const {
    list()->AddRect(rect.min, rect.max, theme.colour(colour), rounding, 0, width);
}

void Frame::line(ImVec2 from, ImVec2 to, const Colour& colour, float width) const {
    list()->AddLine(from, to, theme.colour(colour), width);
}

void Frame::disc(ImVec2 centre, float radius, const Colour& colour) const {
    list()->AddCircleFilled(centre, radius, theme.colour(colour));
}

bool under_mouse(Rect rect) { return ImGui::IsWindowHovered() && rect.contains(ImGui::GetIO().MousePos); }

Pane::Pane(Frame& frame, const char* id, Rect rect, Role background, bool scrolls) : rect_(rect.snapped()) {
    ImGui::SetCursorScreenPos(rect_.min);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, frame.colour(background));
    ImGuiWindowFlags flags = ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNavInputs;
    if (!scrolls) flags |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    ImGui::BeginChild(id, rect_.size(), false, flags);
    ImGui::PopStyleColor();
    origin_ = rect_.min - ImVec2(ImGui::GetScrollX(), ImGui::GetScrollY());
}

Pane::~Pane() { ImGui::EndChild(); }

void Pane::set_height(float height) {
    ImGui::SetCursorScreenPos({origin_.x, origin_.y + height - 1});
    ImGui::Dummy({1, 1});
}

}  // namespace upsweep::app
