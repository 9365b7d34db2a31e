#include "core/array.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace upsweep {

TEST(ElementTypes, ReadsEverySpelling) {
    ElementTypes expected{ScalarType::u8, ScalarType::u32};
    EXPECT_EQ(parse_element_types("u8→u32"), expected);
    EXPECT_EQ(parse_element_types("u8->u32"), expected);
    EXPECT_EQ(parse_element_types("u8:u32"), expected);
    EXPECT_EQ(parse_element_types("f64"), (ElementTypes{ScalarType::f64, ScalarType::f64}));
    EXPECT_EQ(to_string(expected), "u8→u32");
    EXPECT_THROW(parse_element_types("u8->u33"), UsageError);
    EXPECT_THROW(parse_element_types(""), UsageError);
}

TEST(Array, WritesNumbersModuloTheWidth) {
    Array bytes(ScalarType::u8, {2, 1});
    bytes.set_number(0, 300);
    EXPECT_EQ(bytes.text(0), "44");
    Array longs(ScalarType::u64, {1, 1});
    longs.view<uint64_t>()[0] = 18446744073709551615ull;
    EXPECT_EQ(longs.text(0), "18446744073709551615");
}

TEST(Array, AnyBitsAreABool) {
    EXPECT_EQ(bits_to_number(ScalarType::boolean, 0xff), 1);
    EXPECT_EQ(bits_to_number(ScalarType::boolean, 0x100), 0);
    EXPECT_EQ(bits_to_text(ScalarType::boolean, 0xff), bits_to_text(ScalarType::boolean, 1));
}

TEST(Array, WritesFloatsInTheShortestForm) {
    Array floats(ScalarType::f32, {2, 1});
    floats.set_number(0, 0.1);
    EXPECT_EQ(floats.text(0), "0.1");
    EXPECT_EQ(bits_to_text(ScalarType::f32, 0x7fffffff), "nan");
    EXPECT_EQ(bits_to_number(ScalarType::i32, 0xffffffff), -1.0);
}

}  // namespace upsweep
