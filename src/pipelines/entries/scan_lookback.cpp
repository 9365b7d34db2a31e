// The single-pass scan with decoupled look-back: its plan and its catalog entry.
#include "pipelines/parts/kinds.h"
#include "pipelines/parts/row_scans.h"

namespace upsweep::entries::scan_lookback {
namespace {

Chunks cut_of(const Parameters& parameters) {
    return cut_into_chunks(ChunkKernel::look_back, parameters.extent.width, parameters.types.output,
                           parameters.machine, parameters.option("each"));
}

Plan make_plan(const Parameters& parameters) {
    const Chunks cut = cut_of(parameters);
    const Extent extent = parameters.extent;
    Plan plan = start_plan("scan_lookback", parameters);
    const BufferId words = add_words(plan, "words", {cut.in_a_row, extent.height}, parameters.types.output);
    const BufferId tickets = add_tickets(plan);
    const Parts a_chunk{{cut.chunk, 1}, {cut.in_a_row, extent.height}};
    Subject published = subject(words, SubjectRole::word, SubjectForm::one_a_block,
                                {{words_a_value(parameters.types.output), 1}, {cut.in_a_row, extent.height}});
    published.value = parameters.types.output;
    append_pass(plan, plan.input, plan.output,
                {.kernel = {"scan_lookback.cu", "scan_chunks",
                            chunk_definitions(parameters.types, parameters.machine, cut)},
                 .grid = {checked_blocks(cut.in_a_row * extent.height, "A scan of these rows")},
                 .block = {parameters.machine.lanes * cut.warps},
                 .arguments = arguments(words, tickets, extent.width, extent.height, cut.in_a_row,
                                        parameters.option("inclusive")),
                 .name = "scan",
                 .subjects = {subject(plan.input, SubjectRole::data, SubjectForm::row, a_chunk),
                              kept("taken", SubjectRole::number, SubjectForm::chip),
                              kept("totals", SubjectRole::aggregate), published,
                              subject(tickets, SubjectRole::counter, SubjectForm::chip),
                              kept("found", SubjectRole::prefix, SubjectForm::one_a_block),
                              subject(plan.output, SubjectRole::data, SubjectForm::row, a_chunk)}});
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

extern const Algorithm algorithm = scan_entry({
    .slug = "scan_lookback",
    .title = "Single pass with look-back",
    .source = "Merrill and Garland 2016",
    .teaches = "One read and one write per element: blocks add up what earlier blocks have published instead "
               "of waiting for the previous one",
    .options = {inclusive_option(), each_option()},
    .opening = {.extent = {24, 1},
                .options = {{"inclusive", 1}},
                .multiprocessors = 2,
                .resident_blocks = 3,
                .schedule = "blocks in-order, warps random:14",
                .at = 530,
                .step = StepSize::phase},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings,
});

}  // namespace upsweep::entries::scan_lookback
