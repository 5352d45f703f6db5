// When the process is to end: at SIGTERM, SIGINT and SIGHUP, and when its launcher dies, whose pipe is its input.
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

#endif
