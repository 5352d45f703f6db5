// The connection with the bus: joins it, hands out each event once and in order, reports, and says that we are alive.
#ifndef BUS_H
#define BUS_H

#include "life.h"
#include "stream.h"

enum {
    BUS_NAME_SIZE = 33,
    BUS_ENDPOINT_SIZE = 256,
    BUS_FRAME_SIZE = 512,
    BUS_REPORTS = 16 // that wait for a bus that is away; the oldest is given up first
};

// What is called back, from bus_turn().
struct listener {
    void *self;
    void (*on_navigation)(void *self, const struct guidance *guidance);
    void (*on_stopped)(void *self);
    // The present state follows: of this run of the bus, in which somebody is guided or not.
    void (*on_state)(void *self, uint64_t run, bool is_navigating);
};

struct waiting_report {
    uint64_t id;
    size_t size;
    int64_t sent_milliseconds; // 0: not yet
    uint8_t bytes[BUS_FRAME_SIZE];
};

struct bus {
    struct speaker speaker;
    struct life life;
    struct listener listener;
    struct stream stream;
    struct vitals vitals;
    void *context, *requests, *events;
    char endpoint[BUS_ENDPOINT_SIZE], events_endpoint[BUS_ENDPOINT_SIZE], snapshot_topic[96];
    int64_t snapshot_asked_milliseconds; // 0: none is awaited
    int64_t heartbeat_milliseconds;      // when the next one is due
    int64_t heard_milliseconds;          // when anything came
    int64_t hello_milliseconds;          // when hello is to be said again; 0: it need not be
    int64_t repair_milliseconds;         // when to ask again for what is missing; 0: nothing is known to be
    unsigned snapshots_asked;
    bool is_listener, is_connected;
    char problem[BUS_FRAME_SIZE]; // why what is at the endpoint is not believed to be a bus; empty: it is
    uint64_t next_id, next_report;
    struct waiting_report reports[BUS_REPORTS];
    size_t first_report, report_count;
};

// False, with errno, if there is no socket for it. Nothing is connected before the bus is there and looked at.
bool bus_open(struct bus *bus, const char *endpoint, const struct speaker *speaker, const struct life *life);

enum joining { JOINED, NO_BUS, REFUSED, TOLD_TO_END };

// Says hello until a bus answers, and subscribes. `use` is called with the answer, whose settings are no more there
// behind it; of a refusal it tells the reason.
enum joining bus_join(
    struct bus *bus, int seconds, void *self, void (*on_welcome)(void *self, const struct welcome *welcome),
    void (*on_refusal)(void *self, struct bytes text));

// Reports; never waits. It is sent again until the bus has taken it.
void bus_report(struct bus *bus, const struct report *report);

// Waits for something to happen, a second at most, and does what there is to do.
void bus_turn(struct bus *bus, const struct listener *listener);

// Brings the last words and reports, for half a second at most, and closes.
void bus_close(struct bus *bus);

#endif
