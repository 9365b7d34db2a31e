// Angles in quarters of a turn, by operations that round the same on every machine (atan2f does not).
#pragma once

// The angle of a slope that rises `up` in `along`, both not negative: 0 to 1. 0 where both are 0. Within 2 · 10⁻⁶.
__device__ inline float quarter(float up, float along)
{
    // The smaller by the larger: the angle is then at most half a quarter, and otherwise one minus that.
    bool steep = up > along;
    float t = (steep ? along : up) / fmaxf(steep ? up : along, 1e-6f);
    float square = t * t;
    // 2/π atan(t), 0 <= t <= 1: the odd polynomial of degree 11 whose largest error is least.
    float angle = -0.00746063f;
    angle = angle * square + 0.03351634f;
    angle = angle * square - 0.0741194f;
    angle = angle * square + 0.12321163f;
    angle = angle * square - 0.21175427f;
    angle = angle * square + 0.63660527f;
    angle = angle * t;
    return (steep ? -angle : angle) + (steep ? 1.0f : 0.0f);
}

// atan2(y, x) from 0 to 4, with the y axis downwards as in pictures.
__device__ inline float quarters(float y, float x)
{
    float angle = quarter(fabsf(y), fabsf(x));
    angle = (x < 0 ? -angle : angle) + (x < 0 ? 2.0f : 0.0f);
    return (y < 0 ? -angle : angle) + (y < 0 ? 4.0f : 0.0f);
}
