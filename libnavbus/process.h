// The process of a control, which navbus.h knows only by name.
#ifndef PROCESS_H
#define PROCESS_H

#include "bus.h"
#include "memory.h"

struct navbus {
    struct navbus_control control;
    void *self;
    struct bus bus;
    struct memory memory;
    char memory_path[BUS_ENDPOINT_SIZE];
    const struct welcome *welcome; // in `start` only
    int exit_code;                 // above 0: end with this code
    bool has_started, is_launched; // by a launcher, which holds the other end of standard input
    bool is_navigating;
    uint64_t route;                // of the present navigation, a hash of its id; 0: none
    int64_t event_milliseconds;    // when the last fix or guidance arrived; 0: never
    int64_t silence_milliseconds;  // when to call on_silence
    uint64_t refused_requests[8];  // hashes of the reasons that were reported
    size_t refused_count;
};

// ---- delivery.c -----------------------------------------------------------------------------------------------------

// The callbacks of the connection, which call those of the control.
struct listener delivery_listener(struct navbus *navbus);

// The topics that the callbacks of a control need.
void delivery_wants(const struct navbus_control *control, bool wants[TOPIC_COUNT]);

// Calls on_silence if it is due. Returns the milliseconds until it may be.
int64_t delivery_check_silence(struct navbus *navbus);

// ---- output.c -------------------------------------------------------------------------------------------------------

// A 64-bit hash of a text (FNV-1a), never 0.
uint64_t hash_of(struct navbus_bytes text);

#endif
