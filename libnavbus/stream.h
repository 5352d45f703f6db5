// The position of the control in its session: decides what to do with each message.
// A value without a socket, for tests with events of their own.
#ifndef STREAM_H
#define STREAM_H

#include "messages.h"

struct stream {
    bool has_begun; // a snapshot has arrived
    uint64_t run, sequence, latest[TOPIC_COUNT];
    int64_t bus_process_id;
    bool may_receive[TOPIC_COUNT]; // wanted, and not withheld
};

enum verdict {
    PASS_OVER, // it was delivered before, or there is no snapshot yet
    DELIVER,   // it is the next one
    FILL,      // events before it are missing: request them
    BEGIN_ANEW // another run of the bus, or its numbers have gone back: use its snapshot
};

enum verdict stream_on_event(const struct stream *stream, const struct envelope *envelope);

// The verdict about a heartbeat of the bus, or about a snapshot that was not requested.
enum verdict stream_on_state(const struct stream *stream, const struct snapshot *snapshot, bool is_beat);

// Whether a snapshot has an event of a topic that was not delivered.
bool stream_is_new(const struct stream *stream, const struct snapshot *snapshot, enum topic topic);

// Advances after a delivered event.
void stream_advance(struct stream *stream, const struct envelope *envelope);

// Starts again with a snapshot, which replaces everything before it. Returns the number of lost events.
uint64_t stream_begin(struct stream *stream, const struct snapshot *snapshot);

#endif
