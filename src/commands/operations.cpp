// `upsweep contrast`, `upsweep threshold`, `upsweep differences`: picture operations, each made from its
// description.
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "commands/filter_request.h"
#include "commands/pictures.h"
#include "vision/operation.h"

namespace upsweep::commands {
namespace {

struct OperationRequest : FilterRequest {
    const vision::Operation& operation;
    vision::Values numbers;          ///< as the options give them, one for each parameter
    std::vector<std::string> words;  ///< the same of those that are words
};

/// One below the other.
Array stacked(const std::vector<Array>& planes) {
    const Extent extent = planes.front().extent();
    Array all(planes.front().type(), {extent.width, extent.height * std::ssize(planes)});
    auto next = all.bytes().begin();
    for (const Array& plane : planes) next = std::copy(plane.bytes().begin(), plane.bytes().end(), next);
    return all;
}

void run_operation(const OperationRequest& request) {
    const vision::OperationCommand& command = request.operation.command;
    vision::Values values = request.numbers;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const vision::Parameter& parameter = request.operation.parameters[i];
        if (!parameter.words.empty()) values[i] = parameter.read(request.words[i]);
        if (!parameter.sizes.empty()) values[i] = parameter.read(values[i]);
    }
    const FilterInput input = open_filter(request);
    const vision::OperationRun run = request.operation.run(
        {.channels = {&input.grey, 1}, .grey = input.grey, .on = input.on}, values, nullptr);
    save_either(request.output, run.picture(), run.values.empty() ? run.picture() : stacked(run.values));
    print_filtered(
        request, input, command.done(values, run),
        {{command.tables, run.tables_ms}, {command.filter, run.filter_ms}, {"transfers", run.transfer_ms}});
}

void add_parameter(CLI::App& command, const vision::Parameter& parameter, std::int64_t& number,
                   std::string& word) {
    const vision::ParameterOption& option = parameter.option;
    const std::string name(option.name), help(option.help);
    if (option.usual) {
        const auto place = static_cast<std::size_t>(*option.usual);
        number = parameter.sizes.empty() ? *option.usual : parameter.sizes[place];
        if (!option.words.empty()) word = option.words[place];
    }
    CLI::Option* added =
        option.words.empty() ? command.add_option(name, number, help) : command.add_option(name, word, help);
    option.usual ? added->capture_default_str() : added->required();
}

}  // namespace

void add_operations_command(CLI::App& app) {
    for (const vision::Operation* operation : vision::operations()) {
        if (operation->command.name.empty()) continue;
        CLI::App* command =
            app.add_subcommand(std::string(operation->command.name), std::string(operation->command.help));
        const std::size_t count = operation->parameters.size();
        auto request = std::make_shared<OperationRequest>(
            OperationRequest{{}, *operation, vision::Values(count), std::vector<std::string>(count)});
        add_image(*command, *request);
        for (std::size_t i = 0; i < count; ++i)
            add_parameter(*command, operation->parameters[i], request->numbers[i], request->words[i]);
        add_output(*command, *request, std::string(operation->command.output_help));
        command->callback([request] { run_operation(*request); });
    }
}

}  // namespace upsweep::commands
