// The cues that this process or an earlier one has rendered: a control that crashes during a drive is restarted, and
// must not repeat them. A table of fixed size, and a file next to the socket of the bus with the same content, one line
// for each cue. Without a file, the memory ends with the process.
#ifndef MEMORY_H
#define MEMORY_H

#include "messages.h"

enum { MEMORY_CUES = 64 }; // the oldest cue is removed when there are more

struct remembered {
    uint64_t identity;
    unsigned stage;
    int64_t due_at_nanoseconds, expires_at_nanoseconds;
};

struct memory {
    uint64_t run;
    struct remembered cues[MEMORY_CUES]; // the newest at (count - 1) % MEMORY_CUES
    size_t count;
    const char *path;
    int file;    // -1: none
    bool is_cut; // its last line is incomplete
};

// Opens the file, and restores its content if it is of this run. `path` may be NULL, and must remain valid.
// Returns the reason if the file cannot be used, else NULL; the memory works in both cases.
const char *memory_open(struct memory *memory, const char *path, uint64_t run);

// Whether the cue was rendered on this occasion. Passing the same place again later is another occasion.
bool memory_has(const struct memory *memory, const struct navbus_cue *cue, int64_t fix_nanoseconds);

// Records a cue, before its end is reported.
void memory_add(struct memory *memory, const struct navbus_cue *cue);

// Navigation has ended, or another run has begun.
void memory_forget(struct memory *memory, uint64_t run);

void memory_close(struct memory *memory);

#endif
