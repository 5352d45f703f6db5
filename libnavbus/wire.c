#include "wire.h"

#include <string.h>

static bool take_varint(struct navbus_bytes *rest, uint64_t *value) {
    *value = 0;
    for (unsigned shift = 0; shift < 70 && rest->size > 0; shift += 7) {
        uint8_t byte = *rest->data;
        rest->data++;
        rest->size--;
        // The tenth byte has one bit of the 64.
        if (shift == 63 && byte > 1) return false;
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) return true;
    }
    return false;
}

// Numbers of fixed size begin with their lowest byte.
static bool take_fixed(struct navbus_bytes *rest, size_t size, uint64_t *value) {
    if (rest->size < size) return false;
    *value = 0;
    for (size_t i = size; i > 0; i--) *value = *value << 8 | rest->data[i - 1];
    rest->data += size;
    rest->size -= size;
    return true;
}

static bool take_bytes(struct navbus_bytes *rest, struct navbus_bytes *taken) {
    uint64_t size;
    if (!take_varint(rest, &size) || size > rest->size) return false;
    *taken = (struct navbus_bytes){rest->data, (size_t)size};
    rest->data += size;
    rest->size -= (size_t)size;
    return true;
}

enum { GROUP_BEGIN = 3, GROUP_END = 4 };

// One field, or one edge of a group.
static bool take_field(struct navbus_bytes *rest, struct navbus_field *field) {
    uint64_t tag;
    if (!take_varint(rest, &tag) || tag >> 3 == 0 || tag >> 3 > 0x1fffffff) return false;
    *field = (struct navbus_field){.number = (uint32_t)(tag >> 3), .type = (enum navbus_field_type)(tag & 7)};
    switch (tag & 7) {
    case NAVBUS_FIELD_VARINT: return take_varint(rest, &field->value);
    case NAVBUS_FIELD_FIXED64: return take_fixed(rest, 8, &field->value);
    case NAVBUS_FIELD_FIXED32: return take_fixed(rest, 4, &field->value);
    case NAVBUS_FIELD_BYTES: return take_bytes(rest, &field->bytes);
    default: return (tag & 7) == GROUP_BEGIN || (tag & 7) == GROUP_END;
    }
}

enum navbus_reading navbus_next_field(struct navbus_bytes *rest, struct navbus_field *field) {
    // A group, an old kind of message, is skipped up to its end: the contract has none.
    for (size_t groups = 0; rest->size > 0;) {
        if (!take_field(rest, field)) return NAVBUS_READ_BROKEN;
        int type = (int)field->type;
        if (type == GROUP_BEGIN) groups++;
        if (type == GROUP_END && groups-- == 0) return NAVBUS_READ_BROKEN;
        if (type != GROUP_BEGIN && type != GROUP_END && groups == 0) return NAVBUS_READ_FIELD;
        if (rest->size == 0 && groups > 0) return NAVBUS_READ_BROKEN;
    }
    return NAVBUS_READ_END;
}

double navbus_double(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// ---- writing --------------------------------------------------------------------------------------------------------

static void put_byte(struct writer *out, uint8_t byte) {
    if (out->size < out->capacity) {
        out->data[out->size++] = byte;
    } else {
        out->is_full = true;
    }
}

static void put_varint(struct writer *out, uint64_t value) {
    for (; value >= 0x80; value >>= 7) put_byte(out, (uint8_t)(value | 0x80));
    put_byte(out, (uint8_t)value);
}

static void put_tag(struct writer *out, uint32_t number, enum navbus_field_type type) {
    put_varint(out, (uint64_t)number << 3 | type);
}

void put_number(struct writer *out, uint32_t number, uint64_t value) {
    if (value == 0) return;
    put_tag(out, number, NAVBUS_FIELD_VARINT);
    put_varint(out, value);
}

void put_fixed64(struct writer *out, uint32_t number, uint64_t value) {
    if (value == 0) return;
    put_tag(out, number, NAVBUS_FIELD_FIXED64);
    for (int i = 0; i < 8; i++) put_byte(out, (uint8_t)(value >> (8 * i)));
}

void put_double(struct writer *out, uint32_t number, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_tag(out, number, NAVBUS_FIELD_FIXED64);
    for (int i = 0; i < 8; i++) put_byte(out, (uint8_t)(bits >> (8 * i)));
}

void put_text(struct writer *out, uint32_t number, const char *text) {
    if (*text == 0) return;
    size_t begin = put_begin(out, number);
    for (; *text; text++) put_byte(out, (uint8_t)*text);
    put_end(out, begin);
}

size_t put_begin(struct writer *out, uint32_t number) {
    put_tag(out, number, NAVBUS_FIELD_BYTES);
    return out->size;
}

// The length precedes the content, but is known only after it: the content moves by the bytes of the length.
void put_end(struct writer *out, size_t begin) {
    size_t size = out->size - begin, digits = 1;
    for (size_t left = size; left >= 0x80; left >>= 7) digits++;
    if (out->is_full || out->capacity - out->size < digits) {
        out->is_full = true;
        return;
    }
    memmove(out->data + begin + digits, out->data + begin, size);
    struct writer length = {out->data + begin, digits, 0, false};
    put_varint(&length, size);
    out->size += digits;
}
