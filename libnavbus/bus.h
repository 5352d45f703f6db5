// The connection to the bus: joins it, delivers each event once and in order, sends reports and heartbeats.
#ifndef BUS_H
#define BUS_H

#include "life.h"
#include "stream.h"

enum {
    BUS_NAME_SIZE = 33,
    BUS_ENDPOINT_SIZE = 256,
    BUS_FRAME_SIZE = 512,
    BUS_REPORTS = 16, // kept while there is no bus; the oldest is dropped first
    BUS_REQUESTS = 8,
    BUS_REQUEST_SIZE = 192
};

// The callbacks of bus_turn().
struct listener {
    void *self;
    // An event, once and in order. False if it cannot be read.
    bool (*on_event)(void *self, const struct envelope *envelope);
    // The present state of this run of the bus follows, with or without an active navigation. `is_another`: of another
    // run than before.
    void (*on_state)(void *self, uint64_t run, bool is_navigating, bool is_another);
    // A request was not carried out.
    void (*on_refused_request)(void *self, struct navbus_bytes reason);
    // The words that a request asked for.
    void (*on_words)(void *self, struct navbus_bytes words);
};

struct waiting_report {
    uint64_t id;
    size_t size;
    int64_t sent_milliseconds; // 0: not yet
    uint8_t bytes[BUS_FRAME_SIZE];
};

// The first request is sent once; the others wait for its reply.
struct waiting_request {
    enum request_kind kind;
    uint64_t id;
    size_t size;
    bool is_sent;
    int64_t end_milliseconds; // 0: not yet determined
    uint8_t bytes[BUS_REQUEST_SIZE];
};

struct bus {
    struct speaker speaker;
    struct life life;
    struct listener listener;
    struct stream stream;
    struct vitals vitals;
    void *context, *requests, *events;
    char endpoint[BUS_ENDPOINT_SIZE], events_endpoint[BUS_ENDPOINT_SIZE], snapshot_topic[96];
    int64_t snapshot_asked_milliseconds; // 0: no snapshot is awaited
    int64_t heartbeat_milliseconds;      // when the next one is due
    int64_t heard_milliseconds;          // when the last message arrived
    int64_t hello_milliseconds;          // when to say hello again; 0: never
    int64_t repair_milliseconds;         // when to request missing events again; 0: never
    unsigned snapshots_asked;
    bool is_listener, is_connected, is_own; // the bus is of this user
    char problem[BUS_FRAME_SIZE]; // why the endpoint is not trusted; empty: it is
    uint64_t next_id, next_report;
    struct waiting_report reports[BUS_REPORTS];
    size_t first_report, report_count;
    struct waiting_request waiting[BUS_REQUESTS];
    size_t waiting_count;
};

// False, with errno, if no socket can be created. Connects only when the bus is there and trusted.
bool bus_open(struct bus *bus, const char *endpoint, const struct speaker *speaker, const struct life *life);

enum joining { JOINED, NO_BUS, REFUSED, TOLD_TO_END };

// Says hello until a bus replies, and subscribes. Calls `on_welcome` with the reply, whose settings are valid only
// during the call, or `on_refusal` with the reason.
enum joining bus_join(
    struct bus *bus, int seconds, void *self, void (*on_welcome)(void *self, const struct welcome *welcome),
    void (*on_refusal)(void *self, struct navbus_bytes text));

// Sends a report; never waits. The report is repeated until the bus has acknowledged it.
void bus_report(struct bus *bus, const struct sent_report *report);

// Sends a request of a person; never waits. False if too many wait already, or if it has too many bytes.
bool bus_request(struct bus *bus, const struct request *request);

// Waits for a message, at most a second and `milliseconds`, and carries out the actions that are due.
void bus_turn(struct bus *bus, const struct listener *listener, int64_t milliseconds);

// The time of the monotonic clock.
int64_t now_milliseconds(void);

// Delivers the last events and reports, for at most half a second, and closes.
void bus_close(struct bus *bus);

#endif
