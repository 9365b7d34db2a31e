// The windows that a view has to draw in.
#pragma once

#include <utility>
#include <vector>

#include "app/ui/theme.h"

namespace upsweep::app {

struct WindowAndTheme {
    int width, height;
    ThemeKind theme;
};

/// Every size in every theme.
inline std::vector<WindowAndTheme> windows_and_themes() {
    std::vector<WindowAndTheme> all;
    for (const auto& [width, height] :
         {std::pair{640, 480}, {1024, 768}, {1280, 800}, {1920, 1080}, {2560, 1440}})
        for (const ThemeKind theme : {ThemeKind::dark, ThemeKind::light, ThemeKind::presenter})
            all.push_back({width, height, theme});
    return all;
}

}  // namespace upsweep::app
