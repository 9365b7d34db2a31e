// Files of tests that run beside each other: some are watched while they are open, so that what another test
// writes over one is taken for the user's own change.
#pragma once

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace upsweep::test {

/// A file of this name in a folder of this process alone, which is gone when it ends.
inline std::string own_file(const std::string& name) {
    struct Folder {
        Folder() {
            std::string pattern = (std::filesystem::temp_directory_path() / "upsweep-test-XXXXXX").string();
            if (mkdtemp(pattern.data()) == nullptr)
                throw std::filesystem::filesystem_error("there is no folder for the test's files", pattern,
                                                        std::error_code(errno, std::generic_category()));
            path = pattern;
        }
        ~Folder() {
            std::error_code left;
            std::filesystem::remove_all(path, left);
        }
        std::filesystem::path path;
    };
    static const Folder folder;
    return (folder.path / name).string();
}

}  // namespace upsweep::test
