// The messages of proto/navbus/v1 that the library reads and writes, besides the events in navbus.h.
//
// Each reader accepts foreign bytes, returns false if they are not such a message, and skips unknown fields.
#ifndef MESSAGES_H
#define MESSAGES_H

#include "wire.h"

// The topics of the contract.
enum topic {
    TOPIC_GPS,
    TOPIC_NAVIGATION,
    TOPIC_STARTED,
    TOPIC_STOPPED,
    TOPIC_CONTROL,
    TOPIC_COMMAND,
    TOPIC_HEADING,
    TOPIC_COUNT
};

extern const char *const topic_names[TOPIC_COUNT];

// TOPIC_COUNT for any other topic.
enum topic topic_named(struct navbus_bytes name);

// ---- what comes -----------------------------------------------------------------------------------------------------

// An event with its numbers.
struct envelope {
    uint64_t run, sequence, topic_sequence;
    enum topic topic; // TOPIC_COUNT: of an unknown kind
    struct navbus_bytes event; // without data: of a kind of a later version
};

// A snapshot; a heartbeat of the bus is a snapshot without events.
struct snapshot {
    uint64_t run, sequence;
    int64_t process_id;
    uint64_t latest[TOPIC_COUNT]; // numbers of the last events
    bool has[TOPIC_COUNT];
    struct envelope events[TOPIC_COUNT]; // the present state
};

enum reply_kind { REPLY_OTHER, REPLY_WELCOME, REPLY_EVENTS, REPLY_DONE, REPLY_REFUSED, REPLY_DESCRIPTION };

struct reply {
    uint64_t id;
    enum reply_kind kind;
    struct navbus_bytes body;
};

struct welcome {
    uint64_t run;
    struct navbus_bytes events_endpoint;
    bool may_receive[TOPIC_COUNT];
    bool is_listener;
    struct navbus_bytes message; // for the settings
};

enum refusal_code { REFUSAL_UNAVAILABLE = 4, REFUSAL_THROTTLED = 7 };

struct refusal {
    uint64_t code;
    struct navbus_bytes text;
};

bool read_envelope(struct navbus_bytes message, struct envelope *envelope);
bool read_fix(struct navbus_bytes message, struct navbus_fix *fix);
bool read_guidance(struct navbus_bytes message, struct navbus_guidance *guidance);
bool read_route(struct navbus_bytes message, struct navbus_route *route);
bool read_stop_reason(struct navbus_bytes message, enum navbus_stop_reason *reason);
bool read_report(struct navbus_bytes message, struct navbus_report *report);
bool read_command(struct navbus_bytes message, struct navbus_command *command);
bool read_heading(struct navbus_bytes message, struct navbus_heading *heading);
bool read_snapshot(struct navbus_bytes message, struct snapshot *snapshot);
bool read_reply(struct navbus_bytes message, struct reply *reply);
bool read_welcome(struct navbus_bytes message, struct welcome *welcome);
bool read_refusal(struct navbus_bytes message, struct refusal *refusal);
// The text of a description.
bool read_description(struct navbus_bytes message, struct navbus_bytes *text);

// The next event in a reply to `missed`; the rest is empty after the last one.
enum navbus_reading next_event(struct navbus_bytes *rest, struct envelope *envelope);

// The numbers of navbus.v1.SettingValue.
enum setting_type { SETTING_ABSENT = 0, SETTING_BOOL, SETTING_INTEGER, SETTING_NUMBER, SETTING_TEXT, SETTING_LIST };

struct setting {
    enum setting_type type;
    uint64_t value;
    struct navbus_bytes bytes; // of a text: the text; of a list: its items
};

// The setting of this name; of a type of a later version: absent.
struct setting read_setting(const struct welcome *welcome, const char *key);

// ---- what goes ------------------------------------------------------------------------------------------------------

// Each function writes a complete RequestFrame, and returns its size; 0 if the buffer is too small.

struct sent_report {
    enum navbus_report_kind kind;
    const char *effect, *text;
    const struct navbus_cue *cue; // NULL: none
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
    bool wants[TOPIC_COUNT];
    bool takes_commands;
};

// A request that a person could also make, by its number in Request.
enum request_kind {
    REQUEST_STOP = 5,
    REQUEST_MUTE = 7,
    REQUEST_REPEAT = 8,
    REQUEST_VERBOSITY = 9,
    REQUEST_CALIBRATE = 10,
    REQUEST_HEADING = 20,
    REQUEST_SKIP = 22,
    REQUEST_DESCRIBE = 28
};

struct request {
    enum request_kind kind;
    uint64_t value;     // of mute and verbosity
    const char *source; // of a heading
    double heading_degrees, accuracy_degrees;
    bool is_magnetic;
    const struct navbus_cue *cue; // to describe; NULL: the present guidance
    const char *language;
};

size_t write_hello(uint8_t *buffer, size_t capacity, uint64_t id, const struct speaker *speaker);
size_t write_missed(
    uint8_t *buffer, size_t capacity, uint64_t id, const struct speaker *speaker, enum topic topic, uint64_t first);
size_t write_report(
    uint8_t *buffer, size_t capacity, uint64_t id, const struct speaker *speaker, const struct sent_report *report);
size_t write_heartbeat(
    uint8_t *buffer, size_t capacity, const struct speaker *speaker, const struct vitals *vitals);
size_t write_request(
    uint8_t *buffer, size_t capacity, uint64_t id, const struct speaker *speaker, const struct request *request);

#endif
