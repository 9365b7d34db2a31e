// Reading the TOML parts of a lesson, with errors that name file and line.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace upsweep::lessons {

/// Throws Error "lessons/FILE, line N: WHAT".
[[noreturn]] void refuse(std::string_view file, int line, const std::string& what);

/// One table. Every key that is read is ticked off; finish() refuses those left over.
class Reader {
  public:
    /// `line` is the file's line of the text's first. Throws Error.
    Reader(std::string file, int line, std::string_view toml);
    ~Reader();
    Reader(Reader&&) noexcept;

    bool has(std::string_view key) const;
    std::string text(std::string_view key);  ///< must be there
    std::string text(std::string_view key, std::string fallback);
    std::int64_t integer(std::string_view key, std::int64_t lowest, std::int64_t highest,
                         std::int64_t fallback);
    std::vector<double> numbers(std::string_view key);
    std::vector<std::string> texts(std::string_view key);
    /// A table of integers: options.
    std::vector<std::pair<std::string, std::int64_t>> integers(std::string_view key);
    /// A table, and an array of tables.
    std::optional<Reader> table(std::string_view key);
    std::vector<Reader> tables(std::string_view key);
    void finish() const;

    const std::string& file() const { return file_; }
    int line() const { return line_; }

  private:
    struct Node;
    Reader(std::string file, int line, std::unique_ptr<Node> node);
    int line_of(std::string_view key) const;
    std::string file_;
    int line_;
    std::unique_ptr<Node> node_;
};

}  // namespace upsweep::lessons
