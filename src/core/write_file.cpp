// Where the bytes go decides how they are written: into a new file, or into what is there.
#include "core/write_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>

#include "core/error.h"
#include "core/quotes.h"
#include "system/files.h"

namespace upsweep {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot_write(const fs::path& path, std::error_code error) {
    throw Error("Cannot write {}: {}; choose a folder that you can write to and that has space.",
                in_quotes(path.string()), error.message());
}

void check(const fs::path& path, std::error_code error) {
    if (error) cannot_write(path, error);
}

fs::file_status status_of(const fs::path& path) {
    std::error_code ignored;
    return fs::status(path, ignored);
}

/// Where links lead, also to a file that does not exist yet.
fs::path behind_links(fs::path path) {
    constexpr int most_links = 40;
    std::error_code failed;
    for (int links = 0; links < most_links && fs::is_symlink(path, failed); ++links) {
        const fs::path next = fs::read_symlink(path, failed);
        if (failed) break;
        path = path.parent_path() / next;
    }
    return path;
}

/// Into what this program prints into anyway: behind what is printed already.
void write_behind_print(int handle, const fs::path& path, std::string_view text) {
    if (std::fflush(handle == system::output_handle ? stdout : stderr) != 0)
        cannot_write(path, {errno, std::generic_category()});
    check(path, system::write_all(handle, text));
}

void replace(const fs::path& path, const fs::file_status& existing, std::string_view text) {
    system::TemporaryFile file(behind_links(path));
    check(path, file.error());
    check(path, file.write(text));
    if (fs::exists(existing)) check(path, file.set_permissions(existing.permissions() & fs::perms::all));
    check(path, file.keep());
}

void refuse(const fs::path& path, const fs::file_status& existing, const InputFiles& inputs) {
    if (path.empty()) throw UsageError("The output has an empty name; name a file.");
    if (fs::is_directory(existing))
        throw Error("Cannot write {}: it is a folder; name a file in it.", in_quotes(path.string()));
    if (!fs::is_regular_file(existing)) return;
    std::error_code ignored;
    for (const fs::path& input : inputs)
        if (fs::equivalent(path, input, ignored))
            throw UsageError("Cannot write {}: the command also reads it; give the output another name.",
                             in_quotes(path.string()));
}

}  // namespace

void write_file(const fs::path& path, std::string_view text, const InputFiles& inputs) {
    const fs::file_status existing = status_of(path);
    refuse(path, existing, inputs);
    const int printed = fs::exists(existing) ? system::printed_into(path) : -1;
    if (printed >= 0) return write_behind_print(printed, path, text);
    // A device or a pipe, where there is nothing to keep and nothing to rename.
    if (fs::is_other(existing)) return check(path, system::write_into(path, text));
    if (fs::exists(existing)) check(path, system::check_writable(path));
    replace(path, existing, text);
}

void write_file(const fs::path& path, std::span<const std::byte> bytes, const InputFiles& inputs) {
    write_file(path, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()), inputs);
}

void check_output(const fs::path& path, const InputFiles& inputs) {
    const fs::file_status existing = status_of(path);
    refuse(path, existing, inputs);
    if (fs::exists(existing)) check(path, system::check_writable(path));
    if (is_stream(path)) return;
    // A file can be made there, or not: nothing else tells for sure.
    check(path, system::TemporaryFile(behind_links(path)).error());
}

bool is_stream(const fs::path& path) {
    const fs::file_status existing = status_of(path);
    if (!fs::exists(existing) || fs::is_directory(existing)) return false;
    return !fs::is_regular_file(existing) || system::printed_into(path) >= 0;
}

fs::path unused_name(const fs::path& path) {
    fs::path tried = path;
    std::error_code ignored;
    for (int number = 2; fs::exists(tried, ignored); ++number)
        tried = path.parent_path() /
                fmt::format("{}-{}{}", path.stem().string(), number, path.extension().string());
    return tried;
}

}  // namespace upsweep
