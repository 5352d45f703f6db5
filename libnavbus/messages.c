#include "messages.h"

#include <math.h>
#include <string.h>

const char *const topic_names[TOPIC_COUNT] = {"onGPS",     "onNavigation", "onNavigationStarted", "onNavigationStopped",
                                              "onControl", "onCommand",    "onHeading"};

static bool is_text(struct navbus_bytes bytes, const char *text) {
    return bytes.size == strlen(text) && memcmp(bytes.data, text, bytes.size) == 0;
}

enum topic topic_named(struct navbus_bytes name) {
    enum topic topic = 0;
    while (topic < TOPIC_COUNT && !is_text(name, topic_names[topic])) topic++;
    return topic;
}

// ---- rules ----------------------------------------------------------------------------------------------------------

_Static_assert(sizeof(enum navbus_maneuver) == sizeof(unsigned), "an enumeration is read as an unsigned integer");

// A field that is read into a member of a structure.
enum form {
    END, // of the rules of a structure
    BOOLEAN,
    INT32,
    INT64,
    FIXED64,
    DOUBLE,     // 0 if the field is absent; NaN if it is not finite
    OPTIONAL,   // a double, NaN if the field is absent
    ENUMERATOR, // below `limit`, else 0
    BYTES,
    MESSAGE, // by `rules`; `flag` is a bool that tells whether the field is present, or NO_FLAG
    LIST     // of at most `limit` messages of `size` bytes by `rules`; `flag` is their count
};

struct rule {
    enum form form;
    uint32_t number;
    size_t offset;
    size_t limit;
    const struct rule *rules;
    size_t flag, size;
};

#define NO_FLAG SIZE_MAX
#define RULE(kind, number, form, member) {form, number, offsetof(kind, member), 0, NULL, 0, 0}
#define ENUM_RULE(kind, number, member, last) {ENUMERATOR, number, offsetof(kind, member), (last) + 1, NULL, 0, 0}
#define MESSAGE_RULE(kind, number, rules, member) {MESSAGE, number, offsetof(kind, member), 0, rules, NO_FLAG, 0}
#define OPTIONAL_RULE(kind, number, rules, member, flag) \
    {MESSAGE, number, offsetof(kind, member), 0, rules, offsetof(kind, flag), 0}
// The fields of the message are members of this structure itself.
#define FLAT_RULE(number, rules) {MESSAGE, number, 0, 0, rules, NO_FLAG, 0}
#define LIST_RULE(kind, number, rules, member, count) \
    {LIST, number, offsetof(kind, member), sizeof(((kind *)0)->member) / sizeof(((kind *)0)->member[0]), rules, \
     offsetof(kind, count), sizeof(((kind *)0)->member[0])}

// Doubles that are absent from the message have this value.
static void set_absent(const struct rule *rules, uint8_t *target) {
    const double absent = NAN;
    for (const struct rule *rule = rules; rule->form != END; rule++) {
        if (rule->form == OPTIONAL) memcpy(target + rule->offset, &absent, sizeof absent);
        if (rule->form == MESSAGE) set_absent(rule->rules, target + rule->offset);
    }
}

static bool read_by(const struct rule *rules, struct navbus_bytes rest, uint8_t *target);

static bool read_item(const struct rule *rule, struct navbus_bytes message, uint8_t *target) {
    uint32_t count;
    memcpy(&count, target + rule->flag, sizeof count);
    if (count >= rule->limit) return true; // no room
    uint8_t *item = target + rule->offset + count * rule->size;
    set_absent(rule->rules, item);
    count++;
    memcpy(target + rule->flag, &count, sizeof count);
    return read_by(rule->rules, message, item);
}

static bool read_message(const struct rule *rule, struct navbus_bytes message, uint8_t *target) {
    const bool yes = true;
    if (rule->flag != NO_FLAG) memcpy(target + rule->flag, &yes, sizeof yes);
    return read_by(rule->rules, message, target + rule->offset);
}

// A field counts only with the type of the contract: with another type it is an unknown field.
static bool read_field(const struct rule *rule, const struct navbus_field *field, uint8_t *target) {
    bool is_varint = field->type == NAVBUS_FIELD_VARINT, is_fixed = field->type == NAVBUS_FIELD_FIXED64;
    bool is_bytes = field->type == NAVBUS_FIELD_BYTES;
    uint8_t *member = target + rule->offset;
    if (rule->form == BOOLEAN && is_varint) {
        bool value = field->value != 0;
        memcpy(member, &value, sizeof value);
    } else if (rule->form == INT32 && is_varint) {
        int32_t value = (int32_t)field->value;
        memcpy(member, &value, sizeof value);
    } else if ((rule->form == INT64 && is_varint) || (rule->form == FIXED64 && is_fixed)) {
        memcpy(member, &field->value, sizeof field->value);
    } else if ((rule->form == DOUBLE || rule->form == OPTIONAL) && is_fixed) {
        double value = navbus_double(field->value);
        if (!isfinite(value)) value = NAN;
        memcpy(member, &value, sizeof value);
    } else if (rule->form == ENUMERATOR && is_varint) {
        unsigned value = field->value < rule->limit ? (unsigned)field->value : 0;
        memcpy(member, &value, sizeof value);
    } else if (rule->form == BYTES && is_bytes) {
        memcpy(member, &field->bytes, sizeof field->bytes);
    } else if (rule->form == MESSAGE && is_bytes) {
        return read_message(rule, field->bytes, target);
    } else if (rule->form == LIST && is_bytes) {
        return read_item(rule, field->bytes, target);
    }
    return true;
}

// The field with this number is the whole message itself.
enum { WHOLE = 0 };

static bool read_by(const struct rule *rules, struct navbus_bytes rest, uint8_t *target) {
    struct navbus_field field;
    enum navbus_reading result;
    for (const struct rule *rule = rules; rule->form != END; rule++)
        if (rule->number == WHOLE) memcpy(target + rule->offset, &rest, sizeof rest);
    while ((result = navbus_next_field(&rest, &field)) == NAVBUS_READ_FIELD)
        for (const struct rule *rule = rules; rule->form != END; rule++)
            if (rule->number == field.number && !read_field(rule, &field, target)) return false;
    return result == NAVBUS_READ_END;
}

static bool read_all(const struct rule *rules, struct navbus_bytes message, void *target, size_t size) {
    memset(target, 0, size);
    set_absent(rules, target);
    return read_by(rules, message, target);
}

// ---- events ---------------------------------------------------------------------------------------------------------

typedef struct navbus_coordinate coordinate;
static const struct rule coordinate_rules[] = {
    RULE(coordinate, 1, DOUBLE, latitude_degrees), RULE(coordinate, 2, DOUBLE, longitude_degrees), {0}};

typedef struct navbus_fix fix;
static const struct rule fix_rules[] = {
    RULE(fix, WHOLE, BYTES, message),
    RULE(fix, 1, FIXED64, time_nanoseconds),
    MESSAGE_RULE(fix, 2, coordinate_rules, position),
    MESSAGE_RULE(fix, 3, coordinate_rules, smoothed_position),
    RULE(fix, 4, OPTIONAL, altitude_meters),
    RULE(fix, 5, OPTIONAL, horizontal_accuracy_meters),
    RULE(fix, 6, OPTIONAL, speed_meters_per_second),
    RULE(fix, 8, OPTIONAL, course_degrees),
    RULE(fix, 9, OPTIONAL, heading_degrees),
    {0}};

typedef struct navbus_cue cue;
static const struct rule cue_rules[] = {
    RULE(cue, 1, FIXED64, identity),
    ENUM_RULE(cue, 2, stage, NAVBUS_CUE_STAGE_NOW),
    ENUM_RULE(cue, 3, subject, NAVBUS_CUE_SUBJECT_START),
    RULE(cue, 4, INT32, step_number),
    RULE(cue, 5, DOUBLE, distance_meters),
    RULE(cue, 6, BOOLEAN, includes_next),
    RULE(cue, 7, BOOLEAN, is_next_immediate),
    ENUM_RULE(cue, 8, priority, NAVBUS_CUE_PRIORITY_NOW),
    RULE(cue, 9, FIXED64, due_at_nanoseconds),
    RULE(cue, 10, DOUBLE, valid_for_seconds),
    {0}};

typedef struct navbus_lane_direction direction;
static const struct rule direction_rules[] = {
    ENUM_RULE(direction, 1, shape, NAVBUS_LANE_SHAPE_U_TURN_RIGHT), RULE(direction, 2, BOOLEAN, is_recommended), {0}};

typedef struct navbus_lane lane;
static const struct rule lane_rules[] = {LIST_RULE(lane, 1, direction_rules, directions, direction_count), {0}};

typedef struct navbus_step step;
static const struct rule roundabout_rules[] = {RULE(step, 1, INT32, roundabout_exit), {0}};
static const struct rule step_rules[] = {
    RULE(step, WHOLE, BYTES, message),
    RULE(step, 1, INT32, number),
    ENUM_RULE(step, 2, maneuver, NAVBUS_MANEUVER_NAME_CHANGE),
    RULE(step, 4, BYTES, full_road_name),
    RULE(step, 5, BYTES, simple_road_name),
    RULE(step, 6, DOUBLE, distance_from_previous_meters),
    RULE(step, 7, DOUBLE, duration_from_previous_seconds),
    ENUM_RULE(step, 8, driving_side, NAVBUS_DRIVING_SIDE_RIGHT),
    LIST_RULE(step, 9, lane_rules, lanes, lane_count),
    RULE(step, 10, OPTIONAL, turn_angle_degrees),
    RULE(step, 11, BYTES, instruction),
    RULE(step, 12, BYTES, exit_number),
    FLAT_RULE(13, roundabout_rules),
    {0}};

typedef struct navbus_remaining remaining;
static const struct rule remaining_rules[] = {
    RULE(remaining, 1, DOUBLE, distance_meters), RULE(remaining, 2, DOUBLE, duration_seconds), {0}};

typedef struct navbus_guidance guidance;
static const struct rule matched_rules[] = {
    MESSAGE_RULE(guidance, 1, coordinate_rules, matched_position),
    RULE(guidance, 2, DOUBLE, matched_bearing_degrees),
    RULE(guidance, 3, DOUBLE, distance_along_route_meters),
    RULE(guidance, 4, DOUBLE, distance_from_route_meters),
    {0}};
static const struct rule limit_rules[] = {RULE(guidance, 1, OPTIONAL, speed_limit_meters_per_second), {0}};
static const struct rule lookahead_rules[] = {
    RULE(guidance, 2, OPTIONAL, lookahead_bearing_degrees),
    RULE(guidance, 3, OPTIONAL, lookahead_distance_meters),
    {0}};
static const struct rule guidance_rules[] = {
    RULE(guidance, WHOLE, BYTES, message),
    ENUM_RULE(guidance, 1, state, NAVBUS_NAVIGATION_STATE_STOPPED),
    RULE(guidance, 2, BYTES, route_id),
    MESSAGE_RULE(guidance, 3, fix_rules, fix),
    ENUM_RULE(guidance, 4, position_status, NAVBUS_POSITION_STATUS_UNRELIABLE),
    {MESSAGE, 5, 0, 0, matched_rules, offsetof(guidance, has_matched), 0},
    OPTIONAL_RULE(guidance, 6, step_rules, current_step, has_current_step),
    LIST_RULE(guidance, 8, step_rules, next_steps, next_step_count),
    MESSAGE_RULE(guidance, 9, remaining_rules, to_maneuver),
    MESSAGE_RULE(guidance, 10, remaining_rules, to_stopover),
    MESSAGE_RULE(guidance, 11, remaining_rules, to_destination),
    RULE(guidance, 12, OPTIONAL, maneuver_to_next_meters),
    FLAT_RULE(13, limit_rules),
    RULE(guidance, 14, BYTES, current_street_name),
    OPTIONAL_RULE(guidance, 15, cue_rules, cue, has_cue),
    FLAT_RULE(16, lookahead_rules),
    RULE(guidance, 17, BOOLEAN, is_route_changed),
    RULE(guidance, 18, BOOLEAN, is_destination_reached),
    RULE(guidance, 19, INT32, stopovers_reached),
    RULE(guidance, 20, BOOLEAN, is_in_tunnel),
    RULE(guidance, 21, BOOLEAN, is_off_route),
    RULE(guidance, 22, BOOLEAN, is_wrong_way),
    RULE(guidance, 28, INT32, stopovers_skipped),
    RULE(guidance, 30, BOOLEAN, is_on_ferry),
    {0}};

typedef struct navbus_route route;
static const struct rule route_rules[] = {
    RULE(route, WHOLE, BYTES, message),
    RULE(route, 1, BYTES, id),
    RULE(route, 2, BYTES, provider),
    ENUM_RULE(route, 3, reason, NAVBUS_ROUTE_REASON_REPLACED),
    ENUM_RULE(route, 4, travel_mode, NAVBUS_TRAVEL_MODE_FOOT),
    RULE(route, 11, DOUBLE, distance_meters),
    RULE(route, 12, DOUBLE, duration_seconds),
    {0}};

typedef struct navbus_heading heading;
static const struct rule heading_rules[] = {
    RULE(heading, WHOLE, BYTES, message),
    RULE(heading, 1, FIXED64, time_nanoseconds),
    RULE(heading, 2, DOUBLE, heading_degrees),
    RULE(heading, 3, OPTIONAL, accuracy_degrees),
    RULE(heading, 5, BYTES, source),
    {0}};

typedef struct navbus_report report;
static const struct rule reference_rules[] = {
    RULE(report, 1, FIXED64, cue_identity), ENUM_RULE(report, 2, cue_stage, NAVBUS_CUE_STAGE_NOW), {0}};
static const struct rule report_rules[] = {
    RULE(report, WHOLE, BYTES, message),
    RULE(report, 1, BYTES, control),
    ENUM_RULE(report, 2, kind, NAVBUS_REPORT_KIND_NOTE),
    RULE(report, 3, BYTES, effect),
    {MESSAGE, 4, 0, 0, reference_rules, offsetof(report, has_cue), 0},
    RULE(report, 5, BYTES, text),
    RULE(report, 6, INT32, process_id),
    RULE(report, 9, INT64, effect_number),
    {0}};

typedef struct navbus_command command;
static const struct rule command_rules[] = {
    RULE(command, WHOLE, BYTES, message),
    RULE(command, 1, BOOLEAN, is_muted),
    ENUM_RULE(command, 2, verbosity, NAVBUS_VERBOSITY_ALL),
    {0}};

bool read_fix(struct navbus_bytes message, struct navbus_fix *fix) {
    return read_all(fix_rules, message, fix, sizeof *fix);
}

bool read_route(struct navbus_bytes message, struct navbus_route *route) {
    return read_all(route_rules, message, route, sizeof *route);
}

bool read_heading(struct navbus_bytes message, struct navbus_heading *heading) {
    return read_all(heading_rules, message, heading, sizeof *heading);
}

bool read_report(struct navbus_bytes message, struct navbus_report *report) {
    return read_all(report_rules, message, report, sizeof *report);
}

static void set_expiry(struct navbus_cue *cue) {
    // At most a day: longer than any cue is valid, and without overflow.
    double valid_seconds = cue->valid_for_seconds > 0 ? fmin(cue->valid_for_seconds, 86400) : 0;
    int64_t valid = (int64_t)(valid_seconds * 1e9), due = cue->due_at_nanoseconds;
    cue->valid_for_seconds = valid_seconds;
    cue->expires_at_nanoseconds = due > INT64_MAX - valid ? INT64_MAX : due + valid;
}

// Distances to a point that the event does not have are unknown.
static void set_unknown(struct navbus_remaining *remaining) {
    *remaining = (struct navbus_remaining){.distance_meters = NAN, .duration_seconds = NAN};
}

bool read_guidance(struct navbus_bytes message, struct navbus_guidance *guidance) {
    memset(guidance, 0, sizeof *guidance);
    set_absent(guidance_rules, (uint8_t *)guidance);
    struct navbus_remaining *points[] = {&guidance->to_maneuver, &guidance->to_stopover, &guidance->to_destination};
    bool has_point[3] = {false};
    struct navbus_bytes rest = message;
    struct navbus_field field;
    while (navbus_next_field(&rest, &field) == NAVBUS_READ_FIELD)
        if (field.number >= 9 && field.number <= 11 && field.type == NAVBUS_FIELD_BYTES)
            has_point[field.number - 9] = true;
    bool is_good = read_by(guidance_rules, message, (uint8_t *)guidance);
    for (int i = 0; i < 3; i++)
        if (!has_point[i]) set_unknown(points[i]);
    set_expiry(&guidance->cue);
    return is_good;
}

bool read_command(struct navbus_bytes message, struct navbus_command *command) {
    if (!read_all(command_rules, message, command, sizeof *command)) return false;
    struct navbus_bytes rest = message;
    struct navbus_field field;
    while (navbus_next_field(&rest, &field) == NAVBUS_READ_FIELD) {
        // The last action counts; one of a later version is none.
        if (field.number < NAVBUS_ACTION_MUTE || field.number > NAVBUS_ACTION_FOCUS) continue;
        bool is_number = field.number <= NAVBUS_ACTION_SET_VERBOSITY;
        if (field.type != (is_number ? NAVBUS_FIELD_VARINT : NAVBUS_FIELD_BYTES)) continue;
        command->action = (enum navbus_action)field.number;
        command->action_message = is_number ? (struct navbus_bytes){0} : field.bytes;
    }
    return true;
}

bool read_stop_reason(struct navbus_bytes rest, enum navbus_stop_reason *reason) {
    static const struct rule rules[] = {
        {ENUMERATOR, 1, 0, NAVBUS_STOP_REASON_ENDED_NEAR_DESTINATION + 1, NULL, 0, 0}, {0}};
    return read_all(rules, rest, reason, sizeof *reason);
}

// ---- the stream and the replies -------------------------------------------------------------------------------------

static bool is(const struct navbus_field *field, uint32_t number, enum navbus_field_type type) {
    return field->number == number && field->type == type;
}

bool read_envelope(struct navbus_bytes rest, struct envelope *envelope) {
    // By the number of the event in Envelope, from 8.
    static const enum topic topics[] = {TOPIC_GPS,     TOPIC_NAVIGATION, TOPIC_STARTED, TOPIC_STOPPED,
                                        TOPIC_CONTROL, TOPIC_COMMAND,    TOPIC_HEADING};
    *envelope = (struct envelope){.topic = TOPIC_COUNT};
    struct navbus_field field;
    enum navbus_reading result;
    while ((result = navbus_next_field(&rest, &field)) == NAVBUS_READ_FIELD) {
        if (is(&field, 1, NAVBUS_FIELD_FIXED64)) envelope->run = field.value;
        if (is(&field, 2, NAVBUS_FIELD_VARINT)) envelope->sequence = field.value;
        if (is(&field, 3, NAVBUS_FIELD_VARINT)) envelope->topic_sequence = field.value;
        // The last event counts.
        if (field.number >= 8 && field.number <= 14 && field.type == NAVBUS_FIELD_BYTES) {
            envelope->topic = topics[field.number - 8];
            envelope->event = field.bytes;
        }
    }
    return result == NAVBUS_READ_END;
}

static bool read_topic_sequence(struct navbus_bytes rest, struct snapshot *snapshot) {
    struct navbus_bytes name = {0};
    uint64_t sequence = 0;
    struct navbus_field field;
    enum navbus_reading result;
    while ((result = navbus_next_field(&rest, &field)) == NAVBUS_READ_FIELD) {
        if (is(&field, 1, NAVBUS_FIELD_BYTES)) name = field.bytes;
        if (is(&field, 2, NAVBUS_FIELD_VARINT)) sequence = field.value;
    }
    enum topic topic = topic_named(name);
    if (topic < TOPIC_COUNT) snapshot->latest[topic] = sequence;
    return result == NAVBUS_READ_END;
}

bool read_snapshot(struct navbus_bytes rest, struct snapshot *snapshot) {
    *snapshot = (struct snapshot){0};
    struct envelope envelope;
    struct navbus_field field;
    enum navbus_reading result;
    while ((result = navbus_next_field(&rest, &field)) == NAVBUS_READ_FIELD) {
        if (is(&field, 1, NAVBUS_FIELD_FIXED64)) snapshot->run = field.value;
        if (is(&field, 3, NAVBUS_FIELD_VARINT)) snapshot->sequence = field.value;
        if (is(&field, 4, NAVBUS_FIELD_BYTES) && !read_topic_sequence(field.bytes, snapshot)) return false;
        if (is(&field, 6, NAVBUS_FIELD_VARINT)) snapshot->process_id = (int64_t)field.value;
        if (!is(&field, 5, NAVBUS_FIELD_BYTES)) continue;
        if (!read_envelope(field.bytes, &envelope)) return false;
        if (envelope.topic == TOPIC_COUNT) continue;
        snapshot->has[envelope.topic] = true;
        snapshot->events[envelope.topic] = envelope;
    }
    return result == NAVBUS_READ_END;
}

bool read_reply(struct navbus_bytes rest, struct reply *reply) {
    static const enum reply_kind kinds[] = {
        REPLY_OTHER, REPLY_WELCOME, REPLY_EVENTS, REPLY_DONE,
        REPLY_OTHER, REPLY_REFUSED, REPLY_OTHER,  REPLY_DESCRIPTION};
    *reply = (struct reply){0};
    struct navbus_bytes inner = {0};
    struct navbus_field field;
    enum navbus_reading result;
    while ((result = navbus_next_field(&rest, &field)) == NAVBUS_READ_FIELD) {
        if (is(&field, 1, NAVBUS_FIELD_VARINT)) reply->id = field.value;
        if (is(&field, 2, NAVBUS_FIELD_BYTES)) inner = field.bytes;
    }
    if (result != NAVBUS_READ_END) return false;
    while ((result = navbus_next_field(&inner, &field)) == NAVBUS_READ_FIELD) {
        if (field.type != NAVBUS_FIELD_BYTES) continue;
        reply->kind = field.number < sizeof kinds / sizeof *kinds ? kinds[field.number] : REPLY_OTHER;
        reply->body = field.bytes;
    }
    return result == NAVBUS_READ_END;
}

// The topics that may be received, since an administrator can withhold some.
static bool read_allowed(struct navbus_bytes rest, struct welcome *welcome) {
    memset(welcome->may_receive, 0, sizeof welcome->may_receive);
    struct navbus_field field;
    enum navbus_reading result;
    while ((result = navbus_next_field(&rest, &field)) == NAVBUS_READ_FIELD) {
        enum topic topic = is(&field, 1, NAVBUS_FIELD_BYTES) ? topic_named(field.bytes) : TOPIC_COUNT;
        if (topic < TOPIC_COUNT) welcome->may_receive[topic] = true;
    }
    return result == NAVBUS_READ_END;
}

bool read_welcome(struct navbus_bytes message, struct welcome *welcome) {
    *welcome = (struct welcome){.message = message};
    for (enum topic topic = 0; topic < TOPIC_COUNT; topic++) welcome->may_receive[topic] = true;
    struct navbus_bytes rest = message;
    struct navbus_field field;
    enum navbus_reading result;
    while ((result = navbus_next_field(&rest, &field)) == NAVBUS_READ_FIELD) {
        if (is(&field, 1, NAVBUS_FIELD_FIXED64)) welcome->run = field.value;
        if (is(&field, 2, NAVBUS_FIELD_BYTES)) welcome->events_endpoint = field.bytes;
        if (is(&field, 4, NAVBUS_FIELD_BYTES) && !read_allowed(field.bytes, welcome)) return false;
        if (is(&field, 5, NAVBUS_FIELD_VARINT)) welcome->is_listener = field.value != 0;
    }
    return result == NAVBUS_READ_END;
}

bool read_refusal(struct navbus_bytes rest, struct refusal *refusal) {
    *refusal = (struct refusal){0};
    struct navbus_field field;
    enum navbus_reading result;
    while ((result = navbus_next_field(&rest, &field)) == NAVBUS_READ_FIELD) {
        if (is(&field, 1, NAVBUS_FIELD_VARINT)) refusal->code = field.value;
        if (is(&field, 2, NAVBUS_FIELD_BYTES)) refusal->text = field.bytes;
    }
    return result == NAVBUS_READ_END;
}

bool read_description(struct navbus_bytes rest, struct navbus_bytes *text) {
    *text = (struct navbus_bytes){0};
    struct navbus_field field;
    enum navbus_reading result;
    while ((result = navbus_next_field(&rest, &field)) == NAVBUS_READ_FIELD)
        if (is(&field, 1, NAVBUS_FIELD_BYTES)) *text = field.bytes;
    return result == NAVBUS_READ_END;
}

enum navbus_reading next_event(struct navbus_bytes *rest, struct envelope *envelope) {
    struct navbus_field field;
    enum navbus_reading result;
    while ((result = navbus_next_field(rest, &field)) == NAVBUS_READ_FIELD)
        if (is(&field, 1, NAVBUS_FIELD_BYTES))
            return read_envelope(field.bytes, envelope) ? NAVBUS_READ_FIELD : NAVBUS_READ_BROKEN;
    return result;
}

struct setting read_setting(const struct welcome *welcome, const char *key) {
    struct navbus_bytes rest = welcome->message;
    struct navbus_field field, part;
    while (navbus_next_field(&rest, &field) == NAVBUS_READ_FIELD) {
        if (!is(&field, 3, NAVBUS_FIELD_BYTES)) continue;
        struct navbus_bytes entry = field.bytes, name = {0}, value = {0};
        while (navbus_next_field(&entry, &part) == NAVBUS_READ_FIELD) {
            if (is(&part, 1, NAVBUS_FIELD_BYTES)) name = part.bytes;
            if (is(&part, 2, NAVBUS_FIELD_BYTES)) value = part.bytes;
        }
        if (!is_text(name, key)) continue;
        static const enum navbus_field_type types[] = {
            NAVBUS_FIELD_VARINT, NAVBUS_FIELD_VARINT, NAVBUS_FIELD_VARINT,
            NAVBUS_FIELD_FIXED64, NAVBUS_FIELD_BYTES, NAVBUS_FIELD_BYTES};
        struct setting setting = {SETTING_ABSENT, 0, {0}};
        while (navbus_next_field(&value, &part) == NAVBUS_READ_FIELD)
            if (part.number >= SETTING_BOOL && part.number <= SETTING_LIST && part.type == types[part.number])
                setting = (struct setting){(enum setting_type)part.number, part.value, part.bytes};
        return setting;
    }
    return (struct setting){SETTING_ABSENT, 0, {0}};
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
    for (enum topic topic = 0; topic < TOPIC_COUNT; topic++)
        if (speaker->wants[topic]) put_text(&frame.out, 4, topic_names[topic]);
    put_number(&frame.out, 5, (uint64_t)speaker->process_id);
    put_number(&frame.out, 6, speaker->takes_commands);
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
    uint8_t *buffer, size_t capacity, uint64_t id, const struct speaker *speaker, const struct sent_report *report) {
    struct frame frame = frame_begin(buffer, capacity, id, REPORT);
    put_text(&frame.out, 1, speaker->session);
    size_t begin = put_begin(&frame.out, 2);
    put_text(&frame.out, 1, speaker->control);
    put_number(&frame.out, 2, report->kind);
    put_text(&frame.out, 3, report->effect);
    if (report->cue) {
        size_t cue = put_begin(&frame.out, 4);
        put_fixed64(&frame.out, 1, report->cue->identity);
        put_number(&frame.out, 2, report->cue->stage);
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

static void put_reading(struct writer *out, const struct request *request) {
    size_t reading = put_begin(out, 2);
    put_double(out, 1, request->heading_degrees);
    put_number(out, 2, request->is_magnetic);
    if (isfinite(request->accuracy_degrees)) put_double(out, 3, request->accuracy_degrees);
    put_text(out, 4, request->source);
    put_end(out, reading);
}

static void put_query(struct writer *out, const struct request *request) {
    if (request->cue) {
        size_t cue = put_begin(out, 2);
        put_fixed64(out, 1, request->cue->identity);
        put_number(out, 2, request->cue->stage);
        put_end(out, cue);
    }
    put_text(out, 4, request->language);
}

size_t write_request(
    uint8_t *buffer, size_t capacity, uint64_t id, const struct speaker *speaker, const struct request *request) {
    struct frame frame = frame_begin(buffer, capacity, id, request->kind);
    put_text(&frame.out, 1, speaker->session);
    put_number(&frame.out, 2, request->value);
    if (request->kind == REQUEST_HEADING) put_reading(&frame.out, request);
    if (request->kind == REQUEST_DESCRIBE) put_query(&frame.out, request);
    return frame_end(&frame);
}
