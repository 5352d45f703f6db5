#define _GNU_SOURCE // pipe2
#include "life.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A signal handler writes into a pipe, so that a wait for the sockets ends even if the signal arrives late.
static int signal_pipe[2] = {-1, -1};

static volatile sig_atomic_t is_told_to_end;

static void on_signal(int number) {
    if (is_told_to_end) _exit(128 + number); // the process may hang
    is_told_to_end = true;
    int reason = errno;
    // A full pipe has the same effect.
    if (write(signal_pipe[1], "", 1) < 0) errno = reason;
}

bool life_begin(struct life *life) {
    if (pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return false;
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    // A write to a closed pipe fails, but does not end the process.
    signal(SIGPIPE, SIG_IGN);
    const char *lifeline = getenv("NAVBUS_LIFELINE");
    life->descriptors[0] = signal_pipe[0];
    life->descriptors[1] = lifeline && strcmp(lifeline, "stdin") == 0 ? STDIN_FILENO : -1;
    return true;
}

bool life_is_over(const struct life *life) {
    struct pollfd polled[LIFE_DESCRIPTORS];
    for (int i = 0; i < LIFE_DESCRIPTORS; i++)
        polled[i] = (struct pollfd){.fd = life->descriptors[i], .events = POLLIN};
    if (poll(polled, LIFE_DESCRIPTORS, 0) <= 0) return false;
    if (polled[0].revents) return true;
    char passed_over[256];
    return polled[1].revents && read(polled[1].fd, passed_over, sizeof passed_over) <= 0 && errno != EINTR;
}

bool life_lets_write(const struct life *life, int descriptor) {
    struct pollfd polled[1 + LIFE_DESCRIPTORS] = {{.fd = descriptor, .events = POLLOUT}};
    for (int i = 0; i < LIFE_DESCRIPTORS; i++)
        polled[1 + i] = (struct pollfd){.fd = life->descriptors[i], .events = POLLIN};
    // Pending output is written even at the end.
    do {
        if (poll(polled, 1 + LIFE_DESCRIPTORS, -1) > 0 && polled[0].revents) return true;
    } while (!life_is_over(life));
    return false;
}
