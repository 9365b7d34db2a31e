#include "programs/launch.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "programs/fill.h"
#include "programs/number.h"

namespace upsweep::programs {
namespace {

/// The parameters that are given arguments. A struct without members, as functors are, has nothing to give.
std::vector<Declared> given_parameters(const Signature& signature) {
    std::vector<Declared> all = signature.declared;
    std::erase_if(all, [](const Declared& declared) { return declared.count == 0; });
    return all;
}

void check_count(const Signature& signature, std::size_t given) {
    const std::vector<Declared> parameters = given_parameters(signature);
    const std::size_t wanted = parameters.size();
    const std::string& kernel = signature.kernel.function;
    if (given < wanted) {
        const Declared& missing = parameters[given];
        const bool pointer = missing.count == 1 && signature.parameters[missing.first].pointer;
        throw UsageError(fmt::format(
            "{} takes {} argument{} and was given {}; the first without one is {}, {}: add --arg {}.",
            one_line(kernel), wanted, wanted == 1 ? "" : "s", given, in_ticks(missing.name),
            one_line(missing.type_name), pointer ? "zeros:COUNT" : "NUMBER"));
    }
    if (given > wanted)
        throw UsageError(fmt::format("{} takes {} argument{} and was given {}; leave out the last {}.",
                                     one_line(kernel), wanted, wanted == 1 ? "" : "s", given,
                                     given - wanted));
}

/// One text for each number and pointer of the parameter: between semicolons, or commas where there are none.
std::vector<std::string> parts_of(const Declared& declared, const std::string& text) {
    if (declared.count == 1) return {text};
    const char between = text.find(';') != std::string::npos ? ';' : ',';
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
        end = text.find(between, begin);
        parts.push_back(text.substr(begin, end == std::string::npos ? end : end - begin));
    }
    if (parts.size() != declared.count)
        throw UsageError(
            fmt::format("Parameter {} is {} with {} members and was given {}; write them with {} between.",
                        in_ticks(declared.name), one_line(declared.type_name), declared.count, parts.size(),
                        "commas, or semicolons where one is a list,"));
    return parts;
}

class Preparation {
  public:
    Preparation(const Signature& signature, std::uint64_t seed) : signature_(signature), seed_(seed) {}

    Prepared run(const Request& request) {
        Launch launch;
        launch.kernel = signature_.kernel;
        launch.grid = request.grid;
        launch.block = request.block;
        launch.dynamic_shared_bytes = request.dynamic_shared_bytes;
        launch.name = signature_.kernel.function;
        std::size_t next = 0;
        for (const Declared& declared : given_parameters(signature_)) {
            const std::vector<std::string> parts = parts_of(declared, request.arguments[next++]);
            for (std::size_t k = 0; k < declared.count; ++k)
                launch.arguments.push_back(argument(signature_.parameters[declared.first + k], parts[k]));
        }
        made_.plan.algorithm = signature_.kernel.file;
        made_.plan.operations.push_back({launch, 0});
        if (made_.hosts.empty()) made_.hosts.emplace_back();
        made_.plan.output = {static_cast<int>(made_.plan.buffers.size()) - 1};
        return std::move(made_);
    }

  private:
    Argument argument(const Parameter& parameter, const std::string& text) {
        if (!parameter.pointer) {
            made_.buffer_of.push_back(-1);
            const ScalarType type = parameter.scalars[0].type;
            return ScalarArgument{type, parse_number(text, type, "Parameter " + in_ticks(parameter.name))};
        }
        const BufferId id =
            text.rfind("same:", 0) == 0 ? known(parameter, text.substr(5)) : add(parameter, text);
        made_.buffer_of.push_back(id.index);
        return BufferArgument{id, 0};
    }

    BufferId add(const Parameter& parameter, const std::string& text) {
        Filled filled = fill(parameter, text, seed_);
        const BufferId id =
            made_.plan.add_buffer({parameter.name, parameter.element, filled.contents.extent(), {}});
        if (!filled.set) return id;
        made_.plan.operations.push_back({Upload{static_cast<int>(made_.hosts.size()), id}, 0});
        if (made_.hosts.empty()) made_.plan.input = id;
        made_.hosts.push_back(std::move(filled.contents));
        return id;
    }

    BufferId known(const Parameter& parameter, const std::string& other) const {
        for (std::size_t i = 0; i < made_.buffer_of.size(); ++i)
            if (signature_.parameters[i].name == other && made_.buffer_of[i] >= 0)
                return {made_.buffer_of[i]};
        throw UsageError(fmt::format(
            "Parameter {} is to be the same buffer as {}, and no buffer of that name stands before it.",
            in_ticks(parameter.name), in_ticks(other)));
    }

    const Signature& signature_;
    std::uint64_t seed_;
    Prepared made_;
};

}  // namespace

Prepared prepare(const Signature& signature, const Request& request) {
    check_count(signature, request.arguments.size());
    return Preparation(signature, request.seed).run(request);
}

}  // namespace upsweep::programs
