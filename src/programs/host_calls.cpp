// Calls in host code: the runtime's allocations and copies, a few functions of the library, the file's own.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "programs/host_reader.h"

namespace upsweep::programs {

using emulator::Item;
using emulator::ItemKind;
using Kind = HostValue::Kind;

HostValue HostReader::call(std::string_view name, std::size_t open) {
    position_ = open;
    const std::vector<HostValue> given = arguments();
    bool known = true;
    HostValue result = call_runtime(name, given, known);
    if (known) return result;
    for (const std::size_t i : outline_.find(name)) {
        const Item& item = outline_.items[i];
        // Also one that is for the device as well.
        if (item.kind == ItemKind::function && !item.is_library && !item.is_global)
            return call_own(item, given);
    }
    known = true;
    result = call_library(name, given, known);
    if (known) return result;
    return {};
}

HostValue HostReader::call_own(const Item& function, const std::vector<HostValue>& given) {
    returned_ = {};
    run_function(function, given);
    return std::exchange(returned_, {});
}

HostValue HostReader::call_runtime(std::string_view name, const std::vector<HostValue>& given, bool& known) {
    const HostValue success = HostValue::of(std::int64_t{0});
    const auto argument = [&](std::size_t k) { return k < given.size() ? given[k] : HostValue(); };
    const HostValue one = HostValue::of(std::int64_t{1});
    if (name == "cudaMalloc" || name == "cudaMallocManaged" || name == "cudaMallocHost" ||
        name == "cudaHostAlloc" || name == "cudaMallocAsync")
        allocate(argument(0), argument(1), one);
    else if (name == "cudaMemcpy" || name == "cudaMemcpyAsync")
        copy(argument(0), argument(1), argument(2));
    else if (name == "cudaMemset" || name == "cudaMemsetAsync")
        set(argument(0), argument(1), argument(2));
    else if (name.rfind("cuda", 0) != 0)
        known = false;
    return success;
}

HostValue HostReader::call_library(std::string_view name, const std::vector<HostValue>& given, bool& known) {
    const auto argument = [&](std::size_t k) { return k < given.size() ? given[k] : HostValue(); };
    const auto real = [&](double (*function)(double)) {
        return argument(0).is_number() ? HostValue::of(function(argument(0).as_real())) : HostValue();
    };
    if (name == "dim3") {
        HostValue sides;
        sides.kind = Kind::dim3;
        for (std::size_t k = 0; k < std::min<std::size_t>(3, given.size()); ++k) {
            if (!given[k].is_number()) return {};
            sides.sides[k] = given[k].as_whole();
        }
        return sides;
    }
    if (name == "rand" || name == "random") {
        random_ = random_ * 6364136223846793005ULL + 1442695040888963407ULL;
        HostValue drawn = HostValue::of(static_cast<std::int64_t>(random_ >> 33));
        drawn.drawn = true;
        return drawn;
    }
    if (name == "malloc" || name == "calloc") {
        auto array = std::make_shared<HostArray>();
        const HostValue bytes = name == "malloc" ? argument(0) : apply("*", argument(0), argument(1));
        if (bytes.is_number()) array->bytes = bytes.as_whole();
        if (name == "calloc") array->state = HostArray::State::written;
        return HostValue::pointer(array);
    }
    if (name == "memset") return set(argument(0), argument(1), argument(2)), argument(0);
    if (name == "memcpy") return copy(argument(0), argument(1), argument(2)), argument(0);
    if (name == "ceil" || name == "ceilf") return real(std::ceil);
    if (name == "floor" || name == "floorf") return real(std::floor);
    if (name == "sqrt" || name == "sqrtf") return real(std::sqrt);
    if (name == "log2" || name == "log2f") return real(std::log2);
    if (name == "sin" || name == "sinf") return real(std::sin);
    if (name == "cos" || name == "cosf") return real(std::cos);
    if (name == "exp" || name == "expf") return real(std::exp);
    if (name == "fabs" || name == "fabsf") return real(std::fabs);
    if ((name == "pow" || name == "powf") && argument(0).is_number() && argument(1).is_number())
        return HostValue::of(std::pow(argument(0).as_real(), argument(1).as_real()));
    if (name == "min" || name == "max") {
        const HostValue less = apply("<", argument(0), argument(1));
        if (!less.known()) return {};
        return less.truth() == (name == "min") ? argument(0) : argument(1);
    }
    if (name == "fill" || name == "fill_n" || name == "iota" || name == "begin" || name == "data") {
        const HostValue to = argument(0);
        if (name == "begin" || name == "data") return to;
        if (to.kind != Kind::pointer || to.array == nullptr) return {};
        const std::int64_t count = std::clamp<std::int64_t>(to.array->count(), 0, most_cells);
        to.array->state = HostArray::State::written;
        to.array->cells.assign(static_cast<std::size_t>(count), argument(2).as_real());
        if (name == "iota") std::iota(to.array->cells.begin(), to.array->cells.end(), argument(2).as_real());
        return {};
    }
    known = false;
    return {};
}

void HostReader::allocate(const HostValue& address, const HostValue& bytes, const HostValue& rows) {
    if (address.kind != Kind::address) return;
    auto array = std::make_shared<HostArray>();
    const HostType& type = address.variable->type;
    array->element = type.pointers > 1 ? 8 : type.bytes;
    array->floating = type.floating;
    if (bytes.is_number() && rows.is_number()) array->bytes = bytes.as_whole() * rows.as_whole();
    address.variable->value = HostValue::pointer(array);
}

void HostReader::copy(const HostValue& to, const HostValue& from, const HostValue& bytes) {
    if (to.kind != Kind::pointer || to.array == nullptr) return;
    HostArray& target = *to.array;
    // The address of one variable is an array of one.
    if (from.kind == Kind::address) {
        target.state = HostArray::State::written;
        target.cells.assign(1, from.variable->value.as_real());
        target.partly_unknown = !from.variable->value.is_number();
        return;
    }
    if (from.kind != Kind::pointer || from.array == nullptr) {
        target.state = HostArray::State::written;
        target.partly_unknown = true;
        return;
    }
    const HostArray& source = *from.array;
    if (target.element == 0) target.element = source.element;
    if (target.bytes < 0 && bytes.is_number()) target.bytes = bytes.as_whole();
    target.state = source.state;
    target.drawn = source.drawn;
    target.partly_unknown = source.partly_unknown || from.offset != 0 || to.offset != 0;
    target.cells = source.cells;
    if (target.count() >= 0 && static_cast<std::int64_t>(target.cells.size()) > target.count())
        target.cells.resize(static_cast<std::size_t>(target.count()));
}

void HostReader::set(const HostValue& to, const HostValue& byte, const HostValue& bytes) {
    if (to.kind != Kind::pointer || to.array == nullptr) return;
    HostArray& array = *to.array;
    array.state = HostArray::State::written;
    const bool zero = byte.is_number() && byte.as_whole() == 0;
    array.partly_unknown = !zero || (bytes.is_number() && array.bytes > bytes.as_whole());
    array.cells.clear();
}

namespace {

std::string number_text(double value) {
    return value == std::floor(value) && std::fabs(value) < 1e15
               ? fmt::format("{}", static_cast<std::int64_t>(value))
               : fmt::format("{}", value);
}

/// The cells by a rule where there is one: all alike, or each one more than the one before.
std::string rule_text(const std::vector<double>& cells) {
    const std::size_t count = cells.size();
    if (std::all_of(cells.begin(), cells.end(), [&](double cell) { return cell == cells[0]; }))
        return cells[0] == 0 ? fmt::format("zeros:{}", count)
                             : fmt::format("fill:{}:{}", count, number_text(cells[0]));
    const auto apart = [](double a, double b) { return b != a + 1; };
    if (std::adjacent_find(cells.begin(), cells.end(), apart) == cells.end())
        return cells[0] == 0 ? fmt::format("iota:{}", count)
                             : fmt::format("iota:{}:{}", count, number_text(cells[0]));
    return {};
}

constexpr std::size_t most_written_out = 4096;

}  // namespace

Given given_array(const HostValue& pointer) {
    if (pointer.array == nullptr) return {"null"};
    const HostArray& array = *pointer.array;
    const std::int64_t count = array.count();
    if (count <= 0) return {"", "the file works out its size when it runs"};
    if (array.state == HostArray::State::device)
        return {fmt::format("random:{}", count), "a kernel before it fills it"};
    if (array.state == HostArray::State::unset) return {fmt::format("unset:{}", count)};
    if (array.partly_unknown)
        return {fmt::format("random:{}", count), "what the file puts in is not worked out"};
    std::vector<double> cells = array.cells;
    cells.resize(static_cast<std::size_t>(count), 0);
    Given made;
    made.text = rule_text(cells);
    if (made.text.empty() && cells.size() > most_written_out)
        return {fmt::format("random:{}", count), "the file's own values are too many to write out"};
    if (made.text.empty()) {
        made.text = "values:";
        for (std::size_t i = 0; i < cells.size(); ++i)
            made.text += (i > 0 ? "," : "") + number_text(cells[i]);
    }
    if (array.drawn) made.guessed = "the file draws them at random";
    return made;
}

Given given(const HostValue& value) {
    if (value.kind == Kind::pointer) return given_array(value);
    if (!value.is_number()) return {"", "the file works it out when it runs"};
    return {value.floating ? fmt::format("{}", value.real) : std::to_string(value.whole)};
}

}  // namespace upsweep::programs
