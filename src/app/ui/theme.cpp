// Theme and fonts: palette and base size to ImGui's style, faces to its atlas.
#include "app/ui/theme.h"

#include <cstdlib>

#include "core/ranges.h"

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

namespace {

// Pairs of first and last code point, ended by 0, as ImGui wants them. They must outlive the atlas.
std::vector<ImWchar> pairs_of(std::span<const canvas::GlyphRange> ranges) {
    std::vector<ImWchar> pairs;
    for (const canvas::GlyphRange& range : ranges) {
        pairs.push_back(ImWchar(range.first));
        pairs.push_back(ImWchar(range.last));
    }
    pairs.push_back(0);
    return pairs;
}
const std::vector<ImWchar> all_glyphs = pairs_of(canvas::glyph_ranges());
constexpr ImWchar latin_glyphs[] = {0x20, 0xFF, 0x2010, 0x2030, 0};
constexpr ImWchar ascii_glyphs[] = {0x20, 0x7E, 0};

// Big sizes hold few glyphs, or the atlas outgrows what OpenGL allows at scale 4.
const ImWchar* glyphs_for(float px, float em) {
    if (px <= 1.95F * em) return all_glyphs.data();
    return px <= 64 ? latin_glyphs : ascii_glyphs;
}

}  // namespace

void Fonts::ask(Face face, float px) {
    const Key key(face, int(std::lround(2 * px)));
    if (contains(wanted_, key)) return;
    wanted_.push_back(key);
    stale_ = true;
}

void Fonts::set_scale(float em_px) {
    em_ = em_px;
    wanted_.clear();
    stale_ = true;
    for (float em : {0.85F, 0.9F, 1.0F}) ask(Face::sans, em * em_px);
    for (float em : {0.85F, 0.9F, 1.0F, 1.1F}) ask(Face::sans_semibold, em * em_px);
    for (float em : {1.1F, 1.5F}) ask(Face::sans_bold, em * em_px);
    for (float em : {0.8F, 0.9F, 1.0F, 1.45F}) ask(Face::mono, em * em_px);
    for (float em : {0.9F, 1.0F, 1.45F}) ask(Face::mono_bold, em * em_px);
    // What the stage takes for values of all lengths: each size that comes later costs another atlas, which
    // takes longer than opening a scene. At large scales only what is seen is baked.
    if (em_px > 36) return;
    for (float em : {0.7F, 0.8F, 0.95F, 1.18F}) ask(Face::sans, em * em_px);
    for (float em : {0.7F, 0.8F, 0.95F}) ask(Face::sans_semibold, em * em_px);
    ask(Face::sans_bold, 1.2F * em_px);
    for (float em : {0.7F, 0.75F, 0.85F, 0.95F, 1.1F, 1.2F, 1.3F, 1.6F, 1.9F}) ask(Face::mono, em * em_px);
    for (float em : {0.7F, 0.8F, 0.85F, 0.95F, 1.05F, 1.1F, 1.2F, 1.3F, 1.6F, 1.9F})
        ask(Face::mono_bold, em * em_px);
}

void Fonts::bake(Key key, float em_px) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    const float px = float(key.second) / 2;
    ImFontConfig config;
    config.OversampleH = px < 24 ? 2 : 1;
    config.OversampleV = 1;
    // The atlas only reads the file, which is part of the program.
    config.FontDataOwnedByAtlas = false;
    const auto file = canvas::face_file(key.first);
    const float size = px * canvas::line_factor(key.first);
    baked_[key] = atlas.AddFontFromMemoryTTF(const_cast<std::byte*>(file.data()), int(file.size()), size,
                                             &config, glyphs_for(px, em_px));
}

bool Fonts::update() {
    if (!stale_) return false;
    stale_ = false;
    ImGuiIO& io = ImGui::GetIO();
    io.Fonts->Clear();
    baked_.clear();
    io.Fonts->Flags |= ImFontAtlasFlags_NoMouseCursors;
    io.Fonts->TexDesiredWidth = em_ > 40 ? 8192 : em_ > 20 ? 4096 : 2048;
    sort(wanted_);
    for (Key key : wanted_) bake(key, em_);
    io.Fonts->Build();
    io.FontDefault = get(Face::sans, em_);
    return true;
}

ImFont* Fonts::get(Face face, float px) {
    const Key key(face, int(std::lround(2 * px)));
    if (const auto exact = baked_.find(key); exact != baked_.end()) return exact->second;
    ask(face, px);
    // Until the next update: the nearest size of this face, or whatever there is.
    ImFont* best = nullptr;
    int distance = 0;
    for (const auto& [have, font] : baked_) {
        const int away = std::abs(have.second - key.second) + (have.first == face ? 0 : 1000);
        if (best == nullptr || away < distance) best = font, distance = away;
    }
    return best;
}

}  // namespace upsweep::app
