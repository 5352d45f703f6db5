// Prints the next maneuver whenever it is another one; ends when the navigation stops.
// The field numbers are those of proto/navbus/v1.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zmq.h>

typedef struct {
    const uint8_t *data;
    size_t size;
} bytes;

// ---- the wire format ------------------------------------------------------------------------------------------------

static uint64_t varint(bytes *rest) {
    uint64_t value = 0;
    for (int shift = 0; rest->size > 0 && shift < 64; shift += 7) {
        uint8_t byte = *rest->data;
        rest->data++, rest->size--;
        value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) break;
    }
    return value;
}

// The next field of this number, and `rest` behind it; its data is NULL if there is none.
// A number is read with `varint`, or copied if it is a double.
static bytes next(bytes *rest, uint64_t wanted) {
    while (rest->size > 0) {
        uint64_t tag = varint(rest), size = 0;
        bytes start = *rest;
        switch (tag & 7) {
            case 0: varint(rest), size = start.size - rest->size, *rest = start; break;
            case 1: size = 8; break;
            case 2: size = varint(rest); break;
            case 5: size = 4; break;
            default: return (bytes){NULL, 0};
        }
        if (size > rest->size) break;
        bytes found = {rest->data, size};
        rest->data += size, rest->size -= size;
        if (tag >> 3 == wanted) return found;
    }
    return (bytes){NULL, 0};
}

static bytes field(bytes message, uint64_t wanted) {
    return next(&message, wanted);
}

static size_t put(uint8_t *out, uint8_t number, const void *value, size_t size) {
    out[0] = (uint8_t)(number << 3 | 2), out[1] = (uint8_t)size;
    memcpy(out + 2, value, size);
    return size + 2;
}

// ---- the control ----------------------------------------------------------------------------------------------------

// Says hello; `endpoint` receives where the events are. 0 if the bus refused.
static int hello(void *requests, char *endpoint, size_t capacity) {
    uint8_t inner[120], outer[124], frame[130], answer[65536];
    size_t size = put(inner, 1, "next-step", 9);
    inner[size++] = 2 << 3, inner[size++] = 1; // contract_version
    size += put(inner + size, 3, "main", 4);
    size += put(inner + size, 4, "onNavigation", 12);
    size += put(inner + size, 4, "onNavigationStopped", 19);
    size = put(outer, 1, inner, size);
    frame[0] = 1 << 3, frame[1] = 1; // id
    size = 2 + put(frame + 2, 2, outer, size);
    zmq_send(requests, frame, size, 0);
    int received = zmq_recv(requests, answer, sizeof answer, 0);
    if (received < 0 || received > (int)sizeof answer) return 0;
    bytes reply = field((bytes){answer, (size_t)received}, 2);
    bytes events = field(field(reply, 1), 2);
    if (!events.data || events.size >= capacity) return 0;
    memcpy(endpoint, events.data, events.size);
    endpoint[events.size] = 0;
    return 1;
}

static void show(bytes navigation) {
    static int64_t shown = -1;
    bytes step = field(navigation, 6), ahead = field(navigation, 9);
    if (!step.data || !ahead.data) return;
    bytes number = field(step, 1), road = field(step, 5), distance = field(ahead, 1);
    int64_t now = number.data ? (int64_t)varint(&number) : 0;
    double meters = 0;
    if (distance.size == 8) memcpy(&meters, distance.data, 8);
    if (now == shown) return;
    shown = now;
    if (!road.size) road = (bytes){(const uint8_t *)"unnamed road", 12};
    printf("step %lld: %.*s in %d m\n", (long long)now, (int)road.size, (const char *)road.data, (int)(meters + 0.5));
}

int main(void) {
    const char *endpoint = getenv("NAVBUS_ENDPOINT");
    if (!endpoint) return fputs("next-step: set NAVBUS_ENDPOINT to the bus's request endpoint\n", stderr), 64;
    setvbuf(stdout, NULL, _IOLBF, 0);
    void *context = zmq_ctx_new(), *requests = zmq_socket(context, ZMQ_REQ), *events = zmq_socket(context, ZMQ_SUB);
    char where[256];
    zmq_connect(requests, endpoint);
    if (!hello(requests, where, sizeof where)) return fputs("next-step: the bus refused\n", stderr), 69;
    zmq_connect(events, where);
    zmq_setsockopt(events, ZMQ_SUBSCRIBE, "onNavigation/main", 17);
    zmq_setsockopt(events, ZMQ_SUBSCRIBE, "onNavigationStopped/main", 24);
    char topic[64], snapshot[64];
    snprintf(snapshot, sizeof snapshot, "~snap/main/next-step-%d", (int)getpid());
    zmq_setsockopt(events, ZMQ_SUBSCRIBE, snapshot, strlen(snapshot));
    uint8_t *payload = malloc(1 << 20);
    for (uint64_t seen = 0; payload;) {
        int length = zmq_recv(events, topic, sizeof topic - 1, 0), size = zmq_recv(events, payload, 1 << 20, 0);
        if (length < 0 || length >= (int)sizeof topic || size < 0 || size > 1 << 20) continue;
        topic[length] = 0;
        bytes message = {payload, (size_t)size};
        int is_snapshot = topic[0] == '~';
        bytes sequence = field(message, is_snapshot ? 3 : 2);
        uint64_t number = varint(&sequence);
        if (!is_snapshot && number <= seen) continue; // the snapshot has it already
        seen = number;
        if (is_snapshot)
            for (bytes latest; (latest = next(&message, 5)).data;) show(field(latest, 9));
        if (strncmp(topic, "onNavigation/", 13) == 0) show(field(message, 9));
        if (strncmp(topic, "onNavigationStopped/", 20) == 0) break;
    }
    puts("stopped");
    return free(payload), 0;
}
