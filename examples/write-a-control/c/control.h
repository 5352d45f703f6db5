// The behaviour of this control: begin with this file.
#ifndef CONTROL_H
#define CONTROL_H

#include "memory.h"

// The section [my-control] of the configuration.
struct settings {
    bool tells_follow; // whether cues of the stage "follow" are printed too
};

struct control {
    struct settings settings;
    struct memory memory;
};

enum { LINE_SIZE = 160 };

// The line to print for this guidance, once for each cue; false if there is nothing to print.
// A pure function: the same control, guidance and memory give the same line.
bool control_line(const struct control *control, const struct guidance *guidance, char line[LINE_SIZE]);

// Appends a foreign text to a line, cut between two letters; a question mark replaces each control character.
void control_append(char line[LINE_SIZE], size_t at, struct bytes text);

#endif
