// libstdc++, linked statically, wants glibc's arc4random, which came with 2.36; packages of ours run on 2.35
// too.
#include <sys/random.h>

#include <cstdint>
#include <cstdlib>

extern "C" __attribute__((visibility("hidden"))) uint32_t arc4random() noexcept {
    uint32_t number = 0;
    if (getrandom(&number, sizeof number, 0) != sizeof number) std::abort();
    return number;
}
