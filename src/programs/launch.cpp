#include "programs/launch.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/words.h"
#include "programs/arguments.h"
#include "programs/fill.h"

namespace upsweep::programs {
namespace {

/// How many must be given: those behind have defaults.
size_t least_count(const std::vector<Declared>& parameters) {
    size_t least = parameters.size();
    while (least > 0 && !parameters[least - 1].fallback.empty()) --least;
    return least;
}

void check_count(const Signature& signature, size_t given) {
    const std::vector<Declared> parameters = given_parameters(signature);
    const size_t most = parameters.size(), least = least_count(parameters);
    if (given >= least && given <= most) return;
    const std::string takes =
        fmt::format("{} takes {}{}, but got {}", one_line(signature.kernel.function),
                    least < most ? fmt::format("{} to ", least) : "", counted(most, "argument"), given);
    if (given > most) throw UsageError("{}; remove the last {}.", takes, given - most);
    const Declared& missing = parameters[given];
    const bool pointer = missing.count == 1 && signature.parameters[missing.first].pointer;
    throw UsageError("{}; the first without one is {}, {}: add --arg {}.", takes, in_ticks(missing.name),
                     one_line(missing.type_name), pointer ? "zeros:COUNT" : "NUMBER");
}

/// One text for each number and pointer of the parameter: between semicolons, or commas where none exists.
std::vector<std::string> parts_of(const Declared& declared, const std::string& text) {
    if (declared.count == 1) return {text};
    const char between = text.find(';') != std::string::npos ? ';' : ',';
    std::vector<std::string> parts;
    size_t begin = 0;
    for (size_t end = 0; end != std::string::npos; begin = end + 1) {
        end = text.find(between, begin);
        parts.push_back(text.substr(begin, end == std::string::npos ? end : end - begin));
    }
    if (parts.size() != declared.count)
        throw UsageError("Parameter {} is {} with {} members, but got {}; write them with {} between.",
                         in_ticks(declared.name), one_line(declared.type_name), declared.count, parts.size(),
                         "commas, or semicolons where one is a list,");
    return parts;
}

/// Of the seed for a whole launch each parameter's own, so that no two random buffers are alike (the mixing
/// is that of splitmix64).
uint64_t seed_of(size_t parameter, uint64_t seed) {
    uint64_t mixed = seed + (uint64_t(parameter) + 1) * 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
}

class Preparation {
  public:
    Preparation(const Signature& signature, uint64_t seed, const NamedArrays* given)
        : signature_(signature), seed_(seed), given_(given) {}

    Prepared run(const Request& request) {
        Launch launch;
        launch.kernel = signature_.kernel;
        launch.grid = request.grid;
        launch.block = request.block;
        launch.dynamic_shared_bytes = request.dynamic_shared_bytes;
        launch.name = signature_.kernel.function;
        size_t next = 0;
        for (const Declared& declared : given_parameters(signature_)) {
            const bool left_out = next == request.arguments.size();
            const std::vector<std::string> parts =
                parts_of(declared, left_out ? declared.fallback : request.arguments[next++]);
            for (size_t k = 0; k < declared.count; ++k)
                launch.arguments.push_back(argument(signature_.parameters[declared.first + k], parts[k]));
        }
        made_.plan.algorithm = signature_.kernel.file;
        made_.plan.operations.push_back({launch, 0});
        if (made_.hosts.empty()) made_.hosts.emplace_back();
        made_.plan.output = {int(made_.plan.buffers.size()) - 1};
        return std::move(made_);
    }

  private:
    Argument argument(const Parameter& parameter, const std::string& text) {
        const bool has_buffer = parameter.pointer && text != "null";
        const BufferArgument pointer = has_buffer ? pointer_of(parameter, text) : BufferArgument{};
        made_.buffer_of.push_back(has_buffer ? pointer.buffer.index : -1);
        made_.offset_of.push_back(pointer.offset);
        pointers_.push_back(pointer);
        if (has_buffer) return pointer;
        if (parameter.pointer) return ScalarArgument{ScalarType::u64, 0};
        const ScalarType type = parameter.scalars[0].type;
        return ScalarArgument{type, parse_number(text, type, "Parameter " + in_ticks(parameter.name))};
    }

    BufferArgument pointer_of(const Parameter& parameter, const std::string& text) {
        if (text.starts_with("same:")) return known(parameter, text.substr(5));
        // A plus sign may also be in a file's name and before a number.
        const bool offset =
            text.find('+') != std::string::npos && text.find_first_of("@:") == std::string::npos;
        return offset ? known(parameter, text) : BufferArgument{add(parameter, text), 0};
    }

    BufferId add(const Parameter& parameter, const std::string& text) {
        Filled filled = fill(parameter, text, seed_of(made_.buffer_of.size(), seed_), given_);
        const BufferId id =
            made_.plan.add_buffer({parameter.name, parameter.element, filled.contents.extent(), {}});
        if (!filled.set) return id;
        made_.plan.operations.push_back({Upload{int(made_.hosts.size()), id}, 0});
        if (made_.hosts.empty()) made_.plan.input = id;
        made_.hosts.push_back(std::move(filled.contents));
        return id;
    }

    /// "a", or "a+4" for where element 4 of it begins, counted in elements of `parameter`.
    BufferArgument known(const Parameter& parameter, const std::string& text) const {
        const size_t plus = text.find('+');
        const std::string other = text.substr(0, plus);
        BufferArgument pointer = pointers_[place_of(parameter, other)];
        if (plus == std::string::npos) return pointer;
        const Buffer& whole = made_.plan[pointer.buffer];
        const int64_t each = size_of(whole.type);
        const int64_t rest = whole.bytes() - pointer.offset * each;
        const int64_t bytes =
            parameter.bytes * parse_whole(text.substr(plus + 1), 0, rest / parameter.bytes,
                                          fmt::format("The offset of parameter {} in {}",
                                                      in_ticks(parameter.name), in_ticks(other)));
        if (bytes % each != 0)
            throw UsageError(
                "Parameter {} should begin {} bytes into {}, which is inside one of its {}-byte "
                "numbers; choose another offset.",
                in_ticks(parameter.name), bytes, in_ticks(other), each);
        pointer.offset += bytes / each;
        return pointer;
    }

    /// Which parameter has the name and a buffer.
    size_t place_of(const Parameter& parameter, const std::string& other) const {
        for (size_t i = 0; i < made_.buffer_of.size(); ++i)
            if (signature_.parameters[i].name == other && made_.buffer_of[i] >= 0) return i;
        throw UsageError(
            "Parameter {} should be the same buffer as {}, but there is no buffer of that name before it.",
            in_ticks(parameter.name), in_ticks(other));
    }

    const Signature& signature_;
    uint64_t seed_;
    const NamedArrays* given_;
    Prepared made_;
    std::vector<BufferArgument> pointers_;  ///< by parameter; of numbers and null pointers nothing
};

}  // namespace

Prepared prepare(const Signature& signature, const Request& request) {
    check_count(signature, request.arguments.size());
    return Preparation(signature, request.seed, request.given).run(request);
}

bool lacks_arguments(const Signature& signature, size_t given) {
    return given < least_count(given_parameters(signature));
}

Array seen_by(const Prepared& prepared, size_t parameter, const Array& whole) {
    const int64_t offset = prepared.offset_of[parameter];
    return offset == 0 || whole.count() == 0 ? whole : whole.part(offset, whole.count() - offset);
}

}  // namespace upsweep::programs
