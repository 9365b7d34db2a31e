// A file that no signal leaves behind.
#pragma once

#include <filesystem>
#include <string>

namespace upsweep {

/// A new file beside `target`, open for writing. Unless it was kept it goes with this object, or with the
/// program if a signal ends that.
class TemporaryFile {
  public:
    /// Its mode is what the umask leaves of 0666. handle() is -1, and errno says why, if it cannot be made.
    explicit TemporaryFile(const std::filesystem::path& target);
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    int handle() const { return handle_; }
    /// False, with errno set, if what was written did not reach the file.
    bool close();
    /// Takes the target's place. False, with errno set, if it cannot.
    bool keep();

  private:
    std::filesystem::path target_;
    std::string path_;
    int handle_ = -1;
    int slot_ = -1;  ///< in the table that signal handlers read
};

}  // namespace upsweep
