// UTF-8 for the program, UTF-16 for the system; also where the C++ library converts, as between std::string
// and std::filesystem::path. Its own conversion takes each byte for a letter of Latin-1.
#include "system/windows_text.h"

#include <locale>

namespace upsweep::system {

std::wstring wide(std::string_view text) {
    const int bytes = int(text.size());
    std::wstring result(size_t(MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, nullptr, 0)), L'\0');
    MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, result.data(), int(result.size()));
    return result;
}

std::string utf8(std::wstring_view text) {
    const int units = int(text.size());
    const auto convert = [&](char* to, int room) {
        return WideCharToMultiByte(CP_UTF8, 0, text.data(), units, to, room, nullptr, nullptr);
    };
    std::string result(size_t(convert(nullptr, 0)), '\0');
    convert(result.data(), int(result.size()));
    return result;
}

std::filesystem::path module_file(HMODULE module) {
    std::wstring name(MAX_PATH, L'\0');
    for (;;) {
        const DWORD length = GetModuleFileNameW(module, name.data(), DWORD(name.size()));
        if (length < name.size()) return name.substr(0, length);
        name.resize(name.size() * 2);
    }
}

}  // namespace upsweep::system

// What libstdc++'s own file of these defines, all of it, so that the linker takes this one instead.
namespace std {
namespace {

/// Bytes of the character that begins with this one; 0 if none does.
int bytes_of_character(unsigned char first) {
    return first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
}

}  // namespace

codecvt_base::result codecvt<wchar_t, char, mbstate_t>::do_in(mbstate_t&, const char* from,
                                                              const char* from_end, const char*& from_next,
                                                              wchar_t* to, wchar_t* to_end,
                                                              wchar_t*& to_next) const {
    result how = ok;
    while (from != from_end && how == ok) {
        const int bytes = bytes_of_character(static_cast<unsigned char>(*from));
        wchar_t units[2];
        if (bytes == 0) {
            how = error;
        } else if (from_end - from < bytes) {
            how = partial;
        } else if (const int count =
                       MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, from, bytes, units, 2);
                   count == 0) {
            how = error;
        } else if (to_end - to < count) {
            how = partial;
        } else {
            to = copy(units, units + count, to);
            from += bytes;
        }
    }
    from_next = from;
    to_next = to;
    return how;
}

codecvt_base::result codecvt<wchar_t, char, mbstate_t>::do_out(mbstate_t&, const wchar_t* from,
                                                               const wchar_t* from_end,
                                                               const wchar_t*& from_next, char* to,
                                                               char* to_end, char*& to_next) const {
    result how = ok;
    while (from != from_end && how == ok) {
        const int units = IS_HIGH_SURROGATE(*from) ? 2 : 1;
        char bytes[4];
        if (from_end - from < units) {
            how = partial;
        } else if (const int count = WideCharToMultiByte(CP_UTF8, 0, from, units, bytes, 4, nullptr, nullptr);
                   count == 0) {
            how = error;
        } else if (to_end - to < count) {
            how = partial;
        } else {
            to = copy(bytes, bytes + count, to);
            from += units;
        }
    }
    from_next = from;
    to_next = to;
    return how;
}

int codecvt<wchar_t, char, mbstate_t>::do_encoding() const noexcept { return 0; }
int codecvt<wchar_t, char, mbstate_t>::do_max_length() const noexcept { return 4; }

int codecvt<wchar_t, char, mbstate_t>::do_length(mbstate_t&, const char* from, const char* end,
                                                 size_t most) const {
    const char* at = from;
    for (size_t units = 0; at != end;) {
        const int bytes = bytes_of_character(static_cast<unsigned char>(*at));
        units += bytes == 4 ? 2 : 1;
        if (bytes == 0 || end - at < bytes || units > most) break;
        at += bytes;
    }
    return int(at - from);
}

}  // namespace std
