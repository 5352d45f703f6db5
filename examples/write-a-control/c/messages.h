// The messages of proto/navbus/v1 that this control reads and writes, with the fields that it needs.
//
// Each reader accepts foreign bytes, returns false if they are not such a message, and skips unknown fields.
#ifndef MESSAGES_H
#define MESSAGES_H

#include "wire.h"

// The topics of this control.
enum topic { TOPIC_NAVIGATION, TOPIC_STOPPED, TOPIC_COUNT };

extern const char *const topic_names[TOPIC_COUNT];

// TOPIC_COUNT for any other topic.
enum topic topic_named(struct bytes name);

// ---- what comes -----------------------------------------------------------------------------------------------------

// An event with its numbers.
struct envelope {
    uint64_t run, sequence, topic_sequence;
    enum topic topic; // TOPIC_COUNT: of an unknown kind
    struct bytes event; // without data: of a kind of a later version
};

// A cue: identity and stage identify it, and its times the occasion.
struct cue {
    uint64_t identity, stage, subject;
    int64_t due_nanoseconds, expires_nanoseconds; // on the clock of the fixes
};

// The guidance of one event, with the fields that this control needs.
struct guidance {
    int64_t fix_nanoseconds;
    bool has_cue;
    struct cue cue;
    double maneuver_meters; // distance to the maneuver; less than 0 if unknown
    struct bytes road;      // the road entered there; empty if it has no name
};

// A snapshot; a heartbeat of the bus is a snapshot without events.
struct snapshot {
    uint64_t run, sequence;
    int64_t process_id;
    uint64_t latest[TOPIC_COUNT];
    bool has_guidance;
    struct envelope guidance;
};

enum reply_kind { REPLY_OTHER, REPLY_WELCOME, REPLY_EVENTS, REPLY_DONE, REPLY_REFUSED };

struct reply {
    uint64_t id;
    enum reply_kind kind;
    struct bytes body;
};

struct welcome {
    uint64_t run;
    struct bytes events_endpoint;
    bool may_receive[TOPIC_COUNT];
    bool is_listener;
    struct bytes message; // for the settings
};

enum refusal_code { REFUSAL_UNAVAILABLE = 4, REFUSAL_THROTTLED = 7 };

struct refusal {
    uint64_t code;
    struct bytes text;
};

bool read_envelope(struct bytes message, struct envelope *envelope);
bool read_guidance(struct bytes message, struct guidance *guidance);
bool read_snapshot(struct bytes message, struct snapshot *snapshot);
bool read_reply(struct bytes message, struct reply *reply);
bool read_welcome(struct bytes message, struct welcome *welcome);
bool read_refusal(struct bytes message, struct refusal *refusal);

// The next event in a reply to `missed`; the rest is empty after the last one.
enum wire_result next_event(struct bytes *rest, struct envelope *envelope);

enum setting_result { SETTING_ABSENT, SETTING_FOUND, SETTING_OF_ANOTHER_TYPE };

// A boolean setting.
enum setting_result read_switch(const struct welcome *welcome, const char *key, bool *value);

// ---- what goes ------------------------------------------------------------------------------------------------------

// Each function writes a complete RequestFrame, and returns its size; 0 if the buffer is too small.

enum report_kind {
    REPORT_READY = 1,
    REPORT_LEAVING = 2,
    REPORT_BEGAN = 3,
    REPORT_ENDED = 4,
    REPORT_FAILED = 6,
    REPORT_WARNING = 7
};

struct report {
    enum report_kind kind;
    const char *effect, *text;
    bool has_cue;
    struct cue cue;
    uint64_t effect_number;
};

// Counters since the start of the process.
struct vitals {
    uint64_t delivered, gaps, repaired, missed, malformed, unsent_reports;
};

// The control that sends the requests.
struct speaker {
    const char *control, *session;
    int32_t process_id;
};

size_t write_hello(uint8_t *buffer, size_t capacity, uint64_t id, const struct speaker *speaker);
size_t write_missed(
    uint8_t *buffer, size_t capacity, uint64_t id, const struct speaker *speaker, enum topic topic, uint64_t first);
size_t write_report(
    uint8_t *buffer, size_t capacity, uint64_t id, const struct speaker *speaker, const struct report *report);
size_t write_heartbeat(
    uint8_t *buffer, size_t capacity, const struct speaker *speaker, const struct vitals *vitals);

#endif
