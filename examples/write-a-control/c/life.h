// When the process is to end: at SIGTERM, SIGINT and SIGHUP, and when its launcher dies, whose pipe is its input.
// A second signal ends it at once.
#ifndef LIFE_H
#define LIFE_H

#include <stdbool.h>

enum { LIFE_DESCRIPTORS = 2 };

struct life {
    int descriptors[LIFE_DESCRIPTORS]; // what to wait for beside the sockets; -1: nothing
};

// False if the system has no pipe left.
bool life_begin(struct life *life);

// Whether the process is to end now. Never waits.
bool life_is_over(const struct life *life);

// Waits until a line can be written there without waiting. False if the process is to end first.
bool life_lets_write(const struct life *life, int descriptor);

#endif
