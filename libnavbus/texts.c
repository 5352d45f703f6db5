#include "texts.h"

#include <string.h>

// The bytes of the first letter of a text in UTF-8; 0 if there is none, or if it is a control character.
static size_t letter_size(struct navbus_bytes text) {
    if (text.size == 0) return 0;
    uint8_t first = text.data[0];
    size_t size = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (size > text.size || first < 0x20 || first == 0x7f) return 0;
    for (size_t i = 1; i < size; i++)
        if ((text.data[i] & 0xc0) != 0x80) return 0;
    if (first == 0xc2 && text.data[1] < 0xa0) return 0; // U+0080 to U+009F are control characters too
    // U+2028 to U+202E and U+2060 to U+206F end a line or change its direction.
    if (first == 0xe2 && text.data[1] == 0x80 && text.data[2] >= 0xa8 && text.data[2] <= 0xae) return 0;
    return first == 0xe2 && text.data[1] == 0x81 && text.data[2] >= 0xa0 && text.data[2] <= 0xaf ? 0 : size;
}

size_t navbus_append(char *line, size_t capacity, size_t at, struct navbus_bytes text) {
    while (text.size > 0) {
        size_t size = letter_size(text), taken = size ? size : 1;
        if (at + taken >= capacity) break;
        memcpy(line + at, size ? (const char *)text.data : "?", taken);
        at += taken;
        text.data += taken;
        text.size -= taken;
    }
    if (at < capacity) line[at] = 0;
    return at;
}

size_t cut_size(const char *text, size_t capacity) {
    size_t size = strnlen(text, capacity + 1);
    if (size <= capacity) return size;
    size = capacity;
    while (size > 0 && ((uint8_t)text[size] & 0xc0) == 0x80) size--;
    return size;
}
