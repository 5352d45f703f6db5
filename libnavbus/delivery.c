// From the events of the bus to the callbacks of the control: a navigation starts once and stops once, even if the
// events of its start or its end are lost.
#include "process.h"

#include <string.h>

enum { SILENCE_MILLISECONDS = 5000, SILENCE_AGAIN_MILLISECONDS = 8000, LONGEST_PAUSE_MILLISECONDS = 60000 };

void delivery_wants(const struct navbus_control *control, bool wants[TOPIC_COUNT]) {
    bool needs_navigation = control->on_navigation || control->on_navigation_started || control->on_navigation_stopped;
    wants[TOPIC_GPS] = control->on_gps || control->on_silence;
    wants[TOPIC_NAVIGATION] = control->on_navigation;
    wants[TOPIC_STARTED] = control->on_navigation_started;
    // The memory ends with the navigation.
    wants[TOPIC_STOPPED] = needs_navigation;
    wants[TOPIC_CONTROL] = control->on_report;
    wants[TOPIC_COMMAND] = control->on_command;
    wants[TOPIC_HEADING] = control->on_heading;
}

static void note_event(struct navbus *navbus) {
    navbus->event_milliseconds = now_milliseconds();
    navbus->silence_milliseconds = navbus->event_milliseconds + SILENCE_MILLISECONDS;
}

int64_t delivery_check_silence(struct navbus *navbus) {
    if (!navbus->control.on_silence || navbus->event_milliseconds == 0) return LONGEST_PAUSE_MILLISECONDS;
    int64_t now = now_milliseconds();
    if (now >= navbus->silence_milliseconds) {
        navbus->silence_milliseconds = now + SILENCE_AGAIN_MILLISECONDS;
        navbus->control.on_silence(navbus->self, navbus);
    }
    return navbus->silence_milliseconds - now_milliseconds();
}

static void end_navigation(struct navbus *navbus, enum navbus_stop_reason reason) {
    memory_forget(&navbus->memory, navbus->memory.run);
    bool was_navigating = navbus->is_navigating;
    navbus->is_navigating = false;
    navbus->route = 0;
    if (was_navigating && navbus->control.on_navigation_stopped)
        navbus->control.on_navigation_stopped(navbus->self, navbus, reason);
}

static bool deliver_fix(struct navbus *navbus, struct navbus_bytes event) {
    struct navbus_fix fix;
    note_event(navbus);
    if (!read_fix(event, &fix)) return false;
    if (navbus->control.on_gps) navbus->control.on_gps(navbus->self, navbus, &fix);
    return true;
}

static bool deliver_guidance(struct navbus *navbus, struct navbus_bytes event) {
    struct navbus_guidance guidance;
    note_event(navbus);
    if (!read_guidance(event, &guidance)) return false;
    navbus->is_navigating = true;
    navbus->control.on_navigation(navbus->self, navbus, &guidance);
    return true;
}

static bool deliver_start(struct navbus *navbus, struct navbus_bytes event) {
    struct navbus_route route;
    note_event(navbus);
    if (!read_route(event, &route)) return false;
    uint64_t id = hash_of(route.id);
    if (navbus->is_navigating && navbus->route == id) return true; // a snapshot repeats it
    navbus->is_navigating = true;
    navbus->route = id;
    navbus->control.on_navigation_started(navbus->self, navbus, &route);
    return true;
}

static bool deliver_stop(struct navbus *navbus, struct navbus_bytes event) {
    enum navbus_stop_reason reason;
    note_event(navbus);
    bool is_good = read_stop_reason(event, &reason);
    // A control without the other two callbacks does not know whether there was a navigation.
    if (!navbus->control.on_navigation && !navbus->control.on_navigation_started) navbus->is_navigating = true;
    end_navigation(navbus, is_good ? reason : NAVBUS_STOP_REASON_UNKNOWN);
    return is_good;
}

static bool deliver_report(struct navbus *navbus, struct navbus_bytes event) {
    struct navbus_report report;
    if (!read_report(event, &report)) return false;
    const char *id = navbus->bus.speaker.control;
    bool is_own = report.process_id == navbus->bus.speaker.process_id && report.control.size == strlen(id) &&
                  memcmp(report.control.data, id, report.control.size) == 0;
    // A control that answers its own reports would never stop.
    if (!is_own) navbus->control.on_report(navbus->self, navbus, &report);
    return true;
}

static bool deliver_command(struct navbus *navbus, struct navbus_bytes event) {
    struct navbus_command command;
    if (!read_command(event, &command)) return false;
    navbus->control.on_command(navbus->self, navbus, &command);
    return true;
}

static bool deliver_heading(struct navbus *navbus, struct navbus_bytes event) {
    struct navbus_heading heading;
    if (!read_heading(event, &heading)) return false;
    navbus->control.on_heading(navbus->self, navbus, &heading);
    return true;
}

// Only topics that the control wants have events, and their callbacks are there.
static bool on_event(void *self, const struct envelope *envelope) {
    struct navbus *navbus = self;
    if (navbus->exit_code) return true; // the control has failed
    switch (envelope->topic) {
    case TOPIC_GPS: return deliver_fix(navbus, envelope->event);
    case TOPIC_NAVIGATION: return deliver_guidance(navbus, envelope->event);
    case TOPIC_STARTED: return deliver_start(navbus, envelope->event);
    case TOPIC_STOPPED: return deliver_stop(navbus, envelope->event);
    case TOPIC_CONTROL: return deliver_report(navbus, envelope->event);
    case TOPIC_COMMAND: return deliver_command(navbus, envelope->event);
    case TOPIC_HEADING: return deliver_heading(navbus, envelope->event);
    default: return true;
    }
}

static void on_state(void *self, uint64_t run, bool is_navigating, bool is_another) {
    struct navbus *navbus = self;
    if (run != navbus->memory.run || !is_navigating) memory_forget(&navbus->memory, run);
    // In another run there have been no commands yet.
    if (is_another && navbus->control.on_command)
        navbus->control.on_command(navbus->self, navbus, &(struct navbus_command){0});
    if (!is_navigating) end_navigation(navbus, NAVBUS_STOP_REASON_UNKNOWN);
}

static void on_refused_request(void *self, struct navbus_bytes reason) {
    struct navbus *navbus = self;
    enum { REASONS = sizeof navbus->refused_requests / sizeof navbus->refused_requests[0] };
    uint64_t hash = hash_of(reason);
    for (size_t i = 0; i < REASONS; i++)
        if (navbus->refused_requests[i] == hash) return;
    navbus->refused_requests[navbus->refused_count++ % REASONS] = hash;
    char text[NAVBUS_MAX_TEXT_BYTES / 2] = "";
    navbus_append(text, sizeof text, 0, reason);
    navbus_warn(navbus, "a request of this control was not carried out: %s", text);
}

static void on_words(void *self, struct navbus_bytes words) {
    struct navbus *navbus = self;
    if (navbus->control.on_words) navbus->control.on_words(navbus->self, navbus, words);
}

struct listener delivery_listener(struct navbus *navbus) {
    return (struct listener){navbus, on_event, on_state, on_refused_request, on_words};
}
