// Headers of NVIDIA's samples, as far as the kernels of courses use them: their vector arithmetic is written
// out for every type and operator.
#include <string>
#include <string_view>

#include "emulator/source/library.h"

namespace upsweep::emulator {
namespace {

constexpr std::string_view inlined = "__host__ __device__ inline ";

/// `text` with every `$` standing for `with`.
std::string filled(std::string_view text, std::string_view with) {
    std::string made;
    for (const char c : text) {
        if (c == '$')
            made += with;
        else
            made += c;
    }
    return made;
}

/// One vector type: float3 of 3 floats.
struct Vector {
    std::string name, scalar;
    int lanes;

    /// make_float3(a.x + b.x, …): `part` once a lane, `$` standing for its letter.
    std::string made(std::string_view part) const {
        std::string text = "make_" + name + "(";
        for (int lane = 0; lane < lanes; ++lane)
            text += (lane > 0 ? ", " : "") + filled(part, std::string(1, "xyzw"[lane]));
        return text + ")";
    }
    /// The parts with + between.
    std::string sum(std::string_view part) const {
        std::string text;
        for (int lane = 0; lane < lanes; ++lane)
            text += (lane > 0 ? " + " : "") + filled(part, std::string(1, "xyzw"[lane]));
        return text;
    }
    std::string function(const std::string& result, const std::string& head, const std::string& value) const {
        return std::string(inlined) + result + " " + head + " { return " + value + "; }\n";
    }
};

std::string operators_of(const Vector& v) {
    const std::string &t = v.name, &s = v.scalar;
    std::string text = v.function(t, "make_" + t + "(" + s + " s)", v.made("s"));
    for (const std::string op : {"+", "-", "*", "/"}) {
        if (op == "/" && s != "float") continue;
        text += v.function(t, "operator" + op + "(" + t + " a, " + t + " b)", v.made("a.$ " + op + " b.$"));
        text += v.function(t, "operator" + op + "(" + t + " a, " + s + " b)", v.made("a.$ " + op + " b"));
        text += v.function(t, "operator" + op + "(" + s + " a, " + t + " b)", v.made("a " + op + " b.$"));
        text += std::string(inlined) + "void operator" + op + "=(" + t + "& a, " + t + " b) { a = a " + op +
                " b; }\n";
        text += std::string(inlined) + "void operator" + op + "=(" + t + "& a, " + s + " b) { a = a " + op +
                " b; }\n";
    }
    if (s[0] != 'u') text += v.function(t, "operator-(" + t + " a)", v.made("-a.$"));
    const std::string least = s == "float" ? "fminf" : "min", most = s == "float" ? "fmaxf" : "max";
    text += v.function(t, least + "(" + t + " a, " + t + " b)", v.made(least + "(a.$, b.$)"));
    text += v.function(t, most + "(" + t + " a, " + t + " b)", v.made(most + "(a.$, b.$)"));
    text += v.function(t, "clamp(" + t + " v, " + s + " a, " + s + " b)", v.made("clamp(v.$, a, b)"));
    text += v.function(t, "clamp(" + t + " v, " + t + " a, " + t + " b)", v.made("clamp(v.$, a.$, b.$)"));
    text += v.function(s, "dot(" + t + " a, " + t + " b)", v.sum("a.$ * b.$"));
    return text;
}

std::string geometry_of(const Vector& v) {
    const std::string& t = v.name;
    std::string text = v.function(t, "lerp(" + t + " a, " + t + " b, float t)", "a + t * (b - a)");
    text += v.function("float", "length(" + t + " v)", "sqrtf(dot(v, v))");
    text += v.function(t, "normalize(" + t + " v)", "v * rsqrtf(dot(v, v))");
    text += v.function(t, "reflect(" + t + " i, " + t + " n)", "i - 2.0f * n * dot(n, i)");
    text += v.function(t, "floorf(" + t + " v)", v.made("floorf(v.$)"));
    text += v.function(t, "fracf(" + t + " v)", v.made("fracf(v.$)"));
    text += v.function(t, "fabs(" + t + " v)", v.made("fabsf(v.$)"));
    return text;
}

constexpr std::string_view scalars = R"(
__host__ __device__ inline float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
__host__ __device__ inline int clamp(int f, int a, int b) { return max(a, min(f, b)); }
__host__ __device__ inline unsigned int clamp(unsigned int f, unsigned int a, unsigned int b) { return max(a, min(f, b)); }
__host__ __device__ inline float lerp(float a, float b, float t) { return a + t * (b - a); }
__host__ __device__ inline float fracf(float v) { return v - floorf(v); }
__host__ __device__ inline float smoothstep(float a, float b, float x) { float y = clamp((x - a) / (b - a), 0.0f, 1.0f); return y * y * (3.0f - 2.0f * y); }
)";

constexpr std::string_view conversions = R"(
__host__ __device__ inline float3 cross(float3 a, float3 b) { return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
__host__ __device__ inline float2 make_float2(float3 a) { return make_float2(a.x, a.y); }
__host__ __device__ inline float2 make_float2(int2 a) { return make_float2((float)a.x, (float)a.y); }
__host__ __device__ inline float3 make_float3(float2 a) { return make_float3(a.x, a.y, 0.0f); }
__host__ __device__ inline float3 make_float3(float2 a, float s) { return make_float3(a.x, a.y, s); }
__host__ __device__ inline float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
__host__ __device__ inline float3 make_float3(int3 a) { return make_float3((float)a.x, (float)a.y, (float)a.z); }
__host__ __device__ inline float4 make_float4(float3 a) { return make_float4(a.x, a.y, a.z, 0.0f); }
__host__ __device__ inline float4 make_float4(float3 a, float w) { return make_float4(a.x, a.y, a.z, w); }
__host__ __device__ inline float4 make_float4(int4 a) { return make_float4((float)a.x, (float)a.y, (float)a.z, (float)a.w); }
__host__ __device__ inline int3 make_int3(float3 a) { return make_int3((int)a.x, (int)a.y, (int)a.z); }
)";

std::string vector_arithmetic() {
    std::string text(scalars);
    for (const std::string scalar : {"float", "int", "uint"})
        for (int lanes = 2; lanes <= 4; ++lanes) {
            const Vector vector{scalar + std::to_string(lanes), scalar == "uint" ? "unsigned int" : scalar,
                                lanes};
            text += operators_of(vector);
            if (scalar == "float") text += geometry_of(vector);
        }
    return text + std::string(conversions);
}

constexpr std::string_view error_checks =
    "#define checkCudaErrors(call) library_check_cuda((call), #call, __FILE__, __LINE__)\n"
    "#define getLastCudaError(message) library_check_last_cuda(message, __FILE__, __LINE__)\n"
    "#ifndef EXIT_WAIVED\n#define EXIT_WAIVED 2\n#endif\n"
    "#ifndef MAX\n#define MAX(a, b) (a > b ? a : b)\n#endif\n"
    "#ifndef MIN\n#define MIN(a, b) (a < b ? a : b)\n#endif\n";

}  // namespace

bool is_samples_header(std::string_view file) {
    const std::string_view name = file.substr(file.rfind('/') + 1);
    return name == "helper_cuda.h" || name == "helper_functions.h" || name == "helper_string.h" ||
           name == "helper_timer.h" || name == "helper_image.h";
}

std::string_view sample_header(std::string_view file) {
    static const std::string arithmetic = vector_arithmetic();
    const std::string_view name = file.substr(file.rfind('/') + 1);
    if (name == "helper_math.h" || name == "cutil_math.h") return arithmetic;
    if (is_samples_header(name)) return error_checks;
    return {};
}

}  // namespace upsweep::emulator
