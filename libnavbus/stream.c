#include "stream.h"

#include <string.h>

enum verdict stream_on_event(const struct stream *stream, const struct envelope *envelope) {
    // The first snapshot covers the events before it.
    if (!stream->has_begun || envelope->topic == TOPIC_COUNT) return PASS_OVER;
    if (envelope->run != stream->run) return BEGIN_ANEW;
    uint64_t latest = stream->latest[envelope->topic];
    if (envelope->topic_sequence <= latest) return PASS_OVER;
    return envelope->topic_sequence - 1 == latest ? DELIVER : FILL;
}

enum verdict stream_on_state(const struct stream *stream, const struct snapshot *snapshot, bool is_beat) {
    if (!stream->has_begun) return PASS_OVER;
    if (snapshot->run != stream->run) return BEGIN_ANEW;
    // The bus has lost the end of its journal. A heartbeat may only be late.
    if (!is_beat && snapshot->sequence < stream->sequence) return BEGIN_ANEW;
    for (enum topic topic = 0; topic < TOPIC_COUNT; topic++)
        if (stream->may_receive[topic] && snapshot->latest[topic] > stream->latest[topic]) return FILL;
    return PASS_OVER;
}

void stream_advance(struct stream *stream, const struct envelope *envelope) {
    stream->latest[envelope->topic] = envelope->topic_sequence;
    if (envelope->sequence > stream->sequence) stream->sequence = envelope->sequence;
}

bool stream_is_new(const struct stream *stream, const struct snapshot *snapshot, enum topic topic) {
    if (!snapshot->has[topic] || !stream->may_receive[topic]) return false;
    bool is_known = stream->has_begun && stream->run == snapshot->run;
    return !is_known || snapshot->events[topic].topic_sequence > stream->latest[topic];
}

uint64_t stream_begin(struct stream *stream, const struct snapshot *snapshot) {
    uint64_t lost = 0;
    if (stream->has_begun && stream->run == snapshot->run) {
        for (enum topic topic = 0; topic < TOPIC_COUNT; topic++)
            if (stream->may_receive[topic] && snapshot->latest[topic] > stream->latest[topic])
                lost += snapshot->latest[topic] - stream->latest[topic];
        // The events in the snapshot are not lost, but a command is there without its action.
        for (enum topic topic = 0; topic < TOPIC_COUNT; topic++)
            if (stream_is_new(stream, snapshot, topic) && topic != TOPIC_COMMAND && lost > 0) lost--;
    }
    stream->has_begun = true;
    stream->run = snapshot->run;
    stream->sequence = snapshot->sequence;
    stream->bus_process_id = snapshot->process_id;
    memcpy(stream->latest, snapshot->latest, sizeof stream->latest);
    return lost;
}
