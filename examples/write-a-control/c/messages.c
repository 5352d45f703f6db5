#include "messages.h"

#include <math.h>
#include <string.h>

const char *const topic_names[TOPIC_COUNT] = {"onNavigation", "onNavigationStopped"};

static bool is_text(struct bytes bytes, const char *text) {
    return bytes.size == strlen(text) && memcmp(bytes.data, text, bytes.size) == 0;
}

enum topic topic_named(struct bytes name) {
    enum topic topic = 0;
    while (topic < TOPIC_COUNT && !is_text(name, topic_names[topic])) topic++;
    return topic;
}

// ---- received -------------------------------------------------------------------------------------------------------

// A field counts only with the type of the contract: with another type it is an unknown field.
static bool is(const struct field *field, uint32_t number, enum wire_type type) {
    return field->number == number && field->type == type;
}

bool read_envelope(struct bytes rest, struct envelope *envelope) {
    *envelope = (struct envelope){.topic = TOPIC_COUNT};
    struct field field;
    enum wire_result result;
    while ((result = wire_next(&rest, &field)) == WIRE_FIELD) {
        if (is(&field, 1, WIRE_FIXED64)) envelope->run = field.value;
        if (is(&field, 2, WIRE_VARINT)) envelope->sequence = field.value;
        if (is(&field, 3, WIRE_VARINT)) envelope->topic_sequence = field.value;
        // Fields 8 to 14 are the event; the last one of them counts.
        if (field.number >= 8 && field.number <= 14 && field.type == WIRE_BYTES) {
            envelope->topic = field.number == 9 ? TOPIC_NAVIGATION : field.number == 11 ? TOPIC_STOPPED : TOPIC_COUNT;
            envelope->event = field.bytes;
        }
    }
    return result == WIRE_END;
}

static bool read_cue(struct bytes rest, struct cue *cue) {
    *cue = (struct cue){0};
    double valid_seconds = 0;
    struct field field;
    enum wire_result result;
    while ((result = wire_next(&rest, &field)) == WIRE_FIELD) {
        if (is(&field, 1, WIRE_FIXED64)) cue->identity = field.value;
        if (is(&field, 2, WIRE_VARINT)) cue->stage = field.value;
        if (is(&field, 3, WIRE_VARINT)) cue->subject = field.value;
        if (is(&field, 9, WIRE_FIXED64)) cue->due_nanoseconds = (int64_t)field.value;
        if (is(&field, 10, WIRE_FIXED64)) valid_seconds = wire_double(field.value);
    }
    // At most a day: longer than any cue is valid, and without overflow.
    if (!(valid_seconds > 0)) valid_seconds = 0;
    int64_t valid = (int64_t)(fmin(valid_seconds, 86400) * 1e9);
    cue->expires_nanoseconds =
        cue->due_nanoseconds > INT64_MAX - valid ? INT64_MAX : cue->due_nanoseconds + valid;
    return result == WIRE_END;
}

static bool read_distance(struct bytes rest, double *meters) {
    *meters = 0;
    struct field field;
    enum wire_result result;
    while ((result = wire_next(&rest, &field)) == WIRE_FIELD)
        if (is(&field, 1, WIRE_FIXED64)) *meters = wire_double(field.value);
    if (!isfinite(*meters)) *meters = -1;
    return result == WIRE_END;
}

static bool read_fix_time(struct bytes rest, int64_t *nanoseconds) {
    *nanoseconds = 0;
    struct field field;
    enum wire_result result;
    while ((result = wire_next(&rest, &field)) == WIRE_FIELD)
        if (is(&field, 1, WIRE_FIXED64)) *nanoseconds = (int64_t)field.value;
    return result == WIRE_END;
}

static bool read_road(struct bytes rest, struct bytes *road) {
    *road = (struct bytes){0};
    struct field field;
    enum wire_result result;
    while ((result = wire_next(&rest, &field)) == WIRE_FIELD)
        if (is(&field, 5, WIRE_BYTES)) *road = field.bytes;
    return result == WIRE_END;
}

bool read_guidance(struct bytes rest, struct guidance *guidance) {
    *guidance = (struct guidance){.maneuver_meters = -1};
    struct field field;
    enum wire_result result;
    while ((result = wire_next(&rest, &field)) == WIRE_FIELD) {
        bool is_good = true;
        if (is(&field, 3, WIRE_BYTES)) is_good = read_fix_time(field.bytes, &guidance->fix_nanoseconds);
        if (is(&field, 6, WIRE_BYTES)) is_good = read_road(field.bytes, &guidance->road);
        if (is(&field, 9, WIRE_BYTES)) is_good = read_distance(field.bytes, &guidance->maneuver_meters);
        if (is(&field, 15, WIRE_BYTES)) is_good = guidance->has_cue = read_cue(field.bytes, &guidance->cue);
        if (!is_good) return false;
    }
    return result == WIRE_END;
}

static bool read_topic_sequence(struct bytes rest, struct snapshot *snapshot) {
    struct bytes name = {0};
    uint64_t sequence = 0;
    struct field field;
    enum wire_result result;
    while ((result = wire_next(&rest, &field)) == WIRE_FIELD) {
        if (is(&field, 1, WIRE_BYTES)) name = field.bytes;
        if (is(&field, 2, WIRE_VARINT)) sequence = field.value;
    }
    enum topic topic = topic_named(name);
    if (topic < TOPIC_COUNT) snapshot->latest[topic] = sequence;
    return result == WIRE_END;
}

bool read_snapshot(struct bytes rest, struct snapshot *snapshot) {
    *snapshot = (struct snapshot){0};
    struct envelope envelope;
    struct field field;
    enum wire_result result;
    while ((result = wire_next(&rest, &field)) == WIRE_FIELD) {
        if (is(&field, 1, WIRE_FIXED64)) snapshot->run = field.value;
        if (is(&field, 3, WIRE_VARINT)) snapshot->sequence = field.value;
        if (is(&field, 4, WIRE_BYTES) && !read_topic_sequence(field.bytes, snapshot)) return false;
        if (is(&field, 6, WIRE_VARINT)) snapshot->process_id = (int64_t)field.value;
        if (!is(&field, 5, WIRE_BYTES)) continue;
        if (!read_envelope(field.bytes, &envelope)) return false;
        if (envelope.topic != TOPIC_NAVIGATION) continue;
        snapshot->has_guidance = true;
        snapshot->guidance = envelope;
    }
    return result == WIRE_END;
}

bool read_reply(struct bytes rest, struct reply *reply) {
    static const enum reply_kind kinds[] = {
        REPLY_OTHER, REPLY_WELCOME, REPLY_EVENTS, REPLY_DONE, REPLY_OTHER, REPLY_REFUSED};
    *reply = (struct reply){0};
    struct bytes inner = {0};
    struct field field;
    enum wire_result result;
    while ((result = wire_next(&rest, &field)) == WIRE_FIELD) {
        if (is(&field, 1, WIRE_VARINT)) reply->id = field.value;
        if (is(&field, 2, WIRE_BYTES)) inner = field.bytes;
    }
    if (result != WIRE_END) return false;
    while ((result = wire_next(&inner, &field)) == WIRE_FIELD) {
        if (field.type != WIRE_BYTES) continue;
        reply->kind = field.number < sizeof kinds / sizeof *kinds ? kinds[field.number] : REPLY_OTHER;
        reply->body = field.bytes;
    }
    return result == WIRE_END;
}

// The topics that may be received, since an administrator can withhold some.
static bool read_allowed(struct bytes rest, struct welcome *welcome) {
    memset(welcome->may_receive, 0, sizeof welcome->may_receive);
    struct field field;
    enum wire_result result;
    while ((result = wire_next(&rest, &field)) == WIRE_FIELD) {
        enum topic topic = is(&field, 1, WIRE_BYTES) ? topic_named(field.bytes) : TOPIC_COUNT;
        if (topic < TOPIC_COUNT) welcome->may_receive[topic] = true;
    }
    return result == WIRE_END;
}

bool read_welcome(struct bytes message, struct welcome *welcome) {
    *welcome = (struct welcome){.message = message};
    for (enum topic topic = 0; topic < TOPIC_COUNT; topic++) welcome->may_receive[topic] = true;
    struct bytes rest = message;
    struct field field;
    enum wire_result result;
    while ((result = wire_next(&rest, &field)) == WIRE_FIELD) {
        if (is(&field, 1, WIRE_FIXED64)) welcome->run = field.value;
        if (is(&field, 2, WIRE_BYTES)) welcome->events_endpoint = field.bytes;
        if (is(&field, 4, WIRE_BYTES) && !read_allowed(field.bytes, welcome)) return false;
        if (is(&field, 5, WIRE_VARINT)) welcome->is_listener = field.value != 0;
    }
    return result == WIRE_END;
}

bool read_refusal(struct bytes rest, struct refusal *refusal) {
    *refusal = (struct refusal){0};
    struct field field;
    enum wire_result result;
    while ((result = wire_next(&rest, &field)) == WIRE_FIELD) {
        if (is(&field, 1, WIRE_VARINT)) refusal->code = field.value;
        if (is(&field, 2, WIRE_BYTES)) refusal->text = field.bytes;
    }
    return result == WIRE_END;
}

enum wire_result next_event(struct bytes *rest, struct envelope *envelope) {
    struct field field;
    enum wire_result result;
    while ((result = wire_next(rest, &field)) == WIRE_FIELD)
        if (is(&field, 1, WIRE_BYTES)) return read_envelope(field.bytes, envelope) ? WIRE_FIELD : WIRE_BROKEN;
    return result;
}

enum setting_result read_switch(const struct welcome *welcome, const char *key, bool *value) {
    struct bytes rest = welcome->message;
    struct field field, part;
    while (wire_next(&rest, &field) == WIRE_FIELD) {
        if (!is(&field, 3, WIRE_BYTES)) continue;
        struct bytes entry = field.bytes, name = {0}, setting = {0};
        while (wire_next(&entry, &part) == WIRE_FIELD) {
            if (is(&part, 1, WIRE_BYTES)) name = part.bytes;
            if (is(&part, 2, WIRE_BYTES)) setting = part.bytes;
        }
        if (!is_text(name, key)) continue;
        if (wire_next(&setting, &part) != WIRE_FIELD || !is(&part, 1, WIRE_VARINT)) return SETTING_OF_ANOTHER_TYPE;
        *value = part.value != 0;
        return SETTING_FOUND;
    }
    return SETTING_ABSENT;
}

// ---- sent -----------------------------------------------------------------------------------------------------------

// The numbers of RequestFrame and of Request.
enum { FRAME_ID = 1, FRAME_REQUEST = 2, HELLO = 1, MISSED = 2, REPORT = 3, HEARTBEAT = 11 };

struct frame {
    struct writer out;
    size_t request, body;
};

static struct frame frame_begin(uint8_t *buffer, size_t capacity, uint64_t id, uint32_t request) {
    struct frame frame = {.out = {buffer, capacity, 0, false}};
    put_number(&frame.out, FRAME_ID, id);
    frame.request = put_begin(&frame.out, FRAME_REQUEST);
    frame.body = put_begin(&frame.out, request);
    return frame;
}

static size_t frame_end(struct frame *frame) {
    put_end(&frame->out, frame->body);
    put_end(&frame->out, frame->request);
    return frame->out.is_full ? 0 : frame->out.size;
}

size_t write_hello(uint8_t *buffer, size_t capacity, uint64_t id, const struct speaker *speaker) {
    struct frame frame = frame_begin(buffer, capacity, id, HELLO);
    put_text(&frame.out, 1, speaker->control);
    put_number(&frame.out, 2, 1); // the version of the contract
    put_text(&frame.out, 3, speaker->session);
    for (enum topic topic = 0; topic < TOPIC_COUNT; topic++) put_text(&frame.out, 4, topic_names[topic]);
    put_number(&frame.out, 5, (uint64_t)speaker->process_id);
    return frame_end(&frame);
}

size_t write_missed(
    uint8_t *buffer, size_t capacity, uint64_t id, const struct speaker *speaker, enum topic topic, uint64_t first) {
    struct frame frame = frame_begin(buffer, capacity, id, MISSED);
    put_text(&frame.out, 1, speaker->session);
    put_text(&frame.out, 2, topic_names[topic]);
    put_number(&frame.out, 3, first);
    put_number(&frame.out, 4, UINT64_MAX);
    return frame_end(&frame);
}

size_t write_report(
    uint8_t *buffer, size_t capacity, uint64_t id, const struct speaker *speaker, const struct report *report) {
    struct frame frame = frame_begin(buffer, capacity, id, REPORT);
    put_text(&frame.out, 1, speaker->session);
    size_t begin = put_begin(&frame.out, 2);
    put_text(&frame.out, 1, speaker->control);
    put_number(&frame.out, 2, report->kind);
    put_text(&frame.out, 3, report->effect);
    if (report->has_cue) {
        size_t cue = put_begin(&frame.out, 4);
        put_fixed64(&frame.out, 1, report->cue.identity);
        put_number(&frame.out, 2, report->cue.stage);
        put_end(&frame.out, cue);
    }
    put_text(&frame.out, 5, report->text);
    put_number(&frame.out, 6, (uint64_t)speaker->process_id);
    put_number(&frame.out, 7, id);
    put_number(&frame.out, 9, report->effect_number);
    put_end(&frame.out, begin);
    return frame_end(&frame);
}

size_t write_heartbeat(uint8_t *buffer, size_t capacity, const struct speaker *speaker, const struct vitals *vitals) {
    struct frame frame = frame_begin(buffer, capacity, 0, HEARTBEAT);
    put_text(&frame.out, 1, speaker->session);
    size_t begin = put_begin(&frame.out, 2);
    put_text(&frame.out, 1, speaker->control);
    put_number(&frame.out, 2, (uint64_t)speaker->process_id);
    put_number(&frame.out, 3, vitals->delivered);
    put_number(&frame.out, 4, vitals->gaps);
    put_number(&frame.out, 5, vitals->repaired);
    put_number(&frame.out, 6, vitals->missed);
    put_number(&frame.out, 7, vitals->malformed);
    put_number(&frame.out, 8, vitals->unsent_reports);
    put_end(&frame.out, begin);
    return frame_end(&frame);
}
