// How far the control has come with the events of its session: decides what is to be done with what arrives.
// A value without any socket, so that it can be tried with made-up events.
#ifndef STREAM_H
#define STREAM_H

#include "messages.h"

struct stream {
    bool has_begun; // a snapshot has come
    uint64_t run, sequence, latest[TOPIC_COUNT];
    int64_t bus_process_id;
    bool may_receive[TOPIC_COUNT];
};

enum verdict {
    PASS_OVER, // it was handed out already, or nothing is known yet
    DELIVER,   // it is the next one
    FILL,      // others before it are missing: ask for them
    BEGIN_ANEW // another run of the bus, or one whose numbers have gone back: take its snapshot
};

enum verdict stream_on_event(const struct stream *stream, const struct envelope *envelope);

// What a beat, or a snapshot that nobody asked for, says of how far the session has come.
enum verdict stream_on_state(const struct stream *stream, const struct snapshot *snapshot, bool is_beat);

// The event is handed out.
void stream_advance(struct stream *stream, const struct envelope *envelope);

// The state of this snapshot is handed out: everything before it counts no more. How many events were lost by that.
uint64_t stream_begin(struct stream *stream, const struct snapshot *snapshot);

#endif
