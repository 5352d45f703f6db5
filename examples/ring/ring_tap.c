// ring_tap.c: prints the events of a session out of the memory of a bus, as docs/contract/ring.md specifies it.
//
//     cc -O2 -o ring_tap ring_tap.c && ./ring_tap /run/navbus/ring main
//
// One line an event: its sequence, its topic, and its bytes in hexadecimal, an Envelope of proto/navbus/v1/events.proto. It ends
// with the bus: exit code 0, or 75 if it was too slow and has missed events.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { BUFFER = 1, BEGIN, FREED, WAKE, REFUSED, WORDS = 6, MAX_BUFFERS = 4096, HEADER = 256, RECORD = 40 };
static const uint64_t VALID = 0x344A53554256414E, FOLLOWED = 0x4445574F4C4C4F46, JOIN = 0x315253554256414E;
static const char *const TOPICS[] = {"onGPS", "onNavigation", "onNavigationStarted", "onNavigationStopped", "onControl", "onCommand",
                                     "onHeading"};

static struct { uint64_t number, size; unsigned char *start; } buffers[MAX_BUFFERS];
static _Atomic uint32_t *sleeper;           // the page of this client
static uint64_t begin[WORDS];               // the packet "begin"; its first word is 0 before it comes
static unsigned char *start;                // the buffer that is being read
static int connection, has_ended;

static void fail(const char *text) {
    fprintf(stderr, "ring_tap: failed to %s (%s)\n", text, strerror(errno));
    exit(69);
}

static unsigned char *buffer(uint64_t number, uint64_t *size) {
    for (int i = 0; i < MAX_BUFFERS; i++)
        if (buffers[i].start && buffers[i].number == number) return *size = buffers[i].size, buffers[i].start;
    return NULL;
}

static void add(uint64_t number, uint64_t size, int descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) || (uint64_t)status.st_size < size || size < HEADER + 8) fail("use a buffer of the bus");
    for (int i = 0; i < MAX_BUFFERS; i++) {
        if (buffers[i].start) continue;
        void *start = mmap(NULL, size, PROT_READ, MAP_SHARED, descriptor, 0);
        if (start == MAP_FAILED) fail("map a buffer");
        buffers[i].number = number, buffers[i].size = size, buffers[i].start = start;
        return;
    }
    fail("keep so many buffers");
}

// Receives the packets that wait.
static void receive(void) {
    for (;;) {
        uint64_t words[WORDS] = {0};
        union { struct cmsghdr head; char bytes[CMSG_SPACE(sizeof(int))]; } control;
        struct iovec part = {words, sizeof words};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
        ssize_t count = recvmsg(connection, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
        if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (count <= 0) { has_ended = 1; return; }
        int descriptor = -1;
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        if (head && head->cmsg_type == SCM_RIGHTS) memcpy(&descriptor, CMSG_DATA(head), sizeof descriptor);
        if (words[0] == BUFFER) add(words[1], words[2], descriptor);
        if (words[0] == BEGIN) {
            memcpy(begin, words, sizeof words);
            sleeper = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
            if (sleeper == MAP_FAILED) fail("map the page");
        }
        if (words[0] == FREED)
            for (int i = 0; i < MAX_BUFFERS; i++)
                if (buffers[i].start && buffers[i].start != start && buffers[i].number == words[1]) {
                    munmap(buffers[i].start, buffers[i].size);
                    buffers[i].start = NULL;
                }
        if (words[0] == REFUSED) { fprintf(stderr, "ring_tap: the bus refuses: reason %d\n", (int)words[1]); exit(77); }
        if (descriptor >= 0) close(descriptor);
    }
}

static void join(const char *path, const char *session) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct ucred bus;
    socklen_t size = sizeof bus;
    char packet[40] = {0};
    if (strlen(path) >= sizeof address.sun_path || strlen(session) > 32) errno = ENAMETOOLONG, fail("join");
    strcpy(address.sun_path, path);
    connection = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (connection < 0 || connect(connection, (struct sockaddr *)&address, sizeof address)) fail("connect");
    if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &bus, &size) || (bus.uid && bus.uid != geteuid()))
        errno = EPERM, fail("trust the bus");
    memcpy(packet, &JOIN, 8);
    memcpy(packet + 8, session, strlen(session));
    if (send(connection, packet, sizeof packet, MSG_NOSIGNAL) != sizeof packet) fail("join");
    uint64_t any;
    while (!begin[0] || !buffer(begin[1], &any)) {
        struct pollfd waited = {connection, POLLIN, 0};
        if (poll(&waited, 1, 1000) != 1 || has_ended) fail("get an answer");
        receive();
    }
}

static uint64_t acquire(const unsigned char *word) { return atomic_load_explicit((_Atomic uint64_t *)word, memory_order_acquire); }
static uint64_t load(const unsigned char *word) { uint64_t value; memcpy(&value, word, 8); return value; }

static int is_valid(uint64_t segment) {
    atomic_thread_fence(memory_order_acquire);
    return acquire(start) == VALID && load(start + 80) == segment;
}

static void sleep_until_woken(uint64_t offset) {
    atomic_store_explicit(sleeper, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    if (!acquire(start + offset) && !acquire(start + 200)) {
        struct pollfd waited = {connection, POLLIN, 0};
        if (poll(&waited, 1, -1) > 0) receive();
    }
    atomic_store_explicit(sleeper, 0, memory_order_relaxed);
}

int main(int count, char **words) {
    if (count != 3) return fprintf(stderr, "Usage: ring_tap RING-SOCKET SESSION\n"), 64;
    join(words[1], words[2]);
    uint64_t size, segment = begin[2], offset = begin[3];
    unsigned char *copy = malloc(16 << 20);
    start = buffer(begin[1], &size);
    fprintf(stderr, "ring_tap: reads after event %llu\n", (unsigned long long)begin[4]);
    for (;;) {
        uint64_t word = acquire(start + offset), length = word & UINT32_MAX, topic = word >> 32 & 0xFFFFFF;
        if (word) {
            uint64_t end = offset + RECORD + ((length + 7) & ~7ull);
            if (word >> 56 != 0xA5 || end + 8 > size) return 75;
            uint64_t sequence = load(start + offset + 16);
            memcpy(copy, start + offset + RECORD, length);
            if (!is_valid(segment)) return 75;
            offset = end;
            if (topic >= sizeof TOPICS / sizeof *TOPICS) continue;
            printf("%llu %s ", (unsigned long long)sequence, TOPICS[topic]);
            for (uint64_t i = 0; i < length; i++) printf("%02x", copy[i]);
            printf("\n");
            continue;
        }
        int is_followed = acquire(start + 200) == FOLLOWED;
        uint64_t next = load(start + 208);
        if (acquire(start + offset)) continue;
        if (!is_valid(segment)) return 75;
        if (is_followed) {
            if (!buffer(next, &size)) receive();
            if (!(start = buffer(next, &size))) return 75;
            segment++, offset = HEADER;
        } else if (has_ended) {
            return 0;
        } else {
            fflush(stdout);
            sleep_until_woken(offset);
        }
    }
}
