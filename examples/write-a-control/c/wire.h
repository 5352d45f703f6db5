// The wire format of protobuf, as far as this control needs it: a message is a sequence of fields, each a number and a
// value.
// Nothing is copied or allocated: the results point into the received bytes.
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A range of bytes that this structure does not own.
struct bytes {
    const uint8_t *data;
    size_t size;
};

enum wire_type { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2, WIRE_FIXED32 = 5 };

// One field of a message.
struct field {
    uint32_t number;
    enum wire_type type;
    uint64_t value;     // of a number: its bits, regardless of its type
    struct bytes bytes; // of a text or a message
};

enum wire_result { WIRE_END, WIRE_FIELD, WIRE_BROKEN };

// Reads the next field, and advances `rest`. To skip an unknown field, read the next one.
enum wire_result wire_next(struct bytes *rest, struct field *field);

// The double with the bits of a field.
double wire_double(uint64_t bits);

// Writes a message into a buffer. Fields that do not fit are omitted and set `is_full`: check it once, at the end.
struct writer {
    uint8_t *data;
    size_t capacity, size;
    bool is_full;
};

// As in protobuf, a value that is 0 or empty is not written.
void put_number(struct writer *out, uint32_t number, uint64_t value);
void put_fixed64(struct writer *out, uint32_t number, uint64_t value);
void put_text(struct writer *out, uint32_t number, const char *text);

// A nested message: the fields between these two calls belong to it.
size_t put_begin(struct writer *out, uint32_t number);
void put_end(struct writer *out, size_t begin);

#endif
