#include "bus.h"

#include "trust.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <zmq.h>

enum {
    HEARTBEAT_MILLISECONDS = 1000,
    LOOK_MILLISECONDS = 20, // between attempts while there is no bus
    REQUEST_MILLISECONDS = 2000, // a later effect is no longer wanted
    REPEAT_MILLISECONDS = 1000, // a request without a reply is then repeated
    ASK_MILLISECONDS = 600,
    FIRST_HELLO_MILLISECONDS = 250,
    LAST_WORDS_MILLISECONDS = 500,
    SILENCE_MILLISECONDS = 3000, // a bus sends a heartbeat once a second
    MOST_MESSAGES = 64, // in one turn, so that heartbeats are sent even during a flood
    LONGEST_PATH = 107, // maximum path in a socket address of the kernel, bytes
    LARGEST_MESSAGE = 16 * 1024 * 1024
};

int64_t now_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static struct navbus_bytes bytes_of(zmq_msg_t *message) {
    return (struct navbus_bytes){zmq_msg_data(message), zmq_msg_size(message)};
}

// Waits for the sockets, and for the end of the process. Events stay queued while a reply is awaited.
static void wait_for(struct bus *bus, bool events, short requests, int64_t milliseconds) {
    zmq_pollitem_t items[2 + LIFE_DESCRIPTORS] = {{.socket = bus->requests, .events = requests}};
    int count = 1;
    for (int i = 0; i < LIFE_DESCRIPTORS; i++)
        if (bus->life.descriptors[i] >= 0)
            items[count++] = (zmq_pollitem_t){.fd = bus->life.descriptors[i], .events = ZMQ_POLLIN};
    if (events) items[count++] = (zmq_pollitem_t){.socket = bus->events, .events = ZMQ_POLLIN};
    zmq_poll(items, count, milliseconds > 0 ? (long)milliseconds : 0);
}

// ---- requests -------------------------------------------------------------------------------------------------------

static void send_report(struct bus *bus, int64_t now) {
    if (bus->report_count == 0 || bus->is_listener) return;
    struct waiting_report *report = &bus->reports[bus->first_report];
    if (report->sent_milliseconds != 0 && now - report->sent_milliseconds < REPEAT_MILLISECONDS) return;
    if (zmq_send(bus->requests, report->bytes, report->size, ZMQ_DONTWAIT) >= 0) report->sent_milliseconds = now;
}

static void drop_report(struct bus *bus) {
    bus->first_report = (bus->first_report + 1) % BUS_REPORTS;
    bus->report_count--;
}

static bool is_throttled(const struct reply *reply) {
    struct refusal refusal;
    return reply->kind == REPLY_REFUSED && read_refusal(reply->body, &refusal) && refusal.code == REFUSAL_THROTTLED;
}

static struct navbus_bytes bytes_of_text(const char *text) {
    return (struct navbus_bytes){(const uint8_t *)text, strlen(text)};
}

static void drop_request(struct bus *bus) {
    bus->waiting_count--;
    memmove(&bus->waiting[0], &bus->waiting[1], bus->waiting_count * sizeof bus->waiting[0]);
}

// Sends the first request, or gives up all of them: the others would also be too late when a bus returns.
static void send_request(struct bus *bus, int64_t now) {
    if (bus->waiting_count == 0) return;
    struct waiting_request *first = &bus->waiting[0];
    if (first->end_milliseconds == 0) first->end_milliseconds = now + REQUEST_MILLISECONDS;
    if (now >= first->end_milliseconds) {
        bool is_sent = first->is_sent;
        bus->waiting_count = 0;
        bus->listener.on_refused_request(
            bus->listener.self, bytes_of_text(is_sent ? "the bus did not answer within 2 s" : "there is no bus"));
    } else if (!first->is_sent) {
        first->is_sent = zmq_send(bus->requests, first->bytes, first->size, ZMQ_DONTWAIT) >= 0;
    }
}

// Whether a reply belongs to the request that was sent.
static bool take_request_reply(struct bus *bus, const struct reply *reply) {
    struct waiting_request *first = &bus->waiting[0];
    if (bus->waiting_count == 0 || !first->is_sent || first->id != reply->id) return false;
    struct refusal refusal;
    bool is_refused = reply->kind == REPLY_REFUSED && read_refusal(reply->body, &refusal);
    // The next heading follows soon.
    bool is_untimely = is_refused && first->kind == REQUEST_HEADING && refusal.code == REFUSAL_UNAVAILABLE;
    struct navbus_bytes words;
    bool has_words = reply->kind == REPLY_DESCRIPTION && read_description(reply->body, &words);
    drop_request(bus);
    if (has_words) bus->listener.on_words(bus->listener.self, words);
    if (is_refused && !is_untimely) bus->listener.on_refused_request(bus->listener.self, refusal.text);
    send_request(bus, now_milliseconds());
    return true;
}

bool bus_request(struct bus *bus, const struct request *request) {
    size_t index = bus->waiting_count;
    // A heading replaces one that was not sent yet.
    for (size_t i = 0; request->kind == REQUEST_HEADING && i < bus->waiting_count; i++)
        if (bus->waiting[i].kind == REQUEST_HEADING && !bus->waiting[i].is_sent) index = i;
    if (index == BUS_REQUESTS) return false;
    struct waiting_request *waiting = &bus->waiting[index];
    int64_t end = index < bus->waiting_count ? waiting->end_milliseconds : 0;
    *waiting = (struct waiting_request){.kind = request->kind, .id = bus->next_id++, .end_milliseconds = end};
    waiting->size = write_request(waiting->bytes, sizeof waiting->bytes, waiting->id, &bus->speaker, request);
    if (waiting->size == 0) return false;
    if (index == bus->waiting_count) bus->waiting_count++;
    send_request(bus, now_milliseconds());
    return true;
}

// A reply that no request waits for belongs to the current report: reports are sent one after another.
static void take_acknowledgement(struct bus *bus, const struct reply *reply) {
    if (take_request_reply(bus, reply)) return;
    if (bus->report_count == 0 || bus->reports[bus->first_report].id != reply->id) return;
    if (is_throttled(reply)) return; // the report is repeated later
    drop_report(bus);
    send_report(bus, now_milliseconds());
}

// Handles one reply; false if there is none.
static bool take_reply(struct bus *bus, zmq_msg_t *message, struct reply *reply) {
    if (zmq_msg_recv(message, bus->requests, ZMQ_DONTWAIT) < 0) return false;
    if (!read_reply(bytes_of(message), reply)) {
        bus->vitals.malformed++;
        *reply = (struct reply){0};
    }
    return true;
}

static void send_heartbeat(struct bus *bus, int64_t now) {
    if (now < bus->heartbeat_milliseconds) return;
    // A heartbeat makes a control available for commands, which must not precede the present state.
    if (bus->speaker.takes_commands && !bus->stream.has_begun) return;
    bus->heartbeat_milliseconds = now + HEARTBEAT_MILLISECONDS;
    uint8_t frame[BUS_FRAME_SIZE];
    size_t size = write_heartbeat(frame, sizeof frame, &bus->speaker, &bus->vitals);
    // If it cannot be sent, there is no bus; the next one is due in a second.
    if (size > 0 && !bus->is_listener) zmq_send(bus->requests, frame, size, ZMQ_DONTWAIT);
}

// Whether there is a trusted bus at an endpoint.
static bool admits(struct bus *bus, const char *endpoint) {
    if (strncmp(endpoint, "ipc:///", 7) != 0) {
        snprintf(bus->problem, sizeof bus->problem, "%s: it is not on this machine, as the bus is", endpoint);
        return false;
    }
    return trust_socket(endpoint + strlen("ipc://"), bus->problem, sizeof bus->problem, &bus->is_own) == TRUST_GIVEN;
}

// Connects when there is a trusted bus; the check is repeated each time.
static void reach(struct bus *bus) {
    bool is_admitted = admits(bus, bus->endpoint);
    if (is_admitted && !bus->is_connected) bus->is_connected = zmq_connect(bus->requests, bus->endpoint) == 0;
    if (!bus->problem[0] || !bus->is_connected) return;
    zmq_disconnect(bus->requests, bus->endpoint);
    bus->is_connected = false;
}

// Sends a request and waits for the reply, which points into `message`. False without a reply in time, or if the
// process has to end.
static bool ask(
    struct bus *bus, const uint8_t *frame, size_t size, int milliseconds, zmq_msg_t *message, struct reply *reply) {
    uint64_t id = bus->next_id++;
    int64_t end = now_milliseconds() + milliseconds;
    bool is_sent = false;
    while (size > 0 && now_milliseconds() < end && !life_is_over(&bus->life) && !bus->problem[0]) {
        // Not before the first one, which follows the hello.
        if (bus->heartbeat_milliseconds != 0) send_heartbeat(bus, now_milliseconds());
        if (!is_sent) is_sent = zmq_send(bus->requests, frame, size, ZMQ_DONTWAIT) >= 0;
        if (!is_sent) reach(bus);
        int64_t pause = is_sent ? end - now_milliseconds() : LOOK_MILLISECONDS;
        wait_for(bus, false, is_sent ? ZMQ_POLLIN : ZMQ_POLLOUT, pause);
        while (take_reply(bus, message, reply)) {
            if (reply->id == id) return true;
            take_acknowledgement(bus, reply);
        }
    }
    return false;
}

void bus_report(struct bus *bus, const struct sent_report *report) {
    if (bus->report_count == BUS_REPORTS) {
        drop_report(bus);
        bus->vitals.unsent_reports++;
    }
    struct waiting_report *waiting = &bus->reports[(bus->first_report + bus->report_count) % BUS_REPORTS];
    waiting->id = bus->next_report++;
    waiting->sent_milliseconds = 0;
    waiting->size = write_report(waiting->bytes, sizeof waiting->bytes, waiting->id, &bus->speaker, report);
    if (waiting->size > 0) bus->report_count++;
    send_report(bus, now_milliseconds());
}

// ---- joining --------------------------------------------------------------------------------------------------------

bool bus_open(struct bus *bus, const char *endpoint, const struct speaker *speaker, const struct life *life) {
    *bus = (struct bus){.speaker = *speaker, .life = *life, .next_id = 1};
    // Beginning at the wall clock, the numbers of reports differ from those of an earlier process with the same process
    // id.
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    bus->next_report = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    bus->context = zmq_ctx_new();
    bus->requests = bus->context ? zmq_socket(bus->context, ZMQ_DEALER) : NULL;
    bus->events = bus->context ? zmq_socket(bus->context, ZMQ_SUB) : NULL;
    if (!bus->requests || !bus->events) return false;
    int linger = 200, yes = 1, high_water = 8000, soon = 10, late = 200;
    int64_t largest = LARGEST_MESSAGE;
    void *sockets[] = {bus->requests, bus->events};
    for (int i = 0; i < 2; i++) {
        zmq_setsockopt(sockets[i], ZMQ_LINGER, &linger, sizeof linger);
        zmq_setsockopt(sockets[i], ZMQ_RECONNECT_IVL, &soon, sizeof soon);
        zmq_setsockopt(sockets[i], ZMQ_RECONNECT_IVL_MAX, &late, sizeof late);
        zmq_setsockopt(sockets[i], ZMQ_MAXMSGSIZE, &largest, sizeof largest);
    }
    zmq_setsockopt(bus->events, ZMQ_RCVHWM, &high_water, sizeof high_water);
    // Requests are not queued without a connection: a later bus would receive them.
    zmq_setsockopt(bus->requests, ZMQ_IMMEDIATE, &yes, sizeof yes);
    snprintf(bus->endpoint, sizeof bus->endpoint, "%s", endpoint);
    return strlen(endpoint) <= strlen("ipc://") + LONGEST_PATH;
}

static void subscribe(struct bus *bus, int option, const char *topic) {
    zmq_setsockopt(bus->events, option, topic, strlen(topic));
}

// The snapshot arrives on a topic of this control. The subscription remains: a restarted bus sends a snapshot again.
static void ask_for_snapshot(struct bus *bus) {
    if (bus->snapshot_topic[0]) subscribe(bus, ZMQ_UNSUBSCRIBE, bus->snapshot_topic);
    snprintf(
        bus->snapshot_topic, sizeof bus->snapshot_topic, "~snap/%s/%d-%llx-%u", bus->speaker.session,
        (int)bus->speaker.process_id, (unsigned long long)bus->next_report, ++bus->snapshots_asked);
    subscribe(bus, ZMQ_SUBSCRIBE, bus->snapshot_topic);
    bus->snapshot_asked_milliseconds = now_milliseconds();
}

// Connects to the endpoint of the events. False if this fails.
static bool follow(struct bus *bus, const struct welcome *welcome) {
    char endpoint[BUS_ENDPOINT_SIZE];
    if (welcome->events_endpoint.size == 0 || welcome->events_endpoint.size >= sizeof endpoint) return false;
    memcpy(endpoint, welcome->events_endpoint.data, welcome->events_endpoint.size);
    endpoint[welcome->events_endpoint.size] = 0;
    for (enum topic topic = 0; topic < TOPIC_COUNT; topic++)
        bus->stream.may_receive[topic] = bus->speaker.wants[topic] && welcome->may_receive[topic];
    bus->is_listener = welcome->is_listener;
    // If the bus has ended since, the hello is repeated.
    if (!admits(bus, endpoint)) return false;
    if (strcmp(endpoint, bus->events_endpoint) == 0) return true;
    if (bus->events_endpoint[0]) zmq_disconnect(bus->events, bus->events_endpoint);
    if (zmq_connect(bus->events, endpoint) != 0) return false;
    strcpy(bus->events_endpoint, endpoint);
    return true;
}

static void subscribe_all(struct bus *bus) {
    char topic[96];
    for (enum topic i = 0; i < TOPIC_COUNT; i++) {
        if (!bus->speaker.wants[i]) continue;
        snprintf(topic, sizeof topic, "%s/%s", topic_names[i], bus->speaker.session);
        subscribe(bus, ZMQ_SUBSCRIBE, topic);
    }
    snprintf(topic, sizeof topic, "~beat/%s", bus->speaker.session);
    subscribe(bus, ZMQ_SUBSCRIBE, topic);
    // Last, since it covers the events of the other subscriptions.
    ask_for_snapshot(bus);
}

enum joining bus_join(
    struct bus *bus, int seconds, void *self, void (*on_welcome)(void *self, const struct welcome *welcome),
    void (*on_refusal)(void *self, struct navbus_bytes text)) {
    int64_t end = now_milliseconds() + (int64_t)seconds * 1000;
    int patience = FIRST_HELLO_MILLISECONDS;
    enum joining joining = NO_BUS;
    zmq_msg_t message;
    zmq_msg_init(&message);
    do {
        uint8_t frame[BUS_FRAME_SIZE];
        struct reply reply;
        struct welcome welcome;
        struct refusal refusal;
        size_t size = write_hello(frame, sizeof frame, bus->next_id, &bus->speaker);
        bool is_answered = ask(bus, frame, size, patience, &message, &reply);
        if (!is_answered && bus->problem[0]) {
            on_refusal(self, bytes_of_text(bus->problem));
            joining = REFUSED;
        } else if (!is_answered) {
            // Wait longer on a busy machine.
            patience = REPEAT_MILLISECONDS;
        } else if (reply.kind == REPLY_WELCOME && read_welcome(reply.body, &welcome) && follow(bus, &welcome)) {
            subscribe_all(bus);
            bus->heard_milliseconds = now_milliseconds();
            on_welcome(self, &welcome);
            joining = JOINED;
        } else {
            if (reply.kind != REPLY_REFUSED || !read_refusal(reply.body, &refusal))
                refusal.text = bytes_of_text("its reply cannot be read");
            if (bus->problem[0]) refusal.text = bytes_of_text(bus->problem);
            on_refusal(self, refusal.text);
            joining = REFUSED;
        }
    } while (joining == NO_BUS && !life_is_over(&bus->life) && now_milliseconds() < end);
    zmq_msg_close(&message);
    return joining == NO_BUS && life_is_over(&bus->life) ? TOLD_TO_END : joining;
}

// A restarted bus does not know this control; a silent one may have moved.
static void say_hello_again(struct bus *bus, int64_t now) {
    if (bus->hello_milliseconds == 0 || now < bus->hello_milliseconds) return;
    uint8_t frame[BUS_FRAME_SIZE];
    zmq_msg_t message;
    zmq_msg_init(&message);
    struct reply reply;
    struct welcome welcome;
    size_t size = write_hello(frame, sizeof frame, bus->next_id, &bus->speaker);
    bool is_answered = ask(bus, frame, size, ASK_MILLISECONDS, &message, &reply) && !is_throttled(&reply);
    bus->hello_milliseconds = is_answered ? 0 : now + REPEAT_MILLISECONDS;
    if (is_answered && reply.kind == REPLY_WELCOME && read_welcome(reply.body, &welcome)) follow(bus, &welcome);
    zmq_msg_close(&message);
}

// ---- the events -----------------------------------------------------------------------------------------------------

static void deliver(struct bus *bus, const struct envelope *envelope) {
    bus->vitals.delivered++;
    if (!bus->listener.on_event(bus->listener.self, envelope)) bus->vitals.malformed++;
}

static void hand_out(struct bus *bus, const struct envelope *envelope) {
    stream_advance(&bus->stream, envelope);
    if (envelope->event.data) deliver(bus, envelope); // without data, of a later version
}

// The events of one topic in the journal of the bus, one page at a time.
struct page {
    zmq_msg_t message;
    struct navbus_bytes rest;
    struct envelope head;
    bool has_head, is_over;
    uint64_t next; // the next topic sequence
};

enum filling { FILLED, NOT_ANSWERED, GONE };

static enum filling fetch_page(struct bus *bus, struct page *page, enum topic topic) {
    uint8_t frame[BUS_FRAME_SIZE];
    struct reply reply;
    size_t size = write_missed(frame, sizeof frame, bus->next_id, &bus->speaker, topic, page->next);
    if (!ask(bus, frame, size, ASK_MILLISECONDS, &page->message, &reply)) return NOT_ANSWERED;
    if (reply.kind != REPLY_EVENTS) return is_throttled(&reply) ? NOT_ANSWERED : GONE;
    page->rest = reply.body;
    return FILLED;
}

// Reads the next event of a topic; an empty page ends it.
static enum filling find_head(struct bus *bus, struct page *page, enum topic topic) {
    for (int pages = 0; !page->has_head && !page->is_over; pages++) {
        enum navbus_reading result = next_event(&page->rest, &page->head);
        if (result == NAVBUS_READ_BROKEN) return GONE;
        if (result == NAVBUS_READ_FIELD) {
            if (!page->head.event.data) page->head.topic = topic;
            bool is_next = page->head.topic == topic && page->head.topic_sequence == page->next &&
                           page->head.run == bus->stream.run && page->head.sequence > bus->stream.sequence;
            if (!is_next) return GONE;
            page->next++;
            page->has_head = true;
        } else if (pages > 0) {
            page->is_over = true;
        } else {
            enum filling filling = fetch_page(bus, page, topic);
            if (filling != FILLED) return filling;
        }
    }
    return FILLED;
}

// Delivers the events in the journal up to a sequence, with the topics merged in the order of publishing.
static enum filling hand_out_missed(struct bus *bus, struct page pages[TOPIC_COUNT], uint64_t through) {
    while (!life_is_over(&bus->life)) {
        struct page *first = NULL;
        for (enum topic topic = 0; topic < TOPIC_COUNT; topic++) {
            if (!bus->stream.may_receive[topic]) continue;
            enum filling filling = find_head(bus, &pages[topic], topic);
            if (filling != FILLED) return filling;
            if (pages[topic].has_head && (!first || pages[topic].head.sequence < first->head.sequence))
                first = &pages[topic];
        }
        if (!first || first->head.sequence > through) return FILLED;
        hand_out(bus, &first->head);
        bus->vitals.repaired++;
        first->has_head = false;
        send_heartbeat(bus, now_milliseconds());
    }
    return FILLED;
}

// Fetches the missing events before a sequence. False if there is no reply: the request is repeated when the next event
// or heartbeat shows the same gap, but not immediately, to spare a bus that is slow or throttles requests.
static bool fill(struct bus *bus, uint64_t through) {
    if (now_milliseconds() < bus->repair_milliseconds) return false;
    struct page pages[TOPIC_COUNT] = {0};
    for (enum topic topic = 0; topic < TOPIC_COUNT; topic++) {
        zmq_msg_init(&pages[topic].message);
        pages[topic].next = bus->stream.latest[topic] + 1;
    }
    if (bus->repair_milliseconds == 0) bus->vitals.gaps++;
    enum filling filling = hand_out_missed(bus, pages, through);
    bus->repair_milliseconds = filling == NOT_ANSWERED ? now_milliseconds() + REPEAT_MILLISECONDS : 0;
    if (filling == GONE) ask_for_snapshot(bus);
    for (enum topic topic = 0; topic < TOPIC_COUNT; topic++) zmq_msg_close(&pages[topic].message);
    return filling == FILLED;
}

static void begin(struct bus *bus, const struct snapshot *snapshot) {
    bool is_new[TOPIC_COUNT];
    bool goes_on = bus->stream.has_begun && stream_on_state(&bus->stream, snapshot, false) != BEGIN_ANEW;
    bool is_another = bus->stream.has_begun && bus->stream.run != snapshot->run;
    for (enum topic topic = 0; topic < TOPIC_COUNT; topic++)
        is_new[topic] = goes_on ? stream_is_new(&bus->stream, snapshot, topic)
                                : snapshot->has[topic] && bus->stream.may_receive[topic];
    bus->snapshot_asked_milliseconds = bus->repair_milliseconds = 0;
    bus->vitals.missed += stream_begin(&bus->stream, snapshot);
    bool is_navigating = snapshot->has[TOPIC_NAVIGATION] || snapshot->has[TOPIC_STARTED];
    bus->listener.on_state(bus->listener.self, snapshot->run, is_navigating, is_another);
    for (;;) {
        enum topic next = TOPIC_COUNT;
        for (enum topic topic = 0; topic < TOPIC_COUNT; topic++)
            if (is_new[topic] &&
                (next == TOPIC_COUNT || snapshot->events[topic].sequence < snapshot->events[next].sequence))
                next = topic;
        if (next == TOPIC_COUNT) return;
        is_new[next] = false;
        deliver(bus, &snapshot->events[next]);
    }
}

static void take_state(struct bus *bus, const struct snapshot *snapshot, bool is_beat) {
    bool is_another = bus->stream.has_begun && bus->stream.bus_process_id != snapshot->process_id;
    if (is_another) bus->hello_milliseconds = now_milliseconds();
    bus->stream.bus_process_id = snapshot->process_id;
    if (!is_beat && (bus->snapshot_asked_milliseconds != 0 || !bus->stream.has_begun)) {
        begin(bus, snapshot);
        return;
    }
    enum verdict verdict = stream_on_state(&bus->stream, snapshot, is_beat);
    if (verdict == FILL && bus->snapshot_asked_milliseconds == 0 && fill(bus, snapshot->sequence) &&
        stream_on_state(&bus->stream, snapshot, is_beat) == FILL)
        ask_for_snapshot(bus); // the journal lacks published events
    if (verdict != BEGIN_ANEW) return;
    bus->hello_milliseconds = now_milliseconds();
    if (is_beat)
        ask_for_snapshot(bus);
    else
        begin(bus, snapshot);
}

static void take_event(struct bus *bus, const struct envelope *envelope) {
    if (bus->snapshot_asked_milliseconds != 0) return; // the awaited snapshot covers it
    enum verdict verdict = stream_on_event(&bus->stream, envelope);
    // Events after a gap are not delivered now, whatever their topic: they are fetched with the missing ones.
    bool is_behind_a_gap = verdict == FILL || (verdict == DELIVER && bus->repair_milliseconds != 0);
    if (is_behind_a_gap) {
        if (!fill(bus, envelope->sequence - 1)) return;
        verdict = stream_on_event(&bus->stream, envelope);
    }
    if (verdict == DELIVER) hand_out(bus, envelope);
    if (verdict == BEGIN_ANEW || verdict == FILL) ask_for_snapshot(bus);
}

static void take_message(struct bus *bus, struct navbus_bytes topic, struct navbus_bytes payload) {
    char name[96];
    struct envelope envelope;
    struct snapshot snapshot;
    if (topic.size >= sizeof name) return;
    memcpy(name, topic.data, topic.size);
    name[topic.size] = 0;
    // ZeroMQ matches by prefix: a subscription to `main` also receives the session `main2`, which is ignored.
    char *slash = strchr(name, '/');
    bool is_snapshot = strcmp(name, bus->snapshot_topic) == 0;
    if (!is_snapshot && (!slash || strcmp(slash + 1, bus->speaker.session) != 0)) return;
    if (is_snapshot || strncmp(name, "~beat/", 6) == 0) {
        if (read_snapshot(payload, &snapshot))
            take_state(bus, &snapshot, !is_snapshot);
        else
            bus->vitals.malformed++;
    } else if (name[0] != '~') {
        if (!read_envelope(payload, &envelope)) {
            bus->vitals.malformed++; // the event leaves a gap, and is fetched again
            return;
        }
        // An event of a later version has the numbers of its topic, which only the name of the message shows.
        struct navbus_bytes topic_name = {topic.data, (size_t)(slash - name)};
        if (!envelope.event.data) envelope.topic = topic_named(topic_name);
        take_event(bus, &envelope);
    }
}

// libzmq reconnects to a restarted bus, but not after a message that is too large, and not if the bus has moved. A new
// connection repeats the subscriptions, and the snapshot that follows shows what is missing.
static void connect_again(struct bus *bus, int64_t now) {
    if (now - bus->heard_milliseconds < SILENCE_MILLISECONDS) return;
    bus->heard_milliseconds = bus->hello_milliseconds = now;
    zmq_disconnect(bus->events, bus->events_endpoint);
    if (admits(bus, bus->events_endpoint)) zmq_connect(bus->events, bus->events_endpoint);
}

// Handles one message of two frames; false if there is none.
static bool take_arrival(struct bus *bus) {
    zmq_msg_t frames[2];
    int count = 0;
    bool has_more = true;
    for (; has_more; count++) {
        zmq_msg_t further, *frame = count < 2 ? &frames[count] : &further;
        zmq_msg_init(frame);
        if (zmq_msg_recv(frame, bus->events, ZMQ_DONTWAIT) < 0) {
            zmq_msg_close(frame);
            break;
        }
        has_more = zmq_msg_more(frame);
        if (count >= 2) zmq_msg_close(frame);
    }
    if (count > 0) bus->heard_milliseconds = now_milliseconds();
    if (count == 2) take_message(bus, bytes_of(&frames[0]), bytes_of(&frames[1]));
    for (int i = 0; i < count && i < 2; i++) zmq_msg_close(&frames[i]);
    return count > 0;
}

static void take_replies(struct bus *bus) {
    zmq_msg_t message;
    zmq_msg_init(&message);
    struct reply reply;
    while (take_reply(bus, &message, &reply)) take_acknowledgement(bus, &reply);
    zmq_msg_close(&message);
}

void bus_turn(struct bus *bus, const struct listener *listener, int64_t milliseconds) {
    bus->listener = *listener;
    int64_t now = now_milliseconds();
    send_heartbeat(bus, now);
    send_report(bus, now);
    send_request(bus, now);
    connect_again(bus, now);
    say_hello_again(bus, now);
    if (bus->snapshot_asked_milliseconds != 0 && now - bus->snapshot_asked_milliseconds > REPEAT_MILLISECONDS)
        ask_for_snapshot(bus);
    int64_t pause = bus->heartbeat_milliseconds - now_milliseconds();
    if (bus->heartbeat_milliseconds == 0) pause = HEARTBEAT_MILLISECONDS; // not before the snapshot
    // A request that could not be sent, or may become too late, is tried again soon.
    if (bus->waiting_count > 0 && pause > LOOK_MILLISECONDS) pause = LOOK_MILLISECONDS;
    wait_for(bus, true, ZMQ_POLLIN, pause < milliseconds ? pause : milliseconds);
    take_replies(bus);
    for (int i = 0; i < MOST_MESSAGES && take_arrival(bus);) i++;
}

void bus_close(struct bus *bus) {
    int64_t end = now_milliseconds() + LAST_WORDS_MILLISECONDS;
    while (bus->requests && bus->report_count > 0 && !bus->is_listener && now_milliseconds() < end) {
        zmq_pollitem_t item = {.socket = bus->requests, .events = ZMQ_POLLIN};
        send_report(bus, now_milliseconds());
        if (zmq_poll(&item, 1, (long)(end - now_milliseconds())) < 0 && errno != EINTR) break;
        take_replies(bus);
    }
    if (bus->requests) zmq_close(bus->requests);
    if (bus->events) zmq_close(bus->events);
    if (bus->context) zmq_ctx_term(bus->context);
}
