#include "core/byte_stream.h"

namespace upsweep {

size_t ByteReader::length() {
    uint64_t size = 0;
    (*this)(size);
    // Each item takes a byte at least.
    if (size > rest_.size()) cut_short();
    return size_t(size);
}

void ByteReader::operator()(Array& array) {
    ScalarType type{};
    Extent extent;
    (*this)(type), (*this)(extent.width), (*this)(extent.height);
    const auto most = int64_t(rest_.size());
    if (type > ScalarType::f64 || extent.width < 0 || extent.height < 0) damaged();
    if (extent.width > 0 && extent.height > most / extent.width) cut_short();
    if (extent.count() > most / size_of(type)) cut_short();
    array = Array(type, extent.count() == 0 ? Extent{} : extent);
    get(array.bytes().data(), array.bytes().size());
}

}  // namespace upsweep
