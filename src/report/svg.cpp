// The stage at a position as SVG.
#include "canvas/svg.h"
#include "report/report.h"
#include "stage/series.h"

namespace upsweep::report {

std::string Report::svg(const stage::Drawing& how) {
    stage::StageState state;
    return canvas::to_svg(stage::draw_alone(position(), how, state),
                          {.theme = how.theme, .faces = true, .title = stage::title_of(position())});
}

}  // namespace upsweep::report
