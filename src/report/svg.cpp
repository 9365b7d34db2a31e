// The stage at a position as SVG.
#include "canvas/svg.h"
#include "report/report.h"
#include "stage/page.h"

namespace upsweep::report {

canvas::Picture Report::picture(const stage::Drawing& how, stage::StageState& state) {
    return stage::draw_alone(position(), how, state);
}

std::string Report::svg(const stage::Drawing& how) {
    stage::StageState state;
    return canvas::to_svg(picture(how, state),
                          {.theme = how.theme, .faces = true, .title = stage::title_of(position())});
}

}  // namespace upsweep::report
