#include "programs/fill.h"

#include <fmt/format.h>
#include <cstring>
#include <functional>
#include <memory>
#include <random>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"
#include "media/file.h"
#include "media/npy.h"
#include "programs/arguments.h"

namespace upsweep::programs {

namespace {

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> parts;
    while (true) {
        const size_t end = text.find(at);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

std::string name_of(const Parameter& parameter) {
    return (parameter.variable ? "Variable " : "Parameter ") + in_ticks(parameter.name);
}

/// Within a sentence.
std::string called(const Parameter& parameter) {
    return (parameter.variable ? "variable " : "parameter ") + in_ticks(parameter.name);
}

[[noreturn]] void explain(const Parameter& parameter, std::string_view text) {
    throw UsageError(
        "{} is {}, a buffer, but got {}; write zeros:COUNT, iota:COUNT, random:COUNT, "
        "fill:COUNT:VALUE, unset:COUNT, values:1,2,3{} @FILE.npy{}.",
        name_of(parameter), parameter.type_name, in_quotes(text), parameter.variable ? " or" : ",",
        parameter.variable ? "" : " or null");
}

/// An array for rows of `numbers.width` numbers, all bytes zero.
Array room_for(const Parameter& parameter, Extent numbers) {
    const int64_t each = parameter.scalars.size();
    if (numbers.width % each != 0)
        throw UsageError("{} is {} with {} numbers per element, but {} numbers{} do not fill whole elements.",
                         name_of(parameter), parameter.type_name, each, numbers.width,
                         numbers.height > 1 ? " a row" : "");
    const int64_t bytes = numbers.width / each * parameter.bytes;
    return Array(parameter.element, {bytes / size_of(parameter.element), numbers.height});
}

/// Where number `index` lies.
int64_t offset_of(const Parameter& parameter, int64_t index) {
    const int64_t each = parameter.scalars.size();
    return index / each * parameter.bytes + nth(parameter.scalars, index % each).offset;
}

ScalarType type_of(const Parameter& parameter, int64_t index) {
    return parameter.scalars[size_t(index) % parameter.scalars.size()].type;
}

using Value = std::function<uint64_t(int64_t index, ScalarType type)>;

Array filled(const Parameter& parameter, Extent numbers, const Value& value) {
    Array array = room_for(parameter, numbers);
    for (int64_t i = 0; i < numbers.count(); ++i) {
        const ScalarType type = type_of(parameter, i);
        const uint64_t bits = value(i, type);
        std::memcpy(array.bytes().data() + offset_of(parameter, i), &bits, size_of(type));
    }
    return array;
}

/// Whole numbers below 100, or multiples of 1/1024 below 1: sums of them are exact for long.
Value random_values(uint64_t seed) {
    auto random = std::make_shared<std::mt19937_64>(seed);
    return [random](int64_t, ScalarType type) -> uint64_t {
        const uint64_t draw = (*random)() >> 16;
        if (type == ScalarType::boolean) return draw % 2;
        if (!is_floating(type)) return draw % 100;
        const double value = double(draw % 1024) / 1024;
        Array one(type, {1, 1});
        one.set_number(0, value);
        uint64_t bits = 0;
        std::memcpy(&bits, one.bytes().data(), one.bytes().size());
        return bits;
    };
}

/// Rows with a semicolon between two, all of one length.
Array read_values(const Parameter& parameter, std::string_view list) {
    std::vector<std::string_view> values;
    Extent numbers{0, 0};
    for (const std::string_view row : split(list, ';')) {
        const std::vector<std::string_view> all = split(row, ',');
        append(values, all);
        if (numbers.height++ == 0) numbers.width = std::ssize(all);
        if (numbers.width != std::ssize(all))
            throw UsageError("Row {} of {} has {}, but row 1 has {}; give each row the same number.",
                             numbers.height, called(parameter), counted(all.size(), "value"), numbers.width);
    }
    return filled(parameter, numbers, [&](int64_t index, ScalarType type) {
        return parse_number(nth(values, index), type,
                            fmt::format("Value {} of {}", index + 1, called(parameter)));
    });
}

/// What numpy calls the type: int32, float64.
std::string numpy_name(ScalarType type) {
    if (type == ScalarType::boolean) return "bool";
    const char* kind = is_floating(type) ? "float" : is_signed(type) ? "int" : "uint";
    return fmt::format("{}{}", kind, 8 * size_of(type));
}

Array decode(const std::filesystem::path& path) {
    const std::vector<std::byte> bytes = media::read_file(path, int64_t{1} << 30);
    if (!media::is_npy(bytes))
        throw Error("{} is not an .npy file; save the array with numpy.save.", in_quotes(path.string()));
    return media::decode_npy(bytes, in_quotes(path.string()), most_numbers);
}

/// Throws Error naming the parameter and what is wrong with its file.
Array decode_for(const Parameter& parameter, const std::filesystem::path& path) {
    if (path.empty())
        throw UsageError("{} is {}, but got \"@\" without a file; write @FILE.npy.", name_of(parameter),
                         parameter.type_name);
    try {
        return decode(path);
    } catch (const Error& error) {
        throw Error("{} is {}, but its file cannot be used. {}", name_of(parameter), parameter.type_name,
                    error.what());
    }
}

/// What `@NAME` stands for: an array that the caller holds, else a file.
Array read_array(const Parameter& parameter, std::string_view name, const NamedArrays* given) {
    const Array* held = nullptr;
    if (given != nullptr)
        if (const auto at = given->find(name); at != given->end()) held = &at->second;
    Array array = held != nullptr ? *held : decode_for(parameter, std::filesystem::path(std::string(name)));
    const std::string what = held != nullptr ? "the array given" : in_quotes(name);
    if (array.type() != parameter.element)
        throw UsageError("{} is {}, but {} holds {}; {} it as {}, with array.astype(\"{}\").",
                         name_of(parameter), parameter.type_name, what, upsweep::name_of(array.type()),
                         held != nullptr ? "give" : "save", upsweep::name_of(parameter.element),
                         numpy_name(parameter.element));
    if (array.count() * size_of(array.type()) % parameter.bytes != 0)
        throw UsageError("{} is {}, but {} holds {} numbers, which do not fill whole elements.",
                         name_of(parameter), parameter.type_name, what, array.count());
    return array;
}

/// The third part as a number, or `otherwise`.
int64_t third(const std::vector<std::string_view>& parts, int64_t lowest, int64_t highest,
              const std::string& what, int64_t otherwise) {
    return parts.size() == 3 ? parse_whole(parts[2], lowest, highest, what) : otherwise;
}

bool right_parts(const std::vector<std::string_view>& parts) {
    const std::string_view kind = parts[0];
    if (kind == "zeros" || kind == "unset") return parts.size() == 2;
    if (kind == "iota" || kind == "random") return parts.size() == 2 || parts.size() == 3;
    return kind == "fill" && parts.size() == 3;
}

/// COUNT, a row of so many numbers, or WIDTHxHEIGHT.
Extent parse_count(const Parameter& parameter, std::string_view text) {
    const std::string whose = " of " + called(parameter);
    const size_t times = text.find('x');
    if (times == std::string_view::npos || text.starts_with("0x"))
        return {parse_whole(text, 1, most_numbers, "The count" + whose), 1};
    const int64_t width = parse_whole(text.substr(0, times), 1, most_numbers, "The width" + whose);
    return {width, parse_whole(text.substr(times + 1), 1, most_numbers / width, "The height" + whose)};
}

/// The forms that begin with KIND:COUNT.
Filled counting_up(const Parameter& parameter, std::string_view text, uint64_t seed) {
    constexpr int64_t large = int64_t{1} << 53;
    const std::vector<std::string_view> parts = split(text, ':');
    if (!right_parts(parts)) explain(parameter, text);
    const std::string whose = " of " + called(parameter);
    const Extent count = parse_count(parameter, parts[1]);
    if (parts[0] == "unset") return {room_for(parameter, count), false};
    if (parts[0] == "zeros") return {room_for(parameter, count)};
    if (parts[0] == "random") {
        const int64_t chosen = third(parts, 0, large, "The seed" + whose, int64_t(seed));
        return {filled(parameter, count, random_values(chosen))};
    }
    if (parts[0] == "iota") {
        const int64_t start = third(parts, -large, large, "The start" + whose, 0);
        return {filled(parameter, count,
                       [&](int64_t index, ScalarType type) { return bits_of(type, start + index); })};
    }
    return {filled(parameter, count, [&](int64_t, ScalarType type) {
        return parse_number(parts[2], type, name_of(parameter));
    })};
}

}  // namespace

Filled fill(const Parameter& parameter, std::string_view text, uint64_t seed, const NamedArrays* given) {
    if (text.starts_with('@')) return {read_array(parameter, text.substr(1), given)};
    constexpr std::string_view values = "values:";
    if (text.starts_with(values)) return {read_values(parameter, text.substr(values.size()))};
    return counting_up(parameter, text, seed);
}

std::vector<Cell> cells_of(const Parameter& parameter, const Array& contents) {
    std::vector<Cell> cells(size_t(cell_count(parameter, contents)));
    for (size_t i = 0; i < cells.size(); ++i) cells[i] = cell_at(parameter, contents, int64_t(i));
    return cells;
}

int64_t cell_count(const Parameter& parameter, const Array& contents) {
    return length(contents.bytes()) / parameter.bytes * int64_t(parameter.scalars.size());
}

Cell cell_at(const Parameter& parameter, const Array& contents, int64_t index) {
    Cell cell;
    cell.type = type_of(parameter, index);
    std::memcpy(&cell.bits, contents.bytes().data() + offset_of(parameter, index),
                size_t(size_of(cell.type)));
    return cell;
}

namespace {

using emulator::GlobalVariable;

std::string name_in(const std::string& setting) { return setting.substr(0, setting.find('=')); }

const GlobalVariable& variable_of(const Signature& signature, const std::string& setting) {
    const std::string name = name_in(setting);
    if (name.empty() || name.size() == setting.size())
        throw UsageError("--set is {}; write NAME=NUMBER, NAME=values:1,2,3 or NAME=@FILE.npy.",
                         in_quotes(setting));
    std::vector<std::string> known;
    for (const GlobalVariable& variable : signature.globals) {
        if (variable.as.name == name) return variable;
        known.push_back(in_ticks(variable.as.name));
    }
    const std::string uses =
        known.empty() ? "it uses no such variables" : fmt::format("it uses {}", fmt::join(known, ", "));
    throw UsageError("{} does not use a __constant__ or __device__ variable {}; {}.",
                     one_line(signature.kernel.function), in_ticks(name), uses);
}

}  // namespace

std::string as_fill(const std::string& text) {
    return text.find_first_of(":@") == std::string::npos ? "values:" + text : text;
}

void set_globals(const Signature& signature, const std::vector<std::string>& settings,
                 emulator::Compiler& compiler) {
    for (const std::string& setting : settings) {
        const GlobalVariable& variable = variable_of(signature, setting);
        const Filled filled = fill(variable.as, as_fill(setting.substr(setting.find('=') + 1)));
        const auto numbers = [&](int64_t bytes) {
            return bytes / variable.as.bytes * length(variable.as.scalars);
        };
        const auto given = length(filled.contents.bytes());
        if (given != variable.bytes)
            throw UsageError("{} is {} and takes {}, but got {}.", in_ticks(variable.as.name),
                             variable.as.type_name, counted(numbers(variable.bytes), "number"),
                             numbers(given));
        compiler.set_global(signature.kernel, variable.as.name, filled.contents.bytes());
    }
}

std::vector<std::string> never_set(const Signature& signature, const std::vector<std::string>& settings) {
    std::vector<std::string> names;
    for (const GlobalVariable& variable : signature.globals) {
        const bool set = variable.begins || any_of(settings, [&](const std::string& setting) {
                             return name_in(setting) == variable.as.name;
                         });
        if (variable.constant && !set) names.push_back(variable.as.name);
    }
    return names;
}

}  // namespace upsweep::programs
