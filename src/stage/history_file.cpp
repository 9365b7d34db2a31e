// A cell's history as a file.
#include "canvas/raster.h"
#include "canvas/svg.h"
#include "core/error.h"
#include "core/quotes.h"
#include "media/file.h"
#include "media/image.h"
#include "replay/sentence.h"
#include "stage/history.h"

namespace upsweep::stage {

void write_history(const replay::StepPosition& at, replay::CellPlace cell, const Drawing& how,
                   const std::string& file, const InputFiles& inputs) {
    constexpr float usual_em = 16, margin_em = 1.25F;
    const float em = usual_em * how.scale, margin = margin_em * em;
    const std::string ending = media::ending_of(file);
    if (ending != ".svg" && ending != ".png")
        throw UsageError("A cell's history is written as SVG or PNG; end the name " + in_quotes(file) +
                         " in one of them.");
    const replay::CellHistoryView view = replay::cell_history(at.trace(), cell, at.step());
    const canvas::Box area = canvas::Box::edges(margin, margin, static_cast<float>(how.width) - margin,
                                                static_cast<float>(how.height));
    canvas::Picture picture = draw_history(area, em, at, view);
    picture.area =
        canvas::Box::edges(0, 0, static_cast<float>(how.width), std::ceil(picture.area.max.y + margin));
    const std::string title = replay::plain(replay::history_sentence(at, view));
    if (ending == ".svg")
        return write_file(file, canvas::to_svg(picture, {.theme = how.theme, .faces = true, .title = title}),
                          inputs);
    const canvas::Raster raster = canvas::Rasteriser().draw(picture, how.theme);
    write_file(file, media::encode_png({raster.width, raster.height}, 3, raster.rgb.data()), inputs);
}

}  // namespace upsweep::stage
