// Processes where a system has none: each refuses to start.
#include "system/process.h"

#include <algorithm>

namespace upsweep::system {

struct Process::State {};

Process::Process() = default;
Process::~Process() = default;

std::error_code Process::start(const std::vector<std::string>&) {
    return std::make_error_code(std::errc::function_not_supported);
}

bool Process::can_be_heard() const { return false; }

void Process::exchange(std::string_view&, double, const std::function<void(Voice, std::string_view)>&, bool) {
}

bool Process::wait(double) { return true; }

Ending Process::ending() const { return {}; }

bool has_processes() { return false; }

std::string find_program(std::string_view) { return {}; }

std::string this_program() { return {}; }

std::vector<std::string> arguments(int argc, char** argv) { return {argv + std::min(argc, 1), argv + argc}; }

int answer_handle() { return -1; }

void serve_parent() {}

}  // namespace upsweep::system
