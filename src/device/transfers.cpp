#include "device/transfers.h"

#include "core/error.h"
#include "core/ranges.h"

namespace upsweep::device {
namespace {

bool uploads(const Operation& operation, BufferId buffer) {
    const auto* upload = std::get_if<Upload>(&operation.what);
    return upload != nullptr && upload->to == buffer;
}

bool downloads(const Operation& operation, BufferId buffer) {
    const auto* download = std::get_if<Download>(&operation.what);
    return download != nullptr && download->from == buffer;
}

void put_in_front(Plan& plan, Operation first) {
    for (Operation& operation : plan.operations)
        if (auto* wait = std::get_if<Wait>(&operation.what)) ++wait->operation;
    plan.operations.insert(plan.operations.begin(), std::move(first));
}

void check_operation(const Plan& plan, const Operation& operation) {
    if (const auto* launch = std::get_if<Launch>(&operation.what); launch != nullptr && launch->host_loop)
        throw UsageError("{} is a loop for the CPU; it has no GPU kernel.", plan.algorithm);
}

/// Bytes that a download moves.
int64_t bytes_of(const Plan& plan, const Download& download) {
    const Buffer& buffer = plan[download.from];
    return download.count < 0 ? buffer.bytes() : download.count * size_of(buffer.type);
}

/// A host array other than the input has to have been downloaded before, and to be of the buffer's size.
void check_upload(const Plan& plan, size_t index, size_t further_inputs) {
    const auto* upload = std::get_if<Upload>(&plan.operations[index].what);
    if (upload == nullptr || size_t(upload->slot) <= further_inputs) return;
    const int source = download_before(plan, index, upload->slot);
    if (source < 0)
        throw UsageError("{} uploads a host array that is neither the input nor was downloaded before.",
                         plan.algorithm);
    const auto& download = std::get<Download>(nth(plan.operations, source).what);
    if (bytes_of(plan, download) != plan[upload->to].bytes())
        throw UsageError("{} uploads a host array to a buffer of another size.", plan.algorithm);
}

}  // namespace

int download_before(const Plan& plan, size_t index, int slot) {
    for (int i = int(index) - 1; i >= 0; --i) {
        const auto* download = std::get_if<Download>(&nth(plan.operations, i).what);
        if (download != nullptr && download->slot == slot) return i;
    }
    return -1;
}

Plan with_transfers(Plan plan) {
    const auto& operations = plan.operations;
    const auto uploads_input = [&](const Operation& o) { return uploads(o, plan.input); };
    const auto downloads_output = [&](const Operation& o) { return downloads(o, plan.output); };
    if (plan.input.index >= 0 && none_of(operations, uploads_input))
        put_in_front(plan, {Upload{0, plan.input}});
    if (plan.output.index >= 0 && none_of(operations, downloads_output))
        plan.operations.push_back({Download{plan.output, 0}});
    return plan;
}

int64_t bytes_needed(const Plan& plan) {
    int64_t sum = 0;
    for (const Buffer& buffer : plan.buffers) sum += buffer.bytes();
    return sum;
}

void check_runs_on_gpu(const Plan& plan, size_t further_inputs) {
    if (!plan.emulator_only.empty())
        throw UsageError("{} runs on the emulator only: {}", plan.algorithm, plan.emulator_only);
    for (size_t i = 0; i < plan.operations.size(); ++i) {
        check_operation(plan, plan.operations[i]);
        check_upload(plan, i, further_inputs);
    }
}

}  // namespace upsweep::device
