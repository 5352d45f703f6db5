// Detects that the process has to end: at SIGTERM, SIGINT and SIGHUP, and when its launcher ends, which holds the other
// end of standard input.
// A second signal ends the process immediately.
#ifndef LIFE_H
#define LIFE_H

#include <stdbool.h>

enum { LIFE_DESCRIPTORS = 2 };

struct life {
    int descriptors[LIFE_DESCRIPTORS]; // to wait for besides the sockets; -1: none
};

// False if no pipe can be created.
bool life_begin(struct life *life);

// Whether the process has to end. Never waits.
bool life_is_over(const struct life *life);

// Waits until a line can be written without blocking. False if the process has to end first.
bool life_lets_write(const struct life *life, int descriptor);

#endif
