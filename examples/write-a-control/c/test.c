// Tests the parts that need no bus: bytes in, decisions out. The optional argument is a folder with samples of
// messages: every *.bin in it is read whole, cut at every offset, and with every byte changed.
#include "control.h"
#include "stream.h"

#include <dirent.h>
#include <fcntl.h>
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

static struct bytes written(const struct writer *out) { return (struct bytes){out->data, out->size}; }

static struct cue a_cue(void) {
    return (struct cue){
        .identity = 7, .stage = 3, .subject = 1, .due_nanoseconds = 1000, .expires_nanoseconds = 11000};
}

static struct guidance a_moment(void) {
    return (struct guidance){
        .fix_nanoseconds = 2000, .has_cue = true, .cue = a_cue(), .maneuver_meters = 299.6,
        .road = {(const uint8_t *)"Bismarckplatz", 13}};
}

static struct envelope an_event(uint64_t run, uint64_t sequence, enum topic topic, uint64_t topic_sequence) {
    return (struct envelope){.run = run, .sequence = sequence, .topic = topic, .topic_sequence = topic_sequence};
}

static struct control a_control(void) {
    struct control control = {.settings.tells_follow = true};
    memory_open(&control.memory, NULL, 1);
    return control;
}

// ---- lines ----------------------------------------------------------------------------------------------------------

static void a_cue_is_told_once(void) {
    struct control control = a_control();
    struct guidance moment = a_moment();
    char line[LINE_SIZE];
    expect(control_line(&control, &moment, line) && strcmp(line, "prepare  in 300 m: Bismarckplatz") == 0);
    memory_add(&control.memory, &moment.cue);
    moment.fix_nanoseconds = 3000;
    expect(!control_line(&control, &moment, line));
    moment.cue.stage = 4;
    expect(control_line(&control, &moment, line));
}

static void the_same_place_on_a_second_lap_is_told_again(void) {
    struct control control = a_control();
    struct guidance moment = a_moment();
    char line[LINE_SIZE];
    memory_add(&control.memory, &moment.cue);
    moment.fix_nanoseconds = moment.cue.due_nanoseconds = 20000;
    moment.cue.expires_nanoseconds = 30000;
    expect(control_line(&control, &moment, line));
}

static void a_cue_that_comes_too_late_is_not_told(void) {
    struct control control = a_control();
    struct guidance moment = a_moment();
    char line[LINE_SIZE];
    moment.fix_nanoseconds = 11001;
    expect(!control_line(&control, &moment, line));
    moment.has_cue = false;
    expect(!control_line(&control, &moment, line));
}

static void whoever_does_not_want_to_follow_the_road_is_not_told_to(void) {
    struct control control = a_control();
    struct guidance moment = a_moment();
    char line[LINE_SIZE];
    moment.cue.stage = 1;
    expect(control_line(&control, &moment, line));
    control.settings.tells_follow = false;
    expect(!control_line(&control, &moment, line));
}

static void what_is_not_known_is_left_out_and_nothing_commands_the_terminal(void) {
    struct control control = a_control();
    struct guidance moment = a_moment();
    char line[LINE_SIZE], road[400];
    moment.maneuver_meters = -1;
    moment.road.size = 0;
    moment.cue.stage = 99;
    expect(control_line(&control, &moment, line) && strcmp(line, "soon     a road without a name") == 0);
    moment.cue.subject = 2;
    expect(control_line(&control, &moment, line) && strcmp(line, "soon     the destination") == 0);
    moment.cue.subject = 99;
    moment.road = (struct bytes){(const uint8_t *)"A\33[2J\n", 6};
    expect(control_line(&control, &moment, line) && strcmp(line, "soon     A?[2J?") == 0);
    // U+009B, and bytes that are not a letter.
    moment.road = (struct bytes){(const uint8_t *)"\xc3\xa9\xc2\x9b\x31m\x9b\xff\xe2\x82", 10};
    expect(control_line(&control, &moment, line) && strcmp(line, "soon     \xc3\xa9??1m????") == 0);
    // A name that is too long ends after a whole letter.
    for (size_t i = 0; i < sizeof road; i += 2) memcpy(road + i, "\xc3\xa9", 2);
    moment.road = (struct bytes){(const uint8_t *)road, sizeof road};
    expect(control_line(&control, &moment, line) && strlen(line) < LINE_SIZE && (strlen(line) - 9) % 2 == 0);
}

// ---- memory ---------------------------------------------------------------------------------------------------------

static void a_process_that_is_started_again_knows_what_the_one_before_it_told(void) {
    char path[] = "/tmp/memory-XXXXXX";
    close(mkstemp(path));
    struct memory memory;
    struct cue cue = a_cue();
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
    struct cue cue = a_cue(), later = a_cue();
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
    struct stream stream = {.may_receive = {true, true}};
    struct snapshot snapshot = {.run = 1, .sequence = 10, .latest = {4, 1}, .process_id = 77};
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
    struct snapshot beat = {.run = 1, .sequence = 11, .latest = {4, 1}};
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
    struct snapshot snapshot = {.run = 1, .sequence = 9, .latest = {3, 1}};
    expect(stream_on_state(&stream, &snapshot, true) == PASS_OVER); // a late heartbeat
    expect(stream_on_state(&stream, &snapshot, false) == BEGIN_ANEW);
    expect(stream_begin(&stream, &snapshot) == 0);
    struct envelope next = an_event(1, 10, TOPIC_NAVIGATION, 4);
    expect(stream_on_event(&stream, &next) == DELIVER);
}

static void what_the_journal_no_longer_has_is_counted_as_lost(void) {
    struct stream stream = a_stream();
    struct snapshot snapshot = {
        .run = 1, .sequence = 20, .latest = {9, 1}, .has_guidance = true,
        .guidance = an_event(1, 20, TOPIC_NAVIGATION, 9)};
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
    struct speaker speaker = {"tester", "main", 300};
    // Field 1 of the frame is its id; its request (2) is a hello (1) with name, contract, session, topics and process.
    static const char expected[] =
        "\10\1\22\70\12\66"
        "\12\6tester\20\1\32\4main\42\14onNavigation\42\23onNavigationStopped\50\254\2";
    size_t size = write_hello(buffer, sizeof buffer, 1, &speaker);
    expect(size == sizeof expected - 1 && memcmp(buffer, expected, size) == 0);
}

static void a_buffer_that_is_too_small_is_noticed(void) {
    struct speaker speaker = {"tester", "main", 300};
    struct report report = {.kind = REPORT_BEGAN, .effect = "line", .text = "now", .has_cue = true, .cue = a_cue()};
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
    bool value = false;
    expect(read_welcome(written(&out), &welcome) && welcome.may_receive[TOPIC_STOPPED]);
    expect(read_switch(&welcome, "follow", &value) == SETTING_FOUND && value);
    expect(read_switch(&welcome, "other", &value) == SETTING_OF_ANOTHER_TYPE);
    expect(read_switch(&welcome, "third", &value) == SETTING_ABSENT);
}

// Each reader must accept any bytes; the sanitizers detect invalid accesses.
static bool read_as_everything(const uint8_t *data, size_t size) {
    // A copy of the exact size, so that the sanitizers detect a read beyond its end.
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy) abort();
    memcpy(copy, data, size);
    struct bytes bytes = {copy, size}, rest = bytes;
    struct envelope envelope, event;
    struct guidance guidance;
    struct snapshot snapshot;
    struct reply reply;
    struct welcome welcome;
    struct refusal refusal;
    bool value;
    struct control control = a_control();
    char line[LINE_SIZE];
    bool is_good = read_envelope(bytes, &envelope);
    if (is_good && envelope.topic == TOPIC_NAVIGATION) is_good = read_guidance(envelope.event, &guidance);
    if (is_good && envelope.topic == TOPIC_NAVIGATION) control_line(&control, &guidance, line);
    if (read_guidance(bytes, &guidance)) control_line(&control, &guidance, line);
    read_snapshot(bytes, &snapshot);
    read_reply(bytes, &reply);
    read_refusal(bytes, &refusal);
    if (read_welcome(bytes, &welcome)) read_switch(&welcome, "follow", &value);
    while (next_event(&rest, &event) == WIRE_FIELD) continue;
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
    a_cue_is_told_once();
    the_same_place_on_a_second_lap_is_told_again();
    a_cue_that_comes_too_late_is_not_told();
    whoever_does_not_want_to_follow_the_road_is_not_told_to();
    what_is_not_known_is_left_out_and_nothing_commands_the_terminal();
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
    random_bytes_hurt_nobody();
    if (count > 1) samples_are_read(words[1]);
    puts(failures ? "FAILED" : "passed");
    return failures ? 1 : 0;
}
