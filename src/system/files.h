// What std::filesystem lacks: a file that takes another's place at once, handles, terminals.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace upsweep::system {

/// The standard handles of a program.
constexpr int input_handle = 0, output_handle = 1, error_handle = 2;

/// A new file beside `target`, open for writing. Unless it took the target's place it goes with this object,
/// or with the program if a signal ends that.
class TemporaryFile {
  public:
    /// Its mode is what the umask leaves of 0666. error() says why if it cannot be made.
    explicit TemporaryFile(const std::filesystem::path& target);
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    std::error_code error() const { return error_; }
    /// Where it is until then: another program may write to it as well.
    const std::string& path() const { return path_; }
    std::error_code write(std::string_view bytes);
    std::error_code set_permissions(std::filesystem::perms permissions);
    /// Takes the target's place once all that was written is in it.
    std::error_code keep();

  private:
    std::filesystem::path target_;
    std::string path_;
    std::error_code error_;
    int handle_ = -1;
    int slot_ = -1;  ///< in the table that signal handlers read
};

/// Removes the temporary files of all writes in progress. For signal handlers that end the program.
void remove_temporary_files() noexcept;

/// All that comes through a handle until its end.
std::string read_all(int handle);
std::error_code write_all(int handle, std::string_view bytes);
/// Into what is there: a device, a pipe.
std::error_code write_into(const std::filesystem::path& path, std::string_view bytes);

/// No error if this user may write to what is there.
std::error_code check_writable(const std::filesystem::path& path);
/// The handle of standard output or error if that is where `path` leads (as /dev/stdout does), or -1.
int printed_into(const std::filesystem::path& path);

/// Makes sure that no file that is opened later gets the number of a closed stdin, stdout or stderr: it would
/// receive what is printed. Printing to a closed stdout still fails; what goes to a closed stderr is lost.
void hold_standard_handles();
/// Closes the console that the system opened for this program alone, as at a double click on Windows: what is
/// printed is lost from then on. False where there is none.
bool close_own_console();
/// Shows a sentence to someone who has no console to read it in; elsewhere does nothing.
void show_sentence(const std::string& sentence);
/// What is written to this file is gone.
extern const char* const null_device;
bool is_terminal(int handle);

}  // namespace upsweep::system
