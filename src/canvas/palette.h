// The three palettes as data: every colour the program draws with. Nothing here knows ImGui.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace upsweep::canvas {

enum class ThemeKind : uint8_t { dark, light, presenter };

/// What a colour is for. Chrome is grey and ink only; a hue always means a state.
enum class Role : uint8_t {
    bg0,     ///< stage
    bg1,     ///< panel
    bg2,     ///< control, card
    bg3,     ///< selected, lit row, hovered control
    line,    ///< between panels
    line2,   ///< outlines, ticks
    t1,      ///< text
    t2,      ///< quieter text
    t3,      ///< labels, disabled
    ink,     ///< accent
    on_ink,  ///< text on ink
    read,    ///< lines of what was read
    read_fill,
    read_text,  ///< text on read_fill
    written,
    written_fill,
    written_text,
    waiting,
    waiting_fill,
    waiting_text,
    trouble,  ///< conflict, wrong, deadlock
    trouble_fill,
    trouble_text,
    right,  ///< right, done
    right_fill,
    right_text,
    idle_fill,
    idle_text,
    earlier,  ///< arrows of the step before
    count,
};

/// 0xRRGGBB.
using Rgb = uint32_t;

struct Palette {
    std::string_view name;  ///< as settings and the command line write it
    std::array<Rgb, size_t(Role::count)> roles;
    std::array<Rgb, 6> plot_lines;  ///< in order; over six repeat, dashed

    Rgb operator[](Role role) const { return roles[size_t(role)]; }
};

const Palette& palette(ThemeKind kind);

/// Reads "dark", "light" or "presenter". Throws UsageError.
ThemeKind parse_theme(std::string_view name);

}  // namespace upsweep::canvas
