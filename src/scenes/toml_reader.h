// Reading TOML that people write (scenes, parts of lessons), with errors that name file and line.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace upsweep::scenes {

/// Throws Error "FILE, line N: WHAT". `file` is written as it is.
[[noreturn]] void refuse(std::string_view file, int line, const std::string& what);

/// One table. Every key that is read is ticked off; finish() refuses those left over. All functions throw
/// Error.
class TomlReader {
  public:
    /// `line` is the file's line of the text's first.
    TomlReader(std::string file, int line, std::string_view toml);
    ~TomlReader();
    TomlReader(TomlReader&&) noexcept;

    bool has(std::string_view key) const;
    std::string text(std::string_view key);  ///< must be there
    std::string text(std::string_view key, std::string fallback);
    int64_t integer(std::string_view key, int64_t lowest, int64_t highest, int64_t fallback);
    /// A whole number or one with a point; nothing where the key is missing.
    std::optional<double> number(std::string_view key);
    bool flag(std::string_view key, bool fallback);
    bool is_text(std::string_view key) const;
    std::vector<std::string> keys() const;
    /// A list of numbers, each as a text that reads back to the same number.
    std::vector<std::string> numbers(std::string_view key);
    /// The same as numbers.
    std::vector<double> reals(std::string_view key);
    std::vector<std::string> texts(std::string_view key);
    /// A table of whole numbers and names: options, as "padding=1" or "padding=on".
    std::vector<std::string> settings(std::string_view key);
    /// A table, and an array of tables.
    std::optional<TomlReader> table(std::string_view key);
    std::vector<TomlReader> tables(std::string_view key);
    /// Refuses with the line of a key that is there, else with the table's; where the key is there misspelt,
    /// that is what is reported.
    [[noreturn]] void refuse_key(std::string_view key, const std::string& what) const;
    void finish() const;

    const std::string& file() const { return file_; }
    /// The table's own.
    int line() const { return line_; }

  private:
    struct Node;
    [[noreturn]] void refuse_value(std::string_view key, std::string_view what) const;
    template <typename Test>
    auto take(std::string_view key, Test is_right, std::string_view what);
    TomlReader(std::string file, int first_line, int line, std::unique_ptr<Node> node);
    int line_of(std::string_view key) const;
    [[noreturn]] void refuse_unknown(std::string_view key) const;
    std::string file_;
    int first_line_, line_;  ///< of the text, of the table
    std::unique_ptr<Node> node_;
};

}  // namespace upsweep::scenes
