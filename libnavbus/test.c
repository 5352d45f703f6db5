// Tests the parts that need no bus: bytes in, decisions out. The optional argument is a folder with samples of
// messages: every *.bin in it is read whole, cut at every offset, and with every byte changed.
#include "process.h"
#include "texts.h"

#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int failures;

// Fails the test at this line unless `expected` holds; the test continues.
#define expect(expected) \
    do { \
        if (!(expected)) fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #expected), failures++; \
    } while (0)

// ---- builders -------------------------------------------------------------------------------------------------------

static uint8_t buffer[2048];

static struct navbus_bytes written(const struct writer *out) { return (struct navbus_bytes){out->data, out->size}; }

static struct navbus_cue a_cue(void) {
    return (struct navbus_cue){
        .identity = 7, .stage = NAVBUS_CUE_STAGE_PREPARE, .subject = NAVBUS_CUE_SUBJECT_MANEUVER,
        .due_at_nanoseconds = 1000, .expires_at_nanoseconds = 11000};
}

static struct envelope an_event(uint64_t run, uint64_t sequence, enum topic topic, uint64_t topic_sequence) {
    return (struct envelope){.run = run, .sequence = sequence, .topic = topic, .topic_sequence = topic_sequence};
}

// ---- texts ----------------------------------------------------------------------------------------------------------

static struct navbus_bytes text(const char *text) { return (struct navbus_bytes){(const uint8_t *)text, strlen(text)}; }

static void an_external_text_cannot_control_a_terminal(void) {
    char line[16];
    expect(navbus_append(line, sizeof line, 0, text("A\33[2J\n")) == 6 && strcmp(line, "A?[2J?") == 0);
    // U+009B, and bytes that are not a letter.
    navbus_append(line, sizeof line, 0, text("\xc3\xa9\xc2\x9b\x31m\x9b\xff\xe2\x82"));
    expect(strcmp(line, "\xc3\xa9??1m????") == 0);
    // A text that is too long ends after a whole letter.
    const char *letters = "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9";
    expect(navbus_append(line, sizeof line, 2, text(letters)) == 14);
    expect(navbus_append(line, sizeof line, 15, text("a")) == 15 && line[15] == 0);
    expect(cut_size("\xc3\xa9\xc3\xa9", 3) == 2 && cut_size("ab", 2) == 2 && cut_size("abc", 2) == 2);
}

// ---- memory ---------------------------------------------------------------------------------------------------------

static void a_process_that_is_started_again_knows_what_the_one_before_it_told(void) {
    char path[] = "/tmp/memory-XXXXXX";
    close(mkstemp(path));
    struct memory memory;
    struct navbus_cue cue = a_cue();
    expect(memory_open(&memory, path, 5) == NULL);
    memory_add(&memory, &cue);
    struct memory other;
    expect(memory_open(&other, path, 5) != NULL && !memory_has(&other, &cue, 2000)); // the file is locked
    memory_close(&memory);
    expect(memory_open(&memory, path, 5) == NULL && memory_has(&memory, &cue, 2000));
    for (int i = 0; i < 1000; i++) {
        cue.identity = (uint64_t)i;
        memory_add(&memory, &cue);
    }
    memory_close(&memory);
    expect(memory_open(&memory, path, 5) == NULL && memory_has(&memory, &cue, 2000));
    cue.identity -= MEMORY_CUES;
    expect(!memory_has(&memory, &cue, 2000));
    memory_close(&memory);
    cue.identity += MEMORY_CUES;
    expect(memory_open(&memory, path, 6) == NULL && !memory_has(&memory, &cue, 2000)); // another run
    memory_close(&memory);
    unlink(path);
    expect(memory_open(&memory, "/nowhere/at/all", 5) != NULL);
}

// Appends bytes to a file; returns its size.
static long added(const char *path, const char *text) {
    FILE *file = fopen(path, "a");
    if (!file) abort();
    fputs(text, file);
    long size = ftell(file);
    fclose(file);
    return size;
}

static void a_process_that_is_killed_leaves_what_it_has_told(void) {
    char path[] = "/tmp/memory-XXXXXX", beside[sizeof path + 4];
    close(mkstemp(path));
    snprintf(beside, sizeof beside, "%s.new", path);
    struct memory memory;
    struct navbus_cue cue = a_cue(), later = a_cue();
    later.identity = 8;
    expect(memory_open(&memory, path, 5) == NULL);
    memory_add(&memory, &cue);
    memory_close(&memory);
    // Killed in the middle of a line, and before a new file replaced this one.
    added(path, "cue 9 3 10");
    long size = added(beside, "navbus 1");
    expect(size == 8);
    size = added(path, "");
    expect(memory_open(&memory, path, 5) == NULL && memory_has(&memory, &cue, 2000));
    expect(added(path, "") == size); // nothing is written if all is known
    memory_add(&memory, &later);
    memory_close(&memory);
    expect(memory_open(&memory, path, 5) == NULL);
    expect(memory_has(&memory, &cue, 2000) && memory_has(&memory, &later, 2000) && memory.count == 2);
    memory_forget(&memory, 5);
    struct memory other;
    expect(memory_open(&other, path, 5) != NULL); // the new file is locked as well
    memory_close(&memory);
    expect(memory_open(&memory, path, 5) == NULL && !memory_has(&memory, &cue, 2000) && access(beside, F_OK) != 0);
    memory_close(&memory);
    unlink(path);
}

// ---- the order of the events ----------------------------------------------------------------------------------------

static struct stream a_stream(void) {
    struct stream stream = {.may_receive = {[TOPIC_NAVIGATION] = true, [TOPIC_STOPPED] = true}};
    struct snapshot snapshot = {
        .run = 1, .sequence = 10, .latest = {[TOPIC_NAVIGATION] = 4, [TOPIC_STOPPED] = 1}, .process_id = 77};
    expect(stream_begin(&stream, &snapshot) == 0);
    return stream;
}

static void each_event_is_handed_out_once_and_a_gap_is_noticed(void) {
    struct stream stream = a_stream();
    struct envelope next = an_event(1, 12, TOPIC_NAVIGATION, 5), later = an_event(1, 14, TOPIC_NAVIGATION, 7);
    struct envelope old = an_event(1, 9, TOPIC_NAVIGATION, 4), other = an_event(2, 1, TOPIC_NAVIGATION, 1);
    struct envelope unknown = an_event(1, 11, TOPIC_COUNT, 1);
    expect(stream_on_event(&stream, &old) == PASS_OVER);
    expect(stream_on_event(&stream, &unknown) == PASS_OVER);
    expect(stream_on_event(&stream, &later) == FILL);
    expect(stream_on_event(&stream, &next) == DELIVER);
    stream_advance(&stream, &next);
    expect(stream_on_event(&stream, &next) == PASS_OVER);
    expect(stream_on_event(&stream, &other) == BEGIN_ANEW);
    struct stream empty = {0};
    expect(stream_on_event(&empty, &next) == PASS_OVER);
}

static void a_beat_tells_what_has_not_come(void) {
    struct stream stream = a_stream();
    struct snapshot beat = {.run = 1, .sequence = 11, .latest = {[TOPIC_NAVIGATION] = 4, [TOPIC_STOPPED] = 1}};
    expect(stream_on_state(&stream, &beat, true) == PASS_OVER);
    beat.latest[TOPIC_STOPPED] = 2;
    expect(stream_on_state(&stream, &beat, true) == FILL);
    stream.may_receive[TOPIC_STOPPED] = false;
    expect(stream_on_state(&stream, &beat, true) == PASS_OVER);
    beat.run = 2;
    expect(stream_on_state(&stream, &beat, true) == BEGIN_ANEW);
    expect(stream_begin(&stream, &beat) == 0 && stream.run == 2);
}

static void a_bus_whose_numbers_have_gone_back_is_another_run(void) {
    struct stream stream = a_stream();
    struct snapshot snapshot = {.run = 1, .sequence = 9, .latest = {[TOPIC_NAVIGATION] = 3, [TOPIC_STOPPED] = 1}};
    expect(stream_on_state(&stream, &snapshot, true) == PASS_OVER); // a late heartbeat
    expect(stream_on_state(&stream, &snapshot, false) == BEGIN_ANEW);
    expect(stream_begin(&stream, &snapshot) == 0);
    struct envelope next = an_event(1, 10, TOPIC_NAVIGATION, 4);
    expect(stream_on_event(&stream, &next) == DELIVER);
}

static void what_the_journal_no_longer_has_is_counted_as_lost(void) {
    struct stream stream = a_stream();
    struct snapshot snapshot = {
        .run = 1, .sequence = 20, .latest = {[TOPIC_NAVIGATION] = 9, [TOPIC_STOPPED] = 1},
        .has = {[TOPIC_NAVIGATION] = true}, .events = {[TOPIC_NAVIGATION] = an_event(1, 20, TOPIC_NAVIGATION, 9)}};
    expect(stream_begin(&stream, &snapshot) == 4);
}

// ---- the wire -------------------------------------------------------------------------------------------------------

static void what_is_written_is_what_is_read(void) {
    struct writer out = {buffer, sizeof buffer, 0, false};
    put_fixed64(&out, 1, 0xfedcba9876543210);
    put_number(&out, 2, UINT64_MAX);
    put_number(&out, 3, 300);
    put_number(&out, 15, 0); // omitted
    size_t begin = put_begin(&out, 9);
    for (uint32_t number = 100; number < 160; number++) put_number(&out, number, number);
    put_end(&out, begin);
    struct envelope envelope;
    expect(!out.is_full && read_envelope(written(&out), &envelope));
    expect(envelope.run == 0xfedcba9876543210 && envelope.sequence == UINT64_MAX && envelope.topic_sequence == 300);
    expect(envelope.topic == TOPIC_NAVIGATION && envelope.event.size == 60 * 3 + (60 - 28));
}

static void a_hello_is_these_bytes(void) {
    struct speaker speaker = {
        "tester", "main", 300, {[TOPIC_NAVIGATION] = true, [TOPIC_STOPPED] = true}, false};
    // Field 1 of the frame is its id; its request (2) is a hello (1) with name, contract, session, topics and process.
    static const char expected[] =
        "\10\1\22\70\12\66"
        "\12\6tester\20\1\32\4main\42\14onNavigation\42\23onNavigationStopped\50\254\2";
    size_t size = write_hello(buffer, sizeof buffer, 1, &speaker);
    expect(size == sizeof expected - 1 && memcmp(buffer, expected, size) == 0);
}

static void a_buffer_that_is_too_small_is_noticed(void) {
    struct speaker speaker = {
        "tester", "main", 300, {[TOPIC_NAVIGATION] = true, [TOPIC_STOPPED] = true}, false};
    struct navbus_cue cue = a_cue();
    struct sent_report report = {.kind = NAVBUS_REPORT_KIND_BEGAN, .effect = "line", .text = "now", .cue = &cue};
    size_t whole = write_report(buffer, sizeof buffer, 9, &speaker, &report);
    expect(whole > 0);
    for (size_t capacity = 0; capacity < whole; capacity++)
        expect(write_report(buffer, capacity, 9, &speaker, &report) == 0);
    expect(write_report(buffer, whole, 9, &speaker, &report) == whole);
}

static void a_setting_is_found_by_its_name_and_of_its_type(void) {
    struct writer out = {buffer, sizeof buffer, 0, false};
    for (int i = 0; i < 2; i++) {
        size_t entry = put_begin(&out, 3);
        put_text(&out, 1, i ? "follow" : "other");
        size_t value = put_begin(&out, 2);
        put_number(&out, i ? 1 : 2, 1);
        put_end(&out, value);
        put_end(&out, entry);
    }
    struct welcome welcome;
    expect(read_welcome(written(&out), &welcome) && welcome.may_receive[TOPIC_STOPPED]);
    expect(read_setting(&welcome, "follow").type == SETTING_BOOL && read_setting(&welcome, "follow").value);
    expect(read_setting(&welcome, "other").type == SETTING_INTEGER);
    expect(read_setting(&welcome, "third").type == SETTING_ABSENT);
}

static void put_setting(struct writer *out, const char *key, uint32_t type, uint64_t number, const char *text) {
    size_t entry = put_begin(out, 3);
    put_text(out, 1, key);
    size_t value = put_begin(out, 2);
    if (type == SETTING_NUMBER) put_double(out, type, (double)number / 2);
    if (type == SETTING_BOOL || type == SETTING_INTEGER) put_number(out, type, number);
    if (type == SETTING_TEXT) put_text(out, type, text);
    if (type == SETTING_LIST) {
        size_t list = put_begin(out, type);
        put_text(out, 1, text);
        put_text(out, 1, "last");
        put_end(out, list);
    }
    put_end(out, value);
    put_end(out, entry);
}

// A process without a bus: its reports are kept.
static struct navbus *a_process(const struct welcome *welcome) {
    static struct navbus navbus;
    navbus = (struct navbus){.control.id = "tester", .welcome = welcome};
    navbus.bus.speaker = (struct speaker){.control = "tester", .session = "main", .process_id = 300};
    navbus.bus.is_listener = true; // there is no socket
    memory_open(&navbus.memory, NULL, 1);
    return &navbus;
}

static void settings_are_checked(void) {
    struct writer out = {buffer, sizeof buffer, 0, false};
    put_setting(&out, "leds", SETTING_INTEGER, 16, NULL);
    put_setting(&out, "gamma", SETTING_NUMBER, 5, NULL);
    put_setting(&out, "name", SETTING_TEXT, 0, "strip");
    put_setting(&out, "only", SETTING_LIST, 0, "first");
    struct welcome welcome;
    expect(read_welcome(written(&out), &welcome));
    struct navbus *navbus = a_process(&welcome);
    char value[8];
    expect(navbus_setting_integer(navbus, "leds", 1, 1, 100) == 16);
    expect(navbus_setting_number(navbus, "gamma", 1, 0, 10) == 2.5);
    expect(navbus_setting_number(navbus, "leds", 1, 0, 20) == 16);
    expect(strcmp(navbus_setting_text(navbus, "name", "", value, sizeof value), "strip") == 0);
    expect(strcmp(navbus_setting_item(navbus, "only", 1, value, sizeof value), "last") == 0);
    expect(!navbus_setting_item(navbus, "only", 2, value, sizeof value));
    expect(navbus_setting_bool(navbus, "absent", true) && navbus->exit_code == 0);
    // Not started by a launcher: the bus cannot choose a path.
    expect(strcmp(navbus_setting_path(navbus, "name", "x", value, sizeof value), "x") == 0 && navbus->exit_code == 0);
    expect(navbus_setting_integer(navbus, "leds", 1, 1, 15) == 1 && navbus->exit_code == NAVBUS_EXIT_SETTING);
    expect(navbus->bus.report_count == 1);
    navbus = a_process(&welcome);
    expect(strcmp(navbus_setting_text(navbus, "name", "", value, 5), "") == 0);
    expect(navbus->exit_code == NAVBUS_EXIT_SETTING);
}

// ---- events ---------------------------------------------------------------------------------------------------------

static struct navbus_guidance a_moment(void) {
    return (struct navbus_guidance){.fix.time_nanoseconds = 2000, .has_cue = true, .cue = a_cue()};
}

static void a_cue_is_due_once_and_in_time(void) {
    struct navbus *navbus = a_process(NULL);
    struct navbus_guidance moment = a_moment();
    expect(navbus_is_due(navbus, &moment));
    navbus_rendered(navbus, &moment.cue);
    moment.fix.time_nanoseconds = 3000;
    expect(!navbus_is_due(navbus, &moment));
    moment.cue.stage = NAVBUS_CUE_STAGE_NOW;
    expect(navbus_is_due(navbus, &moment));
    moment.fix.time_nanoseconds = 11001;
    expect(!navbus_is_due(navbus, &moment)); // too late
    // The same place on a second lap.
    moment = a_moment();
    moment.fix.time_nanoseconds = moment.cue.due_at_nanoseconds = 20000;
    moment.cue.expires_at_nanoseconds = 30000;
    expect(navbus_is_due(navbus, &moment));
    moment.has_cue = false;
    expect(!navbus_is_due(navbus, &moment));
}

static void unknown_numbers_and_members_are_neutral(void) {
    struct writer out = {buffer, sizeof buffer, 0, false};
    put_number(&out, 1, 99); // a state of a later version
    size_t step = put_begin(&out, 6);
    put_number(&out, 2, NAVBUS_MANEUVER_TURN_LEFT);
    for (int i = 0; i < NAVBUS_MAX_LANES + 2; i++) put_end(&out, put_begin(&out, 9));
    put_end(&out, step);
    size_t fix = put_begin(&out, 3);
    put_double(&out, 6, INFINITY);
    put_double(&out, 8, 90);
    put_end(&out, fix);
    put_end(&out, put_begin(&out, 11));
    struct navbus_guidance guidance;
    expect(!out.is_full && read_guidance(written(&out), &guidance));
    expect(guidance.state == NAVBUS_NAVIGATION_STATE_UNKNOWN && guidance.has_current_step && !guidance.has_cue);
    expect(guidance.current_step.maneuver == NAVBUS_MANEUVER_TURN_LEFT);
    expect(guidance.current_step.lane_count == NAVBUS_MAX_LANES && isnan(guidance.current_step.turn_angle_degrees));
    expect(isnan(guidance.fix.speed_meters_per_second) && guidance.fix.course_degrees == 90);
    expect(isnan(guidance.to_maneuver.distance_meters) && guidance.to_destination.distance_meters == 0);
    expect(guidance.message.size == out.size);
}

static int calls[4];
static void count_start(void *self, struct navbus *navbus, const struct navbus_route *route) {
    (void)self, (void)navbus, (void)route, calls[0]++;
}
static void count_guidance(void *self, struct navbus *navbus, const struct navbus_guidance *guidance) {
    (void)self, (void)navbus, (void)guidance, calls[1]++;
}
static void count_stop(void *self, struct navbus *navbus, enum navbus_stop_reason reason) {
    (void)self, (void)navbus, calls[2]++, calls[3] = (int)reason;
}

static void a_navigation_starts_once_and_stops_once(void) {
    struct navbus *navbus = a_process(NULL);
    navbus->control.on_navigation_started = count_start;
    navbus->control.on_navigation = count_guidance;
    navbus->control.on_navigation_stopped = count_stop;
    struct listener listener = delivery_listener(navbus);
    static const uint8_t route[] = {0x0a, 1, 'r'}, reason[] = {8, NAVBUS_STOP_REASON_REQUESTED};
    struct envelope started = {.topic = TOPIC_STARTED, .event = {route, sizeof route}};
    struct envelope guidance = {.topic = TOPIC_NAVIGATION, .event = {route, 0}};
    struct envelope stopped = {.topic = TOPIC_STOPPED, .event = {reason, sizeof reason}};
    listener.on_event(navbus, &stopped); // before the start
    listener.on_event(navbus, &started);
    listener.on_event(navbus, &started); // again, in a snapshot
    listener.on_event(navbus, &guidance);
    expect(calls[0] == 1 && calls[1] == 1 && calls[2] == 0);
    listener.on_event(navbus, &stopped);
    listener.on_event(navbus, &stopped);
    expect(calls[2] == 1 && calls[3] == NAVBUS_STOP_REASON_REQUESTED);
    listener.on_event(navbus, &started);
    listener.on_state(navbus, 1, true, false);
    expect(calls[0] == 2 && calls[2] == 1);
    listener.on_state(navbus, 2, false, true); // the event of the end was lost
    expect(calls[2] == 2 && calls[3] == NAVBUS_STOP_REASON_UNKNOWN);
}

// Each reader must accept any bytes; the sanitizers detect invalid accesses.
static bool read_as_everything(const uint8_t *data, size_t size) {
    // A copy of the exact size, so that the sanitizers detect a read beyond its end.
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy) abort();
    memcpy(copy, data, size);
    struct navbus_bytes bytes = {copy, size}, rest = bytes;
    struct envelope envelope, event;
    struct navbus_guidance guidance;
    struct navbus_fix fix;
    struct navbus_route route;
    struct navbus_report report;
    struct navbus_command command;
    struct navbus_heading heading;
    enum navbus_stop_reason reason;
    struct snapshot snapshot;
    struct reply reply;
    struct welcome welcome;
    struct refusal refusal;
    char line[64];
    bool is_good = read_envelope(bytes, &envelope);
    if (is_good && envelope.topic == TOPIC_GPS) is_good = read_fix(envelope.event, &fix);
    if (is_good && envelope.topic == TOPIC_NAVIGATION) is_good = read_guidance(envelope.event, &guidance);
    if (is_good && envelope.topic == TOPIC_STARTED) is_good = read_route(envelope.event, &route);
    if (is_good && envelope.topic == TOPIC_STOPPED) is_good = read_stop_reason(envelope.event, &reason);
    if (is_good && envelope.topic == TOPIC_CONTROL) is_good = read_report(envelope.event, &report);
    if (is_good && envelope.topic == TOPIC_COMMAND) is_good = read_command(envelope.event, &command);
    if (is_good && envelope.topic == TOPIC_HEADING) is_good = read_heading(envelope.event, &heading);
    if (read_guidance(bytes, &guidance)) navbus_append(line, sizeof line, 0, guidance.current_street_name);
    if (read_report(bytes, &report)) navbus_append(line, sizeof line, 0, report.text);
    read_fix(bytes, &fix);
    read_route(bytes, &route);
    read_command(bytes, &command);
    read_heading(bytes, &heading);
    read_stop_reason(bytes, &reason);
    read_snapshot(bytes, &snapshot);
    read_reply(bytes, &reply);
    read_refusal(bytes, &refusal);
    if (read_welcome(bytes, &welcome)) read_setting(&welcome, "follow");
    while (next_event(&rest, &event) == NAVBUS_READ_FIELD) continue;
    free(copy);
    return is_good;
}

static void random_bytes_hurt_nobody(void) {
    uint64_t state = 0x9e3779b97f4a7c15;
    for (int i = 0; i < 100000; i++) {
        size_t size = state % 64;
        for (size_t at = 0; at < size; at++) {
            state = state * 6364136223846793005 + 1442695040888963407;
            buffer[at] = (uint8_t)(state >> 56);
        }
        read_as_everything(buffer, size);
    }
}

static void samples_are_read(const char *folder) {
    DIR *directory = opendir(folder);
    int count = 0;
    static uint8_t data[65536];
    expect(directory);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        const char *end = strrchr(entry->d_name, '.');
        char path[4096];
        if (!end || strcmp(end, ".bin") != 0) continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        FILE *file = fopen(path, "rb");
        if (!file) continue;
        size_t size = fread(data, 1, sizeof data, file);
        fclose(file);
        bool is_good = read_as_everything(data, size);
        if (strncmp(entry->d_name, "Envelope.", 9) == 0 && !is_good)
            fprintf(stderr, "%s cannot be read\n", path), failures++;
        for (size_t cut = 0; cut < size; cut++) read_as_everything(data, cut);
        for (size_t at = 0; at < size; at++) {
            data[at] ^= 0xff;
            read_as_everything(data, size);
            data[at] ^= 0xff;
        }
        count++;
    }
    if (directory) closedir(directory);
    expect(count > 0);
    printf("%d samples read\n", count);
}

int main(int count, char **words) {
    an_external_text_cannot_control_a_terminal();
    a_process_that_is_started_again_knows_what_the_one_before_it_told();
    a_process_that_is_killed_leaves_what_it_has_told();
    each_event_is_handed_out_once_and_a_gap_is_noticed();
    a_beat_tells_what_has_not_come();
    a_bus_whose_numbers_have_gone_back_is_another_run();
    what_the_journal_no_longer_has_is_counted_as_lost();
    what_is_written_is_what_is_read();
    a_hello_is_these_bytes();
    a_buffer_that_is_too_small_is_noticed();
    a_setting_is_found_by_its_name_and_of_its_type();
    settings_are_checked();
    a_cue_is_due_once_and_in_time();
    unknown_numbers_and_members_are_neutral();
    a_navigation_starts_once_and_stops_once();
    random_bytes_hurt_nobody();
    if (count > 1) samples_are_read(words[1]);
    puts(failures ? "FAILED" : "passed");
    return failures ? 1 : 0;
}
