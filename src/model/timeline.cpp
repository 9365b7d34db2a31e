#include "model/timeline.h"

#include <algorithm>
#include <map>

#include "core/ranges.h"

namespace upsweep::model {

Timeline timeline_of(const std::vector<OperationTime>& operations, int frames) {
    using Kind = OperationTime::Kind;
    Timeline made;
    const bool copies = frames > 1;
    std::map<int, int> stream_rows;
    for (const OperationTime& one : operations)
        if (one.kind == Kind::kernel || one.kind == Kind::other) stream_rows.try_emplace(one.stream, 0);
    if (copies) made.rows.emplace_back("to the GPU");
    for (auto& [stream, row] : stream_rows) {
        row = int(made.rows.size());
        made.rows.push_back(stream_rows.size() == 1 ? "kernels" : "stream " + std::to_string(row + !copies));
    }
    const int down_row = int(made.rows.size());
    if (copies) made.rows.emplace_back("from the GPU");
    double up_free = 0, down_free = 0, kernels_free = 0;
    std::vector<double> frame_ends;
    for (int frame = 0; frame < std::max(frames, 1); ++frame) {
        // Two frames share a set of buffers: the later one waits until the earlier one has left it.
        const double buffers_free = frame < 2 ? 0 : frame_ends[size_t(frame) - 2];
        std::map<int, double> stream_ends;
        std::vector<double> ends(operations.size(), buffers_free);
        double last = buffers_free, kernels_end = kernels_free;
        for (size_t i = 0; i < operations.size(); ++i) {
            const OperationTime& one = operations[i];
            double& stream = stream_ends.try_emplace(one.stream, buffers_free).first->second;
            const bool copy = one.kind == Kind::upload || one.kind == Kind::download;
            if (one.kind == Kind::wait) {
                if (one.waits_for >= 0 && size_t(one.waits_for) < i)
                    stream = std::max(stream, ends[size_t(one.waits_for)]);
            } else if (one.seconds > 0 && (copies || !copy)) {
                double begin = stream;
                if (one.kind == Kind::upload) begin = std::max(begin, up_free);
                if (one.kind == Kind::download) begin = std::max(begin, down_free);
                if (!copy) begin = std::max(begin, kernels_free);
                const double end = begin + one.seconds;
                if (one.kind == Kind::upload) up_free = end;
                if (one.kind == Kind::download) down_free = end;
                if (!copy) kernels_end = std::max(kernels_end, end);
                const int row = one.kind == Kind::upload     ? 0
                                : one.kind == Kind::download ? down_row
                                                             : stream_rows[one.stream];
                made.items.push_back({one.kind, one.name, row, frame, begin, end});
                stream = end;
                last = std::max(last, end);
            }
            ends[i] = stream;
        }
        kernels_free = kernels_end;
        frame_ends.push_back(last);
        made.end = std::max(made.end, last);
    }
    if (frame_ends.size() > 2)
        made.every = (frame_ends.back() - frame_ends.front()) / double(frame_ends.size() - 1);
    return made;
}

}  // namespace upsweep::model
