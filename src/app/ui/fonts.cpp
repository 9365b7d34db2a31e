// Fonts: looking for the files, glyph ranges and baking.
#include "app/ui/fonts.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace upsweep::app {
namespace {

constexpr std::array<const char*, 5> file_stems{"Inter-Regular", "Inter-SemiBold", "Inter-Bold",
                                                "JetBrainsMono-Regular", "JetBrainsMono-Bold"};

std::vector<std::filesystem::path> font_folders() {
    std::vector<std::filesystem::path> folders{
        "/usr/share/fonts/opentype/inter", "/usr/share/fonts/truetype/inter",
        "/usr/share/fonts/truetype/jetbrains-mono", "/usr/local/share/fonts"};
    if (const char* home = std::getenv("HOME"))
        folders.push_back(std::filesystem::path(home) / ".local/share/fonts");
    return folders;
}

std::vector<char> read_font(const std::string& stem) {
    for (const auto& folder : font_folders())
        for (const char* ending : {".otf", ".ttf"}) {
            std::ifstream file(folder / (stem + ending), std::ios::binary);
            if (file) return {std::istreambuf_iterator<char>(file), {}};
        }
    return {};
}

// Pairs of first and last code point, ended by 0, as ImGui wants them. They must outlive the atlas.
constexpr ImWchar all_glyphs[] = {0x20,   0x17F,  0x370,  0x3FF,  0x2010, 0x2030, 0x2070, 0x2071, 0x2074,
                                  0x2079, 0x2080, 0x2089, 0x2190, 0x2193, 0x2211, 0x2212, 0x221A, 0x221A,
                                  0x222B, 0x222B, 0x2248, 0x2248, 0x2264, 0x2265, 0};
constexpr ImWchar latin_glyphs[] = {0x20, 0xFF, 0x2010, 0x2030, 0};
constexpr ImWchar ascii_glyphs[] = {0x20, 0x7E, 0};

// Big sizes hold few glyphs, or the atlas outgrows what OpenGL allows at scale 4.
const ImWchar* glyphs_for(float px, float em) {
    if (px <= 1.95F * em) return all_glyphs;
    return px <= 64 ? latin_glyphs : ascii_glyphs;
}

// SizePixels is ascent + descent; these are the faces' own, in units of the letter's body.
constexpr float sans_factor = 1.21F, mono_factor = 1.32F;

bool is_mono(Face face) { return face == Face::mono || face == Face::mono_bold; }

}  // namespace

Fonts::Fonts() {
    for (std::size_t i = 0; i < files_.size(); ++i) files_[i] = read_font(file_stems[i]);
    found_ = std::all_of(files_.begin(), files_.end(), [](const auto& file) { return !file.empty(); });
}

void Fonts::ask(Face face, float px) {
    const Key key(face, static_cast<int>(std::lround(2 * px)));
    if (std::find(wanted_.begin(), wanted_.end(), key) != wanted_.end()) return;
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
}

void Fonts::bake(Key key, float em_px) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    const float px = static_cast<float>(key.second) / 2;
    ImFontConfig config;
    config.OversampleH = px < 24 ? 2 : 1;
    config.OversampleV = 1;
    if (!found_) {
        config.SizePixels = 13 * std::max(1.0F, std::floor(px / 13));
        config.OversampleH = 1;
        config.PixelSnapH = true;
        baked_[key] = atlas.AddFontDefault(&config);
        return;
    }
    auto& file = files_[static_cast<std::size_t>(key.first)];
    config.FontDataOwnedByAtlas = false;
    const float size = px * (is_mono(key.first) ? mono_factor : sans_factor);
    baked_[key] = atlas.AddFontFromMemoryTTF(file.data(), static_cast<int>(file.size()), size, &config,
                                             glyphs_for(px, em_px));
}

bool Fonts::update() {
    if (!stale_) return false;
    stale_ = false;
    ImGuiIO& io = ImGui::GetIO();
    io.Fonts->Clear();
    baked_.clear();
    io.Fonts->Flags |= ImFontAtlasFlags_NoMouseCursors;
    io.Fonts->TexDesiredWidth = em_ > 40 ? 8192 : em_ > 20 ? 4096 : 2048;
    std::sort(wanted_.begin(), wanted_.end());
    for (Key key : wanted_) bake(key, em_);
    io.Fonts->Build();
    io.FontDefault = get(Face::sans, em_);
    return true;
}

ImFont* Fonts::get(Face face, float px) {
    const Key key(face, static_cast<int>(std::lround(2 * px)));
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
