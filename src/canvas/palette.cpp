// The palettes. Lightness of the Okabe-Ito hues was moved until the closest pair stays apart for every kind
// of sight; tests/canvas/palette_test.cpp keeps the floors.
#include "canvas/palette.h"

#include "core/error.h"
#include "core/quotes.h"

namespace upsweep::canvas {
namespace {

constexpr Palette dark{
    .name = "dark",
    .roles = {0x0E1116, 0x151A21, 0x1E252E, 0x2C3541,  // bg0 … bg3
              0x2A323D, 0x5E6B80,                      // line, line2
              0xF2F5F9, 0xBAC4D1, 0x929EAF,            // t1 … t3
              0xF2F5F9, 0x0E1116,                      // ink, on ink
              0x45A9F5, 0x0B5286, 0xEAF5FF,            // read
              0xFCB52A, 0xF5A623, 0x1B1200,            // written
              0xC07BA5, 0x6A485C, 0xFFF0F8,            // waiting
              0xF0503C, 0x8A3204, 0xFFF0E8,            // trouble
              0x1DDDB6, 0x12432F, 0xDDFBF0,            // right
              0x1E252E, 0xDCE3EC, 0x7A8799},           // idle, earlier
    .plot_lines = {0xF2F5F9, 0xFCB52A, 0x45A9F5, 0x1DDDB6, 0xC07BA5, 0xF0503C},
};

constexpr Palette light{
    .name = "light",
    .roles = {0xF3F4F6, 0xFFFFFF, 0xE9ECF0, 0xD7DCE3,  //
              0xD9DEE5, 0x84909F,                      //
              0x12161C, 0x3C4654, 0x555F6E,            //
              0x12161C, 0xFFFFFF,                      //
              0x1972BE, 0xC6DCFD, 0x06294A,            //
              0x9B6206, 0xFFC54D, 0x241500,            //
              0x66205F, 0xCFB6C8, 0x2E0A2A,            //
              0x8C1400, 0xFFA18F, 0x3D0800,            //
              0x006249, 0x86E8C2, 0x00301F,            //
              0xFFFFFF, 0x12161C, 0x7C8796},
    .plot_lines = {0x12161C, 0xC98500, 0x1972BE, 0x00785A, 0x7A3572, 0x9C1F05},
};

constexpr Palette presenter{
    .name = "presenter",
    .roles = {0xFFFFFF, 0xFFFFFF, 0xECEEF1, 0xD3D8DF,  //
              0xC3CAD3, 0x6B7685,                      //
              0x000000, 0x262D36, 0x47515E,            //
              0x000000, 0xFFFFFF,                      //
              0x00487F, 0xB9D5FC, 0x06294A,            //
              0x9A620A, 0xFFC54D, 0x241500,            //
              0x4A1240, 0xCFB6C8, 0x2E0A2A,            //
              0x8A0B06, 0xFFA18F, 0x3D0800,            //
              0x007560, 0x86E8C2, 0x00301F,            //
              0xFFFFFF, 0x000000, 0x66717F},
    .plot_lines = light.plot_lines,
};

}  // namespace

const Palette& palette(ThemeKind kind) {
    switch (kind) {
        case ThemeKind::light:
            return light;
        case ThemeKind::presenter:
            return presenter;
        case ThemeKind::dark:
            break;
    }
    return dark;
}

ThemeKind parse_theme(std::string_view name) {
    for (ThemeKind kind : {ThemeKind::dark, ThemeKind::light, ThemeKind::presenter})
        if (palette(kind).name == name) return kind;
    throw UsageError("There is no theme " + in_quotes(name) + "; use dark, light or presenter.");
}

}  // namespace upsweep::canvas
