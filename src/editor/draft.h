// Unsaved text, kept from one run of the program to the next.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace upsweep::editor {

struct Draft {
    std::string path;   ///< of the file, or a name for a text that has none yet
    uint64_t base = 0;  ///< text_hash of the file's text that was edited
    std::string text;
    friend bool operator==(const Draft&, const Draft&) = default;
};

/// What became of the file since the draft was begun.
enum class FileSince : uint8_t { as_it_was, changed, gone };
FileSince file_since(const Draft& draft);

/// One file a draft in a folder of the program's own.
class DraftFolder {
  public:
    explicit DraftFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Writes the draft in the place of an older one of that path, whole or not at all; makes the folder.
    /// Throws Error with a sentence if it cannot.
    void keep(const Draft& draft) const;
    /// What was kept for the path, if it can be read whole.
    std::optional<Draft> find(const std::string& path) const;
    /// All that can be read whole, by path.
    std::vector<Draft> all() const;
    /// The text was saved or given up. Nothing happens where there is no draft.
    void drop(const std::string& path) const;

  private:
    std::filesystem::path file_of(const std::string& path) const;

    std::filesystem::path folder_;
};

}  // namespace upsweep::editor
