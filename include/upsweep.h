/* The C interface of Upsweep: runs kernels and scenes on the emulator, marks exercises, and makes tables of
 * sums of pictures. Python's package calls it by ctypes; other languages can as well.
 *
 * A conversation holds arrays by name, the latest run and the latest answer. Questions and answers are JSON;
 * docs/c-interface.md lists them. Arrays are row by row, without padding. All memory that the caller passes
 * stays the caller's: the library copies what it keeps, and writes only into what it is given to write into.
 *
 * A conversation is used by one thread at a time, but upsweep_stop may be called from any. Different
 * conversations may be used at once. */
#ifndef UPSWEEP_H
#define UPSWEEP_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define UPSWEEP_API __declspec(dllexport)
#else
#define UPSWEEP_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What a question comes to. */
enum {
    UPSWEEP_DONE = 0,
    UPSWEEP_REFUSED = 1, /* the answer is {"error": a sentence that says what, where and what to do} */
    UPSWEEP_STOPPED = 2  /* by upsweep_stop; the answer is {"error": …} as well */
};

typedef struct upsweep_conversation upsweep_conversation;

/* "2027.1". The text lives as long as the library is loaded. */
UPSWEEP_API const char* upsweep_version(void);

/* A new conversation; NULL where memory is short. */
UPSWEEP_API upsweep_conversation* upsweep_new(void);
/* Ends it and frees what it keeps; NULL is allowed. No other call may be in progress. */
UPSWEEP_API void upsweep_free(upsweep_conversation* conversation);

/* Gives the array `name`, in the place of one of that name. `type` is "bool", "i8", "u8", "i16", "u16",
 * "i32", "u32", "i64", "u64", "f32" or "f64"; `data` holds width * height elements, row by row, in this
 * machine's byte order. A kernel's argument "@name" stands for it. Returns UPSWEEP_DONE or UPSWEEP_REFUSED.
 */
UPSWEEP_API int upsweep_give(upsweep_conversation* conversation, const char* name, const char* type,
                             int64_t width, int64_t height, const void* data);

/* Asks: `question` is a word such as "run", `json` its details ("" or NULL: none). Takes as long as the work
 * takes. Returns UPSWEEP_DONE, UPSWEEP_REFUSED or UPSWEEP_STOPPED. */
UPSWEEP_API int upsweep_ask(upsweep_conversation* conversation, const char* question, const char* json);

/* The latest answer as JSON in UTF-8. Copies at most size - 1 bytes and a closing zero into `text` (size 0:
 * nothing, and `text` may be NULL), and returns the length of the whole answer without that zero. */
UPSWEEP_API size_t upsweep_answer(const upsweep_conversation* conversation, char* text, size_t size);

/* The array `name` that a question left behind: a parameter's buffer after "run", "table" after "integral".
 * Writes its type's name (at most 4 letters and a zero) and extent; each pointer may be NULL.
 * UPSWEEP_REFUSED where no array has that name. */
UPSWEEP_API int upsweep_find(const upsweep_conversation* conversation, const char* name, char type[5],
                             int64_t* width, int64_t* height);
/* Copies its elements, row by row. UPSWEEP_REFUSED where no array has that name, or `bytes` is not exactly its size. */
UPSWEEP_API int upsweep_take(const upsweep_conversation* conversation, const char* name, void* data,
                             size_t bytes);

/* Stops the question in progress, or the next one, as soon as it looks; the one after that runs again. */
UPSWEEP_API void upsweep_stop(upsweep_conversation* conversation);

#ifdef __cplusplus
}
#endif

#endif
