// Writes messages in the wire format of protobuf: a message is a sequence of fields, each a number and a value. The
// reader is public: navbus_next_field() in navbus.h.
#ifndef WIRE_H
#define WIRE_H

#include "navbus.h"

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

// A double, also 0, for an optional field.
void put_double(struct writer *out, uint32_t number, double value);

// A nested message: the fields between these two calls belong to it.
size_t put_begin(struct writer *out, uint32_t number);
void put_end(struct writer *out, size_t begin);

#endif
