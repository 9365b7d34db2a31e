// .npy files as NumPy writes and reads them.
#include "media/npy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "media/helpers/picture_bytes.h"

namespace upsweep::media {
namespace {

using ::testing::HasSubstr;

Array decoded(const Bytes& bytes) { return decode_npy(bytes, "\"a\"", 1000); }

/// A file of version 1.0 as NumPy writes it.
Bytes npy(const std::string& dictionary, const std::string& data) {
    std::string header = dictionary;
    header.append((64 - (header.size() + 11) % 64) % 64, ' ');
    header += '\n';
    std::string text = std::string("\x93NUMPY\x01\x00", 8) + char(header.size()) + '\0' + header;
    return bytes_of(text + data);
}

std::string npy_complaint(const Bytes& bytes) {
    try {
        decoded(bytes);
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was wrong";
}

TEST(Npy, WritesWhatNumPyReads) {
    Array array(ScalarType::u32, {3, 2});
    for (int64_t i = 0; i < 6; ++i) array.set_number(i, double(i));
    Bytes bytes = encode_npy(array);
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    EXPECT_EQ(text.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
    EXPECT_THAT(text, HasSubstr("{'descr': '<u4', 'fortran_order': False, 'shape': (2, 3), }"));
    EXPECT_EQ(text[127], '\n');
    EXPECT_EQ(bytes.size(), 128U + 6 * 4);
}

TEST(Npy, EveryTypeSurvives) {
    for (ScalarType type : {ScalarType::boolean, ScalarType::i8, ScalarType::u8, ScalarType::i16,
                            ScalarType::u16, ScalarType::i32, ScalarType::u32, ScalarType::i64,
                            ScalarType::u64, ScalarType::f32, ScalarType::f64}) {
        Array array(type, {5, 2});
        for (int64_t i = 0; i < 10; ++i) array.set_number(i, double(i % 2 + (i > 5)));
        EXPECT_EQ(decoded(encode_npy(array)), array) << name_of(type);
    }
}

TEST(Npy, ReadsOneDimension) {
    Array array = decoded(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (4,), }", "abcd"));
    EXPECT_EQ(array.extent(), (Extent{4, 1}));
    EXPECT_EQ(array.number(3), 'd');
}

/// Versions 2 and 3 have four bytes for the header's length.
TEST(Npy, ReadsLaterVersions) {
    const std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }\n";
    for (const char version : {'\2', '\3'}) {
        std::string text = std::string("\x93NUMPY") + version;
        text += std::string(1, '\0') + char(header.size()) + std::string(3, '\0') + header + "abcd";
        const Array array = decoded(bytes_of(text));
        EXPECT_EQ(array.extent(), (Extent{2, 2}));
        EXPECT_EQ(array.number(0), 'a');
        EXPECT_EQ(array.number(3), 'd');
    }
}

TEST(Npy, RefusesWithASentence) {
    EXPECT_THAT(npy_complaint(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (4, 4), }", "abcd")),
                HasSubstr("cut short"));
    EXPECT_THAT(npy_complaint(npy("{'descr': '>u4', 'fortran_order': False, 'shape': (1,), }", "abcd")),
                HasSubstr("element type"));
    EXPECT_THAT(npy_complaint(npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 2), }", "abcd")),
                HasSubstr("column by column"));
    EXPECT_THAT(npy_complaint(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2, 1), }", "abcd")),
                HasSubstr("one or two dimensions"));
    EXPECT_THAT(npy_complaint(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (0,), }", "")),
                HasSubstr("no elements"));
    EXPECT_THAT(npy_complaint(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (99999, 99999), }", "")),
                HasSubstr("at most"));
    EXPECT_THAT(npy_complaint(bytes_of("\x93NUMPY")), HasSubstr("cut short"));
}

}  // namespace
}  // namespace upsweep::media
