// Protobuf's wire format, as far as this control needs it: a message is a row of fields, each a number and a value.
// Nothing is copied and nothing allocated: what is read points into the bytes that came.
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A part of somebody else's memory.
struct bytes {
    const uint8_t *data;
    size_t size;
};

enum wire_type { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2, WIRE_FIXED32 = 5 };

// One field of a message.
struct field {
    uint32_t number;
    enum wire_type type;
    uint64_t value;     // of a number: its bits, whatever its type
    struct bytes bytes; // of a text or a message
};

enum wire_result { WIRE_END, WIRE_FIELD, WIRE_BROKEN };

// The next field, and `rest` behind it. Fields that one does not know are passed over by looking at the next one.
enum wire_result wire_next(struct bytes *rest, struct field *field);

// The double whose bits a field has.
double wire_double(uint64_t bits);

// Makes a message in a buffer. What does not fit is left out, and `is_full` says so: look at it once, at the end.
struct writer {
    uint8_t *data;
    size_t capacity, size;
    bool is_full;
};

// As protobuf has it, what is 0 or empty is not written.
void put_number(struct writer *out, uint32_t number, uint64_t value);
void put_fixed64(struct writer *out, uint32_t number, uint64_t value);
void put_text(struct writer *out, uint32_t number, const char *text);

// A message within the message: what is put between the two is its fields.
size_t put_begin(struct writer *out, uint32_t number);
void put_end(struct writer *out, size_t begin);

#endif
