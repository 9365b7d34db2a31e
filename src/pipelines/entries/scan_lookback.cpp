// The single-pass scan with decoupled look-back: its plan and its catalog entry.
#include <limits>

#include <fmt/format.h>

#include "core/error.h"
#include "pipelines/parts/building_blocks.h"
#include "pipelines/parts/look_back.h"
#include "pipelines/parts/row_scans.h"
#include "pipelines/parts/scan_chunks.h"

namespace upsweep::entries::scan_lookback {
namespace {

Chunks cut_of(const Parameters& parameters) {
    return cut_into_chunks(ChunkKernel::look_back, parameters.extent.width, parameters.types.output,
                           parameters.machine, parameters.option("each"));
}

Plan make_plan(const Parameters& parameters) {
    const Chunks cut = cut_of(parameters);
    const Extent extent = parameters.extent;
    const std::int64_t blocks = cut.in_a_row * extent.height;
    if (blocks > std::numeric_limits<std::int32_t>::max())
        throw UsageError(fmt::format(
            "A scan of {} rows of {} elements needs {} blocks, and a grid holds {}; use fewer rows.",
            extent.height, extent.width, blocks, std::numeric_limits<std::int32_t>::max()));
    Plan plan = start_plan("scan_lookback", parameters, extent);
    const BufferId words = add_words(plan, "words", {cut.in_a_row, extent.height}, parameters.types.output);
    const BufferId tickets = add_tickets(plan);
    const Parts a_chunk{{cut.chunk, 1}, {cut.in_a_row, extent.height}};
    Subject published = subject(words, SubjectRole::word, SubjectForm::one_a_block,
                                {{words_a_value(parameters.types.output), 1}, {cut.in_a_row, extent.height}});
    published.value = parameters.types.output;
    plan.operations.push_back({Launch{
        .kernel = {"scan_lookback.cu", "scan_chunks",
                   chunk_definitions(parameters.types, parameters.machine, cut)},
        .grid = {blocks},
        .block = {parameters.machine.lanes * cut.warps},
        .arguments = {BufferArgument{plan.input}, BufferArgument{plan.output}, BufferArgument{words},
                      BufferArgument{tickets}, int_argument(extent.width), int_argument(extent.height),
                      int_argument(cut.in_a_row), int_argument(parameters.option("inclusive"))},
        .name = "scan",
        .bytes_read = plan[plan.input].bytes(),
        .bytes_written = plan[plan.output].bytes(),
        .subjects = {subject(plan.input, SubjectRole::data, SubjectForm::row, a_chunk),
                     kept("taken", SubjectRole::number, SubjectForm::chip),
                     kept("totals", SubjectRole::aggregate), published,
                     subject(tickets, SubjectRole::counter, SubjectForm::chip),
                     kept("found", SubjectRole::prefix, SubjectForm::one_a_block),
                     subject(plan.output, SubjectRole::data, SubjectForm::row, a_chunk)}}});
    return plan;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    return work_expectations(look_back_scan_cost(parameters.extent, parameters.types.output,
                                                 parameters.machine, parameters.option("each")));
}

double roundings(const Parameters& parameters) {
    return chunk_roundings(parameters.machine, cut_of(parameters));
}

}  // namespace

extern const Algorithm algorithm = {
    .slug = "scan_lookback",
    .title = "Single pass with look-back",
    .chapter = "Prefix sums",
    .source = "Merrill and Garland 2016",
    .teaches =
        "One read and one write per element: blocks add up what earlier blocks have published instead of "
        "waiting for the previous one",
    .shape = Shape::rows,
    .options = {inclusive_option(), each_option()},
    .types = usual_types(),
    .opening = {.extent = {24, 1},
                .options = {{"inclusive", 1}},
                .multiprocessors = 2,
                .resident_blocks = 3,
                .schedule = "blocks in-order, warps random:8",
                .step = StepSize::phase},
    .make_plan = make_plan,
    .reference = scanned_rows,
    .expectations = expectations,
    .result = ResultKind::scan,
    .layout = upright_layout,
    .convention = scan_convention,
    .roundings = roundings,
};

}  // namespace upsweep::entries::scan_lookback
