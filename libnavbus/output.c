// The output of a control: lines, reports and requests; and the cues that it remembers.
#include "process.h"
#include "texts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *navbus_version(void) { return NAVBUS_VERSION; }

const char *navbus_session(const struct navbus *navbus) { return navbus->bus.speaker.session; }

uint64_t hash_of(struct navbus_bytes text) {
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < text.size; i++) hash = (hash ^ text.data[i]) * 0x100000001b3;
    return hash ? hash : 1;
}

// ---- cues -----------------------------------------------------------------------------------------------------------

bool navbus_is_due(const struct navbus *navbus, const struct navbus_guidance *guidance) {
    int64_t fix_nanoseconds = guidance->fix.time_nanoseconds;
    // A cue that is too late would mislead, and a cue is in every event until the next one.
    return guidance->has_cue && fix_nanoseconds <= guidance->cue.expires_at_nanoseconds &&
           !memory_has(&navbus->memory, &guidance->cue, fix_nanoseconds);
}

void navbus_rendered(struct navbus *navbus, const struct navbus_cue *cue) { memory_add(&navbus->memory, cue); }

// ---- reports --------------------------------------------------------------------------------------------------------

void navbus_send_report(
    struct navbus *navbus, enum navbus_report_kind kind, const char *effect, const struct navbus_cue *cue,
    const char *text, uint64_t effect_number) {
    char short_text[NAVBUS_MAX_TEXT_BYTES + 1], short_effect[NAVBUS_MAX_EFFECT_BYTES + 1];
    text = text ? text : "";
    effect = effect ? effect : "";
    snprintf(short_text, sizeof short_text, "%.*s", (int)cut_size(text, NAVBUS_MAX_TEXT_BYTES), text);
    snprintf(short_effect, sizeof short_effect, "%.*s", (int)cut_size(effect, NAVBUS_MAX_EFFECT_BYTES), effect);
    struct sent_report report = {kind, short_effect, short_text, cue, effect_number};
    bus_report(&navbus->bus, &report);
}

// Reports a problem, on standard error and as a report in the session.
static void complain(struct navbus *navbus, enum navbus_report_kind kind, const char *format, va_list values) {
    char text[NAVBUS_MAX_TEXT_BYTES + 1];
    vsnprintf(text, sizeof text, format, values);
    fprintf(stderr, "%s: %s\n", navbus->control.id, text);
    navbus_send_report(navbus, kind, NULL, NULL, text, 0);
}

void navbus_warn(struct navbus *navbus, const char *format, ...) {
    va_list values;
    va_start(values, format);
    complain(navbus, NAVBUS_REPORT_KIND_WARNING, format, values);
    va_end(values);
}

void navbus_fail(struct navbus *navbus, enum navbus_exit code, const char *format, ...) {
    char whole[NAVBUS_MAX_TEXT_BYTES];
    va_list values;
    va_start(values, format);
    snprintf(whole, sizeof whole, "failed to %s", format);
    complain(navbus, NAVBUS_REPORT_KIND_FAILED, whole, values);
    va_end(values);
    if (navbus->exit_code == 0) navbus->exit_code = code ? (int)code : NAVBUS_EXIT_INTERNAL;
}

// ---- lines ----------------------------------------------------------------------------------------------------------

bool navbus_can_print(struct navbus *navbus) {
    return !ferror(stdout) && life_lets_write(&navbus->bus.life, STDOUT_FILENO);
}

bool navbus_print(struct navbus *navbus, const char *line) { return navbus_can_print(navbus) && puts(line) != EOF; }

// ---- requests -------------------------------------------------------------------------------------------------------

static void request(struct navbus *navbus, const struct request *request) {
    if (!bus_request(&navbus->bus, request))
        navbus_warn(navbus, "a request of this control was not sent: it is too long, or too many wait for the bus");
}

void navbus_request_repeat_announcement(struct navbus *navbus) {
    request(navbus, &(struct request){.kind = REQUEST_REPEAT});
}

void navbus_request_mute(struct navbus *navbus, bool is_muted) {
    request(navbus, &(struct request){.kind = REQUEST_MUTE, .value = is_muted});
}

void navbus_request_verbosity(struct navbus *navbus, enum navbus_verbosity verbosity) {
    request(navbus, &(struct request){.kind = REQUEST_VERBOSITY, .value = verbosity});
}

void navbus_request_calibrate(struct navbus *navbus) {
    request(navbus, &(struct request){.kind = REQUEST_CALIBRATE});
}

void navbus_request_skip_stopover(struct navbus *navbus) {
    request(navbus, &(struct request){.kind = REQUEST_SKIP});
}

void navbus_request_stop(struct navbus *navbus) { request(navbus, &(struct request){.kind = REQUEST_STOP}); }

void navbus_request_heading(
    struct navbus *navbus, const char *source, double heading_degrees, bool is_magnetic, double accuracy_degrees) {
    request(
        navbus, &(struct request){
                    .kind = REQUEST_HEADING,
                    .source = source,
                    .heading_degrees = heading_degrees,
                    .is_magnetic = is_magnetic,
                    .accuracy_degrees = accuracy_degrees});
}

void navbus_request_words(struct navbus *navbus, const struct navbus_cue *cue, const char *language) {
    request(navbus, &(struct request){.kind = REQUEST_DESCRIBE, .cue = cue, .language = language});
}
