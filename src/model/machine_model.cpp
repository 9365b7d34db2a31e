// The parameters by name, from and to JSON.
#include "model/machine_model.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "bench/recording.h"
#include "core/error.h"
#include "core/json.h"
#include "core/ranges.h"

namespace upsweep::model {
namespace {

constexpr std::array table = {
    Parameter{"first_launch", "a run of one launch", "µs", 1e6, "a kernel that does nothing, run after run",
              &MachineModel::first_launch},
    Parameter{"next_launch", "each further launch", "µs", 1e6, "16 launches that do nothing, less one",
              &MachineModel::next_launch},
    Parameter{"stream_first", "a program of one launch", "µs", 1e6,
              "a kernel that does nothing, on an idle GPU", &MachineModel::stream_first, true},
    Parameter{"stream_launch", "each further launch of a program", "µs", 1e6,
              "64 launches through a stream, less one", &MachineModel::stream_launch, true},
    Parameter{"block_rate", "blocks started", "/ns", 1e-9, "2¹⁷ blocks of 256 threads that do nothing",
              &MachineModel::block_rate},
    Parameter{"l2_latency", "a load from the L2", "ns", 1e9, "a chain of indices in 4 MiB",
              &MachineModel::l2_latency},
    Parameter{"memory_latency", "a load from memory", "ns", 1e9, "a chain of indices in 256 MiB",
              &MachineModel::memory_latency},
    Parameter{"shared_latency", "a load from shared memory", "ns", 1e9, "a chain of indices in 128 bytes",
              &MachineModel::shared_latency},
    Parameter{"operator_latency", "an operator that waits", "ns", 1e9, "one warp of dependent arithmetic",
              &MachineModel::operator_latency},
    Parameter{"operator_rate", "operators of a multiprocessor", "/ns", 1e-9, "64 warps of arithmetic on each",
              &MachineModel::operator_rate},
    Parameter{"wavefront_rate", "shared turns of a multiprocessor", "/ns", 1e-9,
              "64 warps that read shared memory", &MachineModel::wavefront_rate},
    Parameter{"multiprocessor_rate", "copied by one multiprocessor", "GB/s", 1e-9, "one block of 1024 copies",
              &MachineModel::multiprocessor_rate},
    Parameter{"small_barrier", "a barrier of 256 threads", "ns", 1e9, "2000 barriers in one block",
              &MachineModel::small_barrier},
    Parameter{"large_barrier", "a barrier of 1024 threads", "ns", 1e9, "2000 barriers in one block",
              &MachineModel::large_barrier},
    Parameter{"hop", "from a block to the next", "ns", 1e9, "a chain of 128 flags", &MachineModel::hop},
    Parameter{"scattered_reads", "scattered sectors read", "/ns", 1e-9, "4 M numbers, down the columns",
              &MachineModel::scattered_reads},
    Parameter{"scattered_writes", "scattered sectors written", "/ns", 1e-9, "4 M numbers, down the columns",
              &MachineModel::scattered_writes},
    Parameter{"upload_rate", "to the GPU", "GB/s", 1e-9, "64 MiB from pinned memory",
              &MachineModel::upload_rate},
    Parameter{"download_rate", "from the GPU", "GB/s", 1e-9, "64 MiB to pinned memory",
              &MachineModel::download_rate},
    Parameter{"transfer", "a transfer's start", "µs", 1e6, "4 KiB to the GPU", &MachineModel::transfer},
    Parameter{"first_call", "a kernel's first run", "ms", 1e3, "the first run less the second",
              &MachineModel::first_call},
};

double number_of(const Json& json, std::string_view key, const std::string& name) {
    const std::string text(key);
    if (!json.contains(text) || !json[text].is_number())
        throw Error(
            "{} has no number {} in its machine model; measure it again: upsweep bench "
            "--microbenchmarks --format json.",
            name, text);
    const auto value = json[text].get<double>();
    if (!(value > 0) || value > 1e18)
        throw Error("{} gives {} in its machine model, which must be above 0; measure it again.", name, text);
    return value;
}

}  // namespace

std::span<const Parameter> parameters() { return table; }

double MachineModel::peak_rate() const {
    double most = 0;
    for (const CopyRate& copy : copies) most = std::max(most, copy.rate);
    return most;
}

MachineModel MachineModel::launching(bool streamed) const {
    MachineModel made = *this;
    if (streamed && stream_launch > 0) made.first_launch = stream_first;
    if (!streamed) made.stream_first = made.stream_launch = 0;
    return made;
}

double MachineModel::copy_rate(double bytes) const {
    if (copies.empty()) return 1;
    // Below the fastest size launches hide the rate.
    const auto fastest = std::max_element(copies.begin(), copies.end(),
                                          [](const auto& a, const auto& b) { return a.rate < b.rate; });
    if (bytes <= fastest->bytes) return fastest->rate;
    for (auto next = fastest + 1; next != copies.end(); ++next) {
        if (bytes > next->bytes) continue;
        const CopyRate& before = *(next - 1);
        const double part = std::log(bytes / before.bytes) / std::log(next->bytes / before.bytes);
        return 1 / ((1 - part) / before.rate + part / next->rate);
    }
    return copies.back().rate;
}

Json to_json(const MachineModel& model) {
    Json json = {
        {"gpu", model.gpu}, {"multiprocessors", model.multiprocessors}, {"l2_bytes", model.l2_bytes}};
    for (const Parameter& one : table)
        if (!one.may_lack || model.*one.member > 0) json[std::string(one.key)] = model.*one.member;
    json["copies"] = Json::array();
    for (const CopyRate& copy : model.copies)
        json["copies"].push_back({{"bytes", copy.bytes}, {"bytes_per_s", copy.rate}});
    return json;
}

std::string to_text(const MachineModel& model) {
    std::string text = fmt::format("{}, {:.0f} multiprocessors\n", model.gpu, model.multiprocessors);
    for (const Parameter& one : table)
        if (!one.may_lack || model.*one.member > 0)
            text += fmt::format("  {:<32}{:>10.4g} {:<6} {}\n", one.title, model.*one.member * one.scale,
                                one.unit, one.measured);
    for (const CopyRate& copy : model.copies)
        text += fmt::format("  a copy that touches {:>5.0f} MiB    {:>10.0f} GB/s\n", copy.bytes / 1048576,
                            copy.rate * 1e-9);
    return text;
}

MachineModel machine_model_of(const Json& json, const std::string& name) {
    if (!json.is_object())
        throw Error(
            "{} has a machine model that is not an object; measure it again: upsweep bench "
            "--microbenchmarks --format json.",
            name);
    MachineModel model;
    if (json.contains("gpu") && json["gpu"].is_string()) model.gpu = json["gpu"].get<std::string>();
    model.multiprocessors = number_of(json, "multiprocessors", name);
    model.l2_bytes = number_of(json, "l2_bytes", name);
    for (const Parameter& one : table)
        if (!one.may_lack || json.contains(std::string(one.key)))
            model.*one.member = number_of(json, one.key, name);
    constexpr size_t most_copies = 64;
    if (!json.contains("copies") || !json["copies"].is_array() || json["copies"].empty() ||
        json["copies"].size() > most_copies)
        throw Error("{} needs 1 to {} copies in its machine model; measure it again.", name, most_copies);
    for (const Json& copy : json["copies"]) {
        if (!copy.is_object()) throw Error("{} has a copy that is not an object; measure it again.", name);
        model.copies.push_back({number_of(copy, "bytes", name), number_of(copy, "bytes_per_s", name)});
        if (model.copies.size() > 1 &&
            model.copies.back().bytes <= model.copies[model.copies.size() - 2].bytes)
            throw Error("{} must list its copies by size, the smallest first; measure it again.", name);
    }
    return model;
}

std::span<const MachineModel> recorded_models() {
    static const std::vector<MachineModel> models = [] {
        std::vector<MachineModel> all;
        for (const bench::ShippedRecording& recording : bench::shipped_recordings())
            all.push_back(machine_model_of(Json::parse(recording.text).value("machine_model", Json()),
                                           std::string(recording.name)));
        // How long a call takes is the host's matter, and the hosts are alike: those of another are taken.
        for (MachineModel& model : all)
            for (const MachineModel& other : all)
                if (model.stream_launch <= 0 && other.stream_launch > 0) {
                    model.stream_first = other.stream_first;
                    model.stream_launch = other.stream_launch;
                }
        return all;
    }();
    return models;
}

const MachineModel& recorded_model(std::string_view gpu) {
    const std::span<const MachineModel> models = recorded_models();
    const MachineModel* found = find_by(models, &MachineModel::gpu, gpu);
    return found == nullptr ? models.front() : *found;
}

}  // namespace upsweep::model
