// Writes the random expressions as C++ for the host's compiler: `write_expressions TABLE.cpp PART.cpp …`
// shares the kernels out to the parts, each in a namespace of its own, and lists them in the table.
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>

#include "conformance/expressions.h"

namespace {

using namespace upsweep::conformance;

void write(const char* path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    if (!(file << text) || !file.flush()) throw std::runtime_error(std::string("cannot write ") + path);
}

std::string part_text(int part, int parts) {
    std::string text = "#include \"conformance/host_cuda.h\"\n";
    for (int kernel = part; kernel < expression_kernels; kernel += parts)
        text += "namespace of_" + expression_kernel_name(kernel) + " {\n" + expressions_text(kernel) + "}\n";
    return text;
}

std::string table_text() {
    std::string declarations = "extern \"C\" {\n", rows;
    for (int kernel = 0; kernel < expression_kernels; ++kernel) {
        declarations += "void " + expression_kernel_name(kernel) +
                        "(const long long* wholes, const double* reals, unsigned long long* out);\n";
        rows += "    " + expression_kernel_name(kernel) + ",\n";
    }
    return "#include \"conformance/host_expressions.h\"\nHostThread threadIdx;\n" + declarations +
           "}\nconst upsweep::conformance::HostKernel upsweep::conformance::host_kernels[] = {\n" + rows +
           "};\n";
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc < 3) throw std::invalid_argument("usage: write_expressions TABLE.cpp PART.cpp ...");
    write(argv[1], table_text());
    for (int i = 2; i < argc; ++i) write(argv[i], part_text(i - 2, argc - 2));
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "write_expressions: %s\n", error.what());
    return 1;
}
