#include "emulator/semantics/types.h"

#include <gtest/gtest.h>

#include "emulator/semantics/typed.h"
#include "emulator/source/diagnostic.h"

namespace upsweep::emulator {

TEST(Types, EqualTypesAreOneObject) {
    TypeTable types;
    const Type* number = types.scalar(ScalarType::f32);
    EXPECT_EQ(types.pointer(number), types.pointer(number));
    EXPECT_NE(types.pointer(number), types.pointer(types.qualified(number, true, false)));
    EXPECT_EQ(types.qualified(types.qualified(number, true, false), false, true)->plain, number);
    EXPECT_EQ(types.array(number, 3), types.array(number, 3));
    EXPECT_EQ(types.vector(ScalarType::f32, 4), types.vector(ScalarType::f32, 4));
}

TEST(Types, AreWrittenAsInCuda) {
    TypeTable types;
    const Type* word = types.scalar(ScalarType::u32);
    EXPECT_EQ(to_string(*types.array(types.array(word, 33), 32)), "unsigned int[32][33]");
    EXPECT_EQ(to_string(*types.pointer(types.qualified(word, true, false))), "const unsigned int*");
    EXPECT_EQ(to_string(*types.vector(ScalarType::u8, 4)), "uchar4");
}

TEST(Types, StructsAreLaidOutAsCDoes) {
    TypeTable types;
    Type* pair = types.structure("Pair");
    types.complete(pair, {{"a", types.scalar(ScalarType::u8), 0},
                          {"b", types.scalar(ScalarType::f64), 0},
                          {"c", types.scalar(ScalarType::u8), 0}});
    EXPECT_EQ(pair->fields[1].offset, 8);
    EXPECT_EQ(pair->size, 24);
    EXPECT_EQ(pair->alignment, 8);
}

TEST(Diagnostics, StandAboveTheirCaret) {
    Diagnostic diagnostic{
        "a.cu", 3, 5, 9, "`goto` is not part of the emulator's kernel language. Use a loop.", "    goto x;"};
    EXPECT_EQ(
        to_string(diagnostic),
        "a.cu:3:5: `goto` is not part of the emulator's kernel language. Use a loop.\n    goto x;\n    ^~~~");
    EXPECT_STREQ(CompileError({diagnostic}).what(),
                 "a.cu:3:5: `goto` is not part of the emulator's kernel language. Use a loop.");
}

}  // namespace upsweep::emulator
