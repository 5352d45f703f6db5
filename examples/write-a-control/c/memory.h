// Which cues were told already, by this process or one before it: a control that dies in the middle of a drive is started
// again, and must not repeat itself. A table of fixed size, and a file beside the socket of the bus with the same in it,
// a line for each cue. Where no file can be, the memory ends with the process.
#ifndef MEMORY_H
#define MEMORY_H

#include "messages.h"

enum { MEMORY_CUES = 64 }; // a cue is forgotten when as many have come after it

struct memory {
    uint64_t run;
    struct cue cues[MEMORY_CUES]; // the newest at (count - 1) % MEMORY_CUES
    size_t count;
    const char *path;
    int file;    // -1: none
    bool is_cut; // its last line has no end
};

// Opens the file, and knows again what stands in it if it is of this run. `path` may be NULL, and stays in use.
// The reason if the file cannot be used, else NULL; there is a memory either way.
const char *memory_open(struct memory *memory, const char *path, uint64_t run);

// Whether the cue was told on this occasion. The same place may be passed again, later: that is another one.
bool memory_has(const struct memory *memory, const struct cue *cue, int64_t fix_nanoseconds);

// Takes note of a cue, before its end is reported.
void memory_add(struct memory *memory, const struct cue *cue);

// Navigation has ended, or another run has begun.
void memory_forget(struct memory *memory, uint64_t run);

void memory_close(struct memory *memory);

#endif
