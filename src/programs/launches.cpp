#include "programs/launches.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"
#include "programs/arguments.h"
#include "programs/fill.h"
#include "programs/user_program.h"

namespace upsweep::programs {
namespace {

/// At the commas that are in no brackets.
std::vector<std::string> parts_of(std::string_view text) {
    std::vector<std::string> parts;
    int depth = 0;
    std::string part;
    for (const char c : text) {
        if (c == '(') ++depth;
        if (c == ')') --depth;
        if (c == ',' && depth == 0) {
            parts.emplace_back(trimmed(part));
            part.clear();
        } else {
            part += c;
        }
    }
    if (!parts.empty() || !trimmed(part).empty()) parts.emplace_back(trimmed(part));
    return parts;
}

/// "dim3(4, 2)" and "(4,2)" are "4,2".
std::string sides(std::string text) {
    if (text.starts_with("dim3")) text.erase(0, 4);
    if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
    std::erase(text, ' ');
    return text;
}

[[noreturn]] void refuse(const std::string& text, const char* why) {
    throw UsageError("--launch is {}, {}; write it as \"scan<<<4,64>>>(in=iota:256, out=unset:256)\".",
                     in_quotes(text), why);
}

/// A buffer that launches share.
struct Shared {
    Parameter as;  ///< of its first use
    BufferId buffer;
};

class Launches {
  public:
    Launches(const UserProgram& program, const std::vector<std::string>& settings,
             emulator::Compiler& compiler)
        : program_(program), settings_(settings), compiler_(compiler) {}

    OpenedProgram run(const std::vector<TypedLaunch>& launches) {
        for (const TypedLaunch& launch : launches) add(launch);
        if (whole_.hosts.empty()) whole_.hosts.emplace_back();
        whole_.plan.algorithm = name_of(program_);
        whole_.plan.output = {int(whole_.plan.buffers.size()) - 1};
        for (const Shared& shared : shared_) {
            opened_.signature.parameters.push_back(shared.as);
            whole_.buffer_of.push_back(shared.buffer.index);
            whole_.offset_of.push_back(0);
        }
        check_settings();
        opened_.prepared = std::move(whole_);
        return std::move(opened_);
    }

  private:
    void add(const TypedLaunch& typed) {
        KernelName kernel;
        kernel.file = name_of(program_);
        kernel.definitions = parse_definitions(program_.definitions);
        kernel.function = typed.kernel;
        const Signature signature = signature_of(kernel, compiler_);
        signatures_.push_back(signature);
        const int64_t shared_bytes = std::max(opened_.signature.shared_bytes, signature.shared_bytes);
        if (opened_.signature.kernel.function.empty()) opened_.signature = signature;
        for (const emulator::GlobalVariable& variable : signature.globals)
            if (none_of(opened_.signature.globals,
                        [&](const auto& known) { return known.as.name == variable.as.name; }))
                opened_.signature.globals.push_back(variable);
        opened_.signature.shared_bytes = shared_bytes;
        opened_.signature.parameters.clear();
        opened_.signature.declared.clear();
        opened_.shared.text = std::to_string(std::max<int64_t>(
            typed.shared, opened_.shared.text.empty() ? 0 : std::stoll(opened_.shared.text)));
        Request request;
        request.grid = parse_dim3(typed.grid, "The grid of --launch");
        request.block = parse_dim3(typed.block, "The block of --launch");
        request.dynamic_shared_bytes = typed.shared;
        request.seed = program_.seed + signatures_.size() - 1;
        std::vector<std::string> names;
        const std::vector<Declared> wanted = given_parameters(signature);
        for (size_t k = 0; k < typed.arguments.size(); ++k) {
            names.emplace_back();
            const bool pointer =
                k < wanted.size() && wanted[k].count == 1 && signature.parameters[wanted[k].first].pointer;
            request.arguments.push_back(
                pointer ? buffer_text(signature.parameters[wanted[k].first], typed.arguments[k], names.back())
                        : typed.arguments[k]);
        }
        Prepared one = prepare(signature, request);
        take(std::move(one), signature, wanted, names);
        set_globals(signature, settings_of(signature), compiler_);
    }

    /// What `prepare` is given for an argument. `name` becomes NAME or NAME+OFFSET of a buffer that is there
    /// already, =NAME of a new one, or ~NAME of one that is filled again.
    std::string buffer_text(const Parameter& parameter, const std::string& text, std::string& name) {
        if (text == "null") return text;
        const size_t equals = text.find('='), plus = text.find('+');
        if (equals != std::string::npos && is_name(trimmed(text.substr(0, equals)))) {
            const std::string called(trimmed(text.substr(0, equals)));
            name = (find(called) != nullptr ? "~" : "=") + called;
            return std::string(trimmed(text.substr(equals + 1)));
        }
        if (!is_name(trimmed(text.substr(0, plus)))) {
            name = "=" + parameter.name;
            return text;
        }
        name = text;
        const Shared& shared = known(trimmed(text.substr(0, plus)), parameter);
        // Its place is taken by the buffer itself.
        const int64_t elements = whole_.plan[shared.buffer].bytes() / parameter.bytes;
        return fmt::format("unset:{}", std::max<int64_t>(1, elements) * std::ssize(parameter.scalars));
    }

    /// The buffer of that name; null if none exists yet.
    const Shared* find(std::string_view name) const {
        for (const Shared& shared : shared_)
            if (shared.as.name == name) return &shared;
        return nullptr;
    }

    const Shared& known(std::string_view name, const Parameter& parameter) const {
        if (const Shared* shared = find(name)) return *shared;
        throw UsageError(
            "Parameter {} should be the buffer {}, but no earlier launch has one of that name; "
            "write {}=zeros:COUNT at its first use.",
            in_ticks(parameter.name), in_ticks(name), name);
    }

    /// Puts one launch behind the others, its buffers in the place of those that are shared.
    void take(Prepared one, const Signature& signature, const std::vector<Declared>& wanted,
              const std::vector<std::string>& names) {
        auto& launch = std::get<Launch>(one.plan.operations.back().what);
        for (size_t k = 0; k < names.size() && k < wanted.size(); ++k) {
            const size_t place = wanted[k].first;
            auto* pointer = std::get_if<BufferArgument>(&launch.arguments[place]);
            if (pointer == nullptr || names[k].empty()) continue;
            const Parameter& parameter = signature.parameters[place];
            if (names[k][0] == '~')
                *pointer = fill_again(one, *pointer, known(names[k].substr(1), parameter));
            else if (names[k][0] == '=')
                *pointer = add_buffer(one, *pointer, parameter, names[k].substr(1));
            else
                *pointer = part_of(parameter, names[k]);
        }
        whole_.plan.operations.push_back({std::move(launch), 0});
    }

    BufferArgument add_buffer(Prepared& one, const BufferArgument& pointer, const Parameter& parameter,
                              std::string name) {
        for (int k = 2; find(name) != nullptr; ++k) name = fmt::format("{}_{}", parameter.name, k);
        Buffer buffer = one.plan[pointer.buffer];
        buffer.name = name;
        const BufferId id = whole_.plan.add_buffer(buffer);
        upload(one, pointer.buffer, id);
        shared_.push_back({parameter, id});
        shared_.back().as.name = name;
        return {id, pointer.offset};
    }

    /// What `one` uploads to its buffer goes to one of the whole plan.
    void upload(Prepared& one, BufferId from, BufferId to) {
        for (Operation& operation : one.plan.operations) {
            const auto* upload = std::get_if<Upload>(&operation.what);
            if (upload == nullptr || upload->to.index != from.index) continue;
            whole_.plan.operations.push_back({Upload{int(whole_.hosts.size()), to}, 0});
            if (whole_.hosts.empty()) whole_.plan.input = to;
            whole_.hosts.push_back(std::move(nth(one.hosts, upload->slot)));
        }
    }

    BufferArgument fill_again(Prepared& one, const BufferArgument& pointer, const Shared& shared) {
        const Buffer& now = one.plan[pointer.buffer];
        const Buffer& before = whole_.plan[shared.buffer];
        if (now.type != before.type || now.bytes() != before.bytes())
            throw UsageError(
                "The buffer {} is filled again with a different type or number of elements; give "
                "it another name, or the same type and number as at first.",
                in_ticks(shared.as.name));
        upload(one, pointer.buffer, shared.buffer);
        return {shared.buffer, 0};
    }

    BufferArgument part_of(const Parameter& parameter, const std::string& text) const {
        const size_t plus = text.find('+');
        const Shared& shared = known(trimmed(text.substr(0, plus)), parameter);
        if (plus == std::string::npos) return {shared.buffer, 0};
        const Buffer& buffer = whole_.plan[shared.buffer];
        const int64_t bytes =
            parameter.bytes *
            parse_whole(trimmed(text.substr(plus + 1)), 0, buffer.bytes() / parameter.bytes,
                        fmt::format("The offset of parameter {}", in_ticks(parameter.name)));
        return {shared.buffer, bytes / size_of(buffer.type)};
    }

    std::vector<std::string> settings_of(const Signature& signature) const {
        std::vector<std::string> used;
        for (const std::string& setting : settings_)
            for (const emulator::GlobalVariable& variable : signature.globals)
                if (setting.starts_with(variable.as.name + "=")) used.push_back(setting);
        return used;
    }

    /// One that no launch uses is as wrong as with a single launch.
    void check_settings() {
        for (const std::string& setting : settings_)
            if (all_of(signatures_, [&](const Signature& signature) {
                    return none_of(signature.globals, [&](const emulator::GlobalVariable& variable) {
                        return setting.starts_with(variable.as.name + "=");
                    });
                }))
                set_globals(signatures_.back(), {setting}, compiler_);
        for (const Signature& signature : signatures_)
            for (const std::string& name : never_set(signature, settings_))
                if (!contains(opened_.never_set, name)) opened_.never_set.push_back(name);
    }

    const UserProgram& program_;
    const std::vector<std::string>& settings_;
    emulator::Compiler& compiler_;
    OpenedProgram opened_;
    Prepared whole_;
    std::vector<Shared> shared_;
    std::vector<Signature> signatures_;
};

}  // namespace

TypedLaunch parse_launch(const std::string& text) {
    const size_t open = text.find("<<<"), close = text.find(">>>");
    if (open == std::string::npos || close == std::string::npos || close < open)
        refuse(text, "without <<<GRID, BLOCK>>>");
    TypedLaunch made;
    made.kernel = trimmed(text.substr(0, open));
    if (made.kernel.empty()) refuse(text, "without a kernel's name");
    const std::vector<std::string> shape = parts_of(text.substr(open + 3, close - open - 3));
    if (shape.size() < 2 || shape.size() > 3) refuse(text, "without two or three values in <<<>>>");
    made.grid = sides(shape[0]);
    made.block = sides(shape[1]);
    if (shape.size() == 3)
        made.shared = parse_whole(shape[2], 0, int64_t{1} << 30, "The shared memory of --launch");
    const std::string behind(trimmed(text.substr(close + 3)));
    if (behind.size() < 2 || behind.front() != '(' || behind.back() != ')')
        refuse(text, "without its arguments in ( )");
    for (std::string& part : parts_of(behind.substr(1, behind.size() - 2))) {
        // values:(1,2,3): the brackets keep its commas apart from those between arguments.
        const size_t list = part.find("values:(");
        if (list != std::string::npos && part.back() == ')') {
            part.pop_back();
            part.erase(list + 7, 1);
        }
        made.arguments.push_back(std::move(part));
    }
    return made;
}

OpenedProgram open_launches(const UserProgram& program, const std::vector<std::string>& launches,
                            emulator::Compiler& compiler) {
    std::vector<TypedLaunch> parsed;
    for (const std::string& text : launches) parsed.push_back(parse_launch(text));
    try {
        return Launches(program, program.settings, compiler).run(parsed);
    } catch (const emulator::CompileError&) {
        refuse_other_text(program, compiler);
        throw;
    }
}

OpenedProgram open_launches(const UserProgram& program, const std::vector<TypedLaunch>& launches,
                            const std::vector<std::string>& settings, emulator::Compiler& compiler) {
    return Launches(program, settings, compiler).run(launches);
}

std::string to_string(const TypedLaunch& launch) {
    constexpr size_t most = 40;
    const auto in_brackets = [](const std::string& sides) {
        return sides.find(',') == std::string::npos ? sides : "dim3(" + sides + ")";
    };
    std::string arguments;
    for (const std::string& argument : launch.arguments) {
        const size_t cut = argument.size() > most ? argument.rfind(',', most) : std::string::npos;
        arguments += (arguments.empty() ? "" : ", ") +
                     (cut == std::string::npos ? argument : argument.substr(0, cut) + ",…");
    }
    return fmt::format("{}<<<{}, {}{}>>>({})", launch.kernel, in_brackets(launch.grid),
                       in_brackets(launch.block),
                       launch.shared == 0 ? "" : ", " + std::to_string(launch.shared), arguments);
}

}  // namespace upsweep::programs
