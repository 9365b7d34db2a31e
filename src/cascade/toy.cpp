#include "cascade/cascade.h"

namespace upsweep::cascade {

const Cascade& toy_cascade() {
    // The face it looks for: forehead and cheeks light (rows 0, 3), eyes dark (rows 1 and 2, left and right),
    // the nose light between them (columns 2 and 3), the mouth dark (row 4).
    static const Cascade toy{
        "toy",
        "",
        {6, 6},
        {{-1e-5F, 0, 1}, {-1e-5F, 1, 2}, {0.5F - 1e-5F, 3, 3}},
        {
            {0, 0.0F, -1.0F, 1.0F},
            {1, 0.0F, -1.0F, 0.5F},
            {2, 0.125F, -0.5F, 1.0F},
            {3, 0.0F, -0.75F, 0.5F},
            {4, -0.25F, 0.5F, -0.25F},
            {5, 0.125F, -0.5F, 0.75F},
        },
        {
            // Eyes darker than the cheeks under them: their half counts once more.
            {{{{0, 1, 6, 4, -1}, {0, 3, 6, 2, 2}, {}}}, 2},
            // The nose lighter than the eyes beside it.
            {{{{0, 1, 6, 2, -1}, {2, 1, 2, 2, 3}, {}}}, 2},
            // The forehead lighter than the eyes.
            {{{{0, 0, 6, 2, -1}, {0, 0, 6, 1, 2}, {}}}, 2},
            // The mouth is darker than the rows above and below it.
            {{{{1, 3, 4, 3, 1}, {1, 4, 4, 1, -3}, {}}}, 2},
            // Light and dark in squares across each other: not in a face, where both halves are alike.
            {{{{0, 0, 6, 6, -1}, {0, 0, 3, 3, 2}, {3, 3, 3, 3, 2}}}, 3},
            // Cheeks lighter than the middle between them.
            {{{{0, 3, 6, 2, -2}, {0, 3, 2, 2, 3}, {4, 3, 2, 2, 3}}}, 3},
        }};
    return toy;
}

}  // namespace upsweep::cascade
