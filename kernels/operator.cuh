// What the scans of rows combine where their text says `earlier + later`: a sum, or one of these operators, each a word
// wide. OPERATOR, if it is defined, is the name of one; it then replaces Input and Output too. All are associative.
// Affine maps and flagged sums do not commute: the earlier operand is on the left.
#pragma once

// The value that changes no other.
#ifdef OPERATOR
#define IDENTITY Output::identity()
#else
#define IDENTITY 0
#endif

// AS_PRINTED, for the emulator: Bilgic et al. 2010 and Bugetti 2025 print `later += earlier` where the kernels have
// `later = earlier + later`, so that the later operand is on the left.
#ifdef AS_PRINTED
#define OPERANDS(Type) Type later, Type earlier
#define TAKE_IN(earlier, later) earlier = later + earlier
#else
#define OPERANDS(Type) Type earlier, Type later
#define TAKE_IN(earlier, later) earlier = earlier + later
#endif

// The larger of two.
struct Maximum {
    unsigned int word;
    __device__ static Maximum identity() { return {0}; }
};
__device__ inline Maximum operator+(OPERANDS(Maximum)) { return {max(earlier.word, later.word)}; }

// The map x -> a x + b, modulo 65536: a in the upper half of the word, b in the lower one. The earlier map goes first.
struct Affine {
    unsigned int word;
    __device__ static Affine identity() { return {1u << 16}; }
};
__device__ inline Affine operator+(OPERANDS(Affine))
{
    unsigned int a = (earlier.word >> 16) * (later.word >> 16);
    unsigned int b = (later.word >> 16) * (earlier.word & 0xffff) + (later.word & 0xffff);
    return {a << 16 | (b & 0xffff)};
}

// A sum that begins again at every flag: the flag is the highest bit, the value is below it.
#define FLAG 0x80000000u
struct Flagged {
    unsigned int word;
    __device__ static Flagged identity() { return {0}; }
};
__device__ inline Flagged operator+(OPERANDS(Flagged))
{
    // 0 where the later one begins again.
    unsigned int goes_on = later.word >> 31 ^ 1;
    unsigned int sum = goes_on * (earlier.word & ~FLAG) + (later.word & ~FLAG);
    return {((earlier.word | later.word) & FLAG) | (sum & ~FLAG)};
}

__device__ inline void operator+=(Maximum& earlier, Maximum later) { TAKE_IN(earlier, later); }
__device__ inline void operator+=(Affine& earlier, Affine later) { TAKE_IN(earlier, later); }
__device__ inline void operator+=(Flagged& earlier, Flagged later) { TAKE_IN(earlier, later); }
