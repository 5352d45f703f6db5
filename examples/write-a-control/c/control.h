// What this control does with the events: this is the file to begin with.
#ifndef CONTROL_H
#define CONTROL_H

#include "memory.h"

// The section [my-control] of the configuration.
struct settings {
    bool tells_follow; // whether "follow the road" is told too
};

struct control {
    struct settings settings;
    struct memory memory;
};

enum { LINE_SIZE = 160 };

// The line that is to be told of this moment, once for each cue; false if there is nothing to tell.
// A decision and nothing else: the same control, guidance and memory give the same line.
bool control_line(const struct control *control, const struct guidance *guidance, char line[LINE_SIZE]);

// Appends a text from outside to a line, cut between two letters; what a terminal would obey becomes a question mark.
void control_append(char line[LINE_SIZE], size_t at, struct bytes text);

#endif
