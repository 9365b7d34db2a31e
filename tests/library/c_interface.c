/* A whole use of include/upsweep.h by a C compiler: a kernel on two arrays, its findings, a refusal, a stop.
 * Returns NULL, or what was not as it should be. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "upsweep.h"

#define REQUIRE(condition) \
    if (!(condition)) return #condition

static const char* const scene =
    "version = 1\nprogram = \"untitled.cu\"\nkernel = \"add\"\ngrid = \"2\"\nblock = \"4\"\n"
    "arguments = [\"@x\", \"@y\", \"8\"]\n"
    "[edits]\n\"untitled.cu\" = \"__global__ void add(const float* x, float* y, int n) { int i = blockIdx.x "
    "* "
    "blockDim.x + threadIdx.x; if (i < n) y[i] += 2 * x[i]; }\"\n";

/* {"scene": "…"}, where line breaks and quotes have to be escaped. */
static char* details_of(const char* text) {
    char* json = malloc(2 * strlen(text) + 16);
    char* to = json + sprintf(json, "{\"scene\": \"");
    for (; *text != 0; ++text) {
        if (*text == '"' || *text == '\\') *to++ = '\\';
        if (*text == '\n') {
            *to++ = '\\';
            *to++ = 'n';
        } else {
            *to++ = *text;
        }
    }
    strcpy(to, "\"}");
    return json;
}

const char* use_c_interface(void) {
    upsweep_conversation* talk = upsweep_new();
    float x[8], y[8];
    char type[5], answer[64];
    int64_t width = 0, height = 0;
    int i;
    REQUIRE(talk != NULL);
    REQUIRE(strlen(upsweep_version()) >= 3);
    for (i = 0; i < 8; ++i) {
        x[i] = (float)i;
        y[i] = 100;
    }
    REQUIRE(upsweep_give(talk, "x", "f32", 8, 1, x) == UPSWEEP_DONE);
    REQUIRE(upsweep_give(talk, "y", "f32", 8, 1, y) == UPSWEEP_DONE);
    REQUIRE(upsweep_give(talk, "z", "f16", 8, 1, y) == UPSWEEP_REFUSED);
    REQUIRE(upsweep_answer(talk, answer, sizeof answer) >= sizeof answer);
    REQUIRE(strlen(answer) == sizeof answer - 1 && strncmp(answer, "{\"error\":", 9) == 0);
    REQUIRE(upsweep_give(talk, "z", "f32", 0, 1, y) == UPSWEEP_REFUSED);
    {
        char* details = details_of(scene);
        const int status = upsweep_ask(talk, "run", details);
        free(details);
        if (status != UPSWEEP_DONE) {
            static char sentence[400];
            upsweep_answer(talk, sentence, sizeof sentence);
            return sentence;
        }
    }
    REQUIRE(upsweep_find(talk, "y", type, &width, &height) == UPSWEEP_DONE);
    REQUIRE(strcmp(type, "f32") == 0 && width == 8 && height == 1);
    REQUIRE(upsweep_take(talk, "y", x, sizeof x - 1) == UPSWEEP_REFUSED);
    REQUIRE(upsweep_take(talk, "y", x, sizeof x) == UPSWEEP_DONE);
    for (i = 0; i < 8; ++i) REQUIRE(x[i] == 100 + 2 * (float)i);
    REQUIRE(y[3] == 100);
    REQUIRE(upsweep_find(talk, "nothing", NULL, NULL, NULL) == UPSWEEP_REFUSED);
    REQUIRE(upsweep_ask(talk, "fly", NULL) == UPSWEEP_REFUSED);
    REQUIRE(upsweep_ask(talk, "moment", "{\"step\":") == UPSWEEP_REFUSED);
    REQUIRE(upsweep_ask(talk, "moment", "{\"step\": 3}") == UPSWEEP_DONE);
    REQUIRE(upsweep_answer(talk, NULL, 0) > 0);
    upsweep_stop(talk);
    {
        char* details = details_of("version = 1\nalgorithm = \"scan_blelloch\"\nn = 4096\n");
        const int stopped = upsweep_ask(talk, "run", details), again = upsweep_ask(talk, "run", details);
        free(details);
        REQUIRE(stopped == UPSWEEP_STOPPED);
        REQUIRE(again == UPSWEEP_DONE);
    }
    upsweep_free(talk);
    upsweep_free(NULL);
    return NULL;
}
