// The C interface over Conversation: no exception and no type of C++ passes it.
#include "upsweep.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include "core/array.h"
#include "core/error.h"
#include "core/json.h"
#include "core/quotes.h"
#include "library/conversation.h"

struct upsweep_conversation {
    upsweep::library::Conversation of;
    std::string answer;
};

namespace upsweep::library {
namespace {

constexpr const char* out_of_memory = "There is not enough memory for this.";

std::optional<ScalarType> type_named(std::string_view name) {
    for (int k = 0; k <= int(ScalarType::f64); ++k)
        if (name_of(ScalarType(k)) == name) return ScalarType(k);
    return std::nullopt;
}

/// Throws UsageError for a type or an extent that no array has.
Array copy_of(const char* name, const char* type, int64_t width, int64_t height, const void* data) {
    const std::optional<ScalarType> element = type_named(type == nullptr ? "" : type);
    if (!element)
        throw UsageError(
            "Array {} has elements of {}; give bool, i8, u8, i16, u16, i32, u32, i64, u64, f32 or f64.",
            in_quotes(name), in_quotes(type == nullptr ? "" : type));
    if (width < 1 || height < 1 || width > std::numeric_limits<int64_t>::max() / 8 / height ||
        data == nullptr)
        throw UsageError("Array {} has {} × {} elements; it needs at least one.", in_quotes(name), width,
                         height);
    Array array(*element, {width, height});
    std::memcpy(array.bytes().data(), data, array.bytes().size());
    return array;
}

/// What `work` comes to; a failure is the answer.
template <typename Work>
int answered(upsweep_conversation* conversation, const Work& work) {
    const auto failed = [&](const char* sentence, int status) {
        try {
            conversation->answer = json_text({{"error", sentence}});
        } catch (...) {
            conversation->answer.clear();
        }
        return status;
    };
    try {
        work();
        return UPSWEEP_DONE;
    } catch (const Cancelled&) {
        return failed("Stopped.", UPSWEEP_STOPPED);
    } catch (const std::bad_alloc&) {
        return failed(out_of_memory, UPSWEEP_REFUSED);
    } catch (const std::length_error&) {
        return failed(out_of_memory, UPSWEEP_REFUSED);
    } catch (const std::exception& error) {
        return failed(error.what(), UPSWEEP_REFUSED);
    }
}

}  // namespace
}  // namespace upsweep::library

using namespace upsweep;
using namespace upsweep::library;

const char* upsweep_version(void) { return UPSWEEP_VERSION; }

upsweep_conversation* upsweep_new(void) {
    try {
        return new upsweep_conversation;
    } catch (...) {
        return nullptr;
    }
}

void upsweep_free(upsweep_conversation* conversation) { delete conversation; }

int upsweep_give(upsweep_conversation* conversation, const char* name, const char* type, int64_t width,
                 int64_t height, const void* data) {
    return answered(conversation, [&] {
        if (name == nullptr || *name == 0) throw UsageError("An array needs a name.");
        conversation->of.give(name, copy_of(name, type, width, height, data));
        conversation->answer = "{}";
    });
}

int upsweep_ask(upsweep_conversation* conversation, const char* question, const char* json) {
    return answered(conversation, [&] {
        const std::string_view text = json == nullptr ? "" : json;
        Json details = Json::object();
        if (!text.empty()) {
            details = Json::parse(text, nullptr, false);
            if (details.is_discarded())
                throw UsageError("The details of {} are not JSON.",
                                 in_quotes(question == nullptr ? "" : question));
        }
        conversation->answer = json_text(conversation->of.ask(question == nullptr ? "" : question, details));
    });
}

size_t upsweep_answer(const upsweep_conversation* conversation, char* text, size_t size) {
    const std::string& answer = conversation->answer;
    if (text != nullptr && size > 0) {
        const size_t copied = std::min(answer.size(), size - 1);
        std::memcpy(text, answer.data(), copied);
        text[copied] = 0;
    }
    return answer.size();
}

int upsweep_find(const upsweep_conversation* conversation, const char* name, char type[5], int64_t* width,
                 int64_t* height) {
    const Array* array = name == nullptr ? nullptr : conversation->of.find(name);
    if (array == nullptr) return UPSWEEP_REFUSED;
    if (type != nullptr) {
        const std::string_view called = name_of(array->type());
        std::memcpy(type, called.data(), called.size());
        type[called.size()] = 0;
    }
    if (width != nullptr) *width = array->extent().width;
    if (height != nullptr) *height = array->extent().height;
    return UPSWEEP_DONE;
}

int upsweep_take(const upsweep_conversation* conversation, const char* name, void* data, size_t bytes) {
    const Array* array = name == nullptr ? nullptr : conversation->of.find(name);
    if (array == nullptr || data == nullptr || array->bytes().size() != bytes) return UPSWEEP_REFUSED;
    std::memcpy(data, array->bytes().data(), bytes);
    return UPSWEEP_DONE;
}

void upsweep_stop(upsweep_conversation* conversation) { conversation->of.stop(); }
