// Theme: turns palette and base size into ImGui's style.
#include "app/ui/theme.h"

#include <algorithm>
#include <cmath>

namespace upsweep::app {
namespace {

ImVec4 vec(Rgb colour, float alpha = 1) { return ImGui::ColorConvertU32ToFloat4(packed(colour, alpha)); }

void set_sizes(ImGuiStyle& style, float em, float line) {
    style.WindowPadding = style.DisplayWindowPadding = {0, 0};
    style.WindowRounding = style.WindowBorderSize = 0;
    style.ChildRounding = style.ChildBorderSize = 0;
    style.PopupRounding = 0.5F * em;
    style.PopupBorderSize = style.FrameBorderSize = line;
    style.FramePadding = {0.75F * em, 0.4F * em};
    style.FrameRounding = 0.375F * em;
    style.ItemSpacing = {0.5F * em, 0.5F * em};
    style.ItemInnerSpacing = {0.45F * em, 0.25F * em};
    style.CellPadding = {0.5F * em, 0.35F * em};
    style.IndentSpacing = em;
    style.ScrollbarSize = 0.6F * em;
    style.ScrollbarRounding = 0.3F * em;
    style.GrabMinSize = 1.1F * em;
    style.GrabRounding = 0.55F * em;
    style.TabRounding = style.TabBorderSize = 0;
    style.ButtonTextAlign = {0.5F, 0.5F};
    style.SelectableTextAlign = {0, 0.5F};
    style.DisabledAlpha = 1;
    style.WindowMenuButtonPosition = ImGuiDir_None;
    style.AntiAliasedLines = style.AntiAliasedFill = true;
    style.CurveTessellationTol = 0.6F;
    style.CircleTessellationMaxError = 0.2F;
}

void set_colours(ImGuiStyle& style, const Palette& p) {
    const auto set = [&](std::initializer_list<ImGuiCol_> which, Role role) {
        for (ImGuiCol_ index : which) style.Colors[index] = vec(p[role]);
    };
    const ImVec4 clear(0, 0, 0, 0);
    set({ImGuiCol_Text}, Role::t1);
    set({ImGuiCol_TextDisabled}, Role::t3);
    set({ImGuiCol_WindowBg}, Role::bg0);
    set({ImGuiCol_ChildBg, ImGuiCol_TableHeaderBg}, Role::bg1);
    set({ImGuiCol_PopupBg, ImGuiCol_FrameBg, ImGuiCol_Button, ImGuiCol_TableRowBgAlt}, Role::bg2);
    set({ImGuiCol_Border, ImGuiCol_Separator}, Role::line);
    set({ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_ButtonHovered, ImGuiCol_ButtonActive,
         ImGuiCol_Header, ImGuiCol_HeaderHovered, ImGuiCol_HeaderActive},
        Role::bg3);
    set({ImGuiCol_CheckMark, ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive, ImGuiCol_NavHighlight,
         ImGuiCol_DragDropTarget},
        Role::ink);
    set({ImGuiCol_ScrollbarGrab, ImGuiCol_ScrollbarGrabHovered, ImGuiCol_ScrollbarGrabActive}, Role::line2);
    set({ImGuiCol_TextSelectedBg}, Role::read_fill);
    style.Colors[ImGuiCol_BorderShadow] = style.Colors[ImGuiCol_ScrollbarBg] = clear;
    style.Colors[ImGuiCol_ModalWindowDimBg] = vec(p[Role::bg0], 0.7F);
}

}  // namespace

ImU32 packed(Rgb colour, float alpha) {
    const auto a = int(std::lround(std::clamp(alpha, 0.0F, 1.0F) * 255));
    return IM_COL32((colour >> 16) & 255, (colour >> 8) & 255, colour & 255, a);
}

float Theme::px(float width) const { return std::max(1.0F, width * em_ / 16); }

ImU32 Theme::colour(const Colour& colour) const {
    return colour.role_ == Role::count ? colour.packed_ : packed(palette()[colour.role_], colour.alpha_);
}

ImU32 Theme::plot_line(int index) const {
    const auto& lines = palette().plot_lines;
    return packed(lines[size_t(index) % lines.size()]);
}

void Theme::set(ThemeKind kind, float em_px) {
    kind_ = kind;
    em_ = em_px;
    ImGuiStyle& style = ImGui::GetStyle();
    style = ImGuiStyle();
    set_sizes(style, em_, std::round(px()));
    set_colours(style, palette());
}

}  // namespace upsweep::app
