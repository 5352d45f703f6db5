#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// The file is written anew when it has grown to this: it is read in one piece.
enum { MOST_BYTES = 16 * 1024, LINE_BYTES = 128 };

static void add_line(const struct memory *memory, const char *line) {
    // What cannot be written is not known after a restart; that is no reason to stop telling.
    if (memory->file >= 0 && write(memory->file, line, strlen(line)) < 0) errno = 0;
}

static void add_cue(const struct memory *memory, const struct cue *cue) {
    char line[LINE_BYTES];
    snprintf(
        line, sizeof line, "cue %" PRIu64 " %" PRIu64 " %" PRId64 " %" PRId64 "\n", cue->identity, cue->stage,
        cue->due_nanoseconds, cue->expires_nanoseconds);
    add_line(memory, line);
}

static void write_anew(const struct memory *memory) {
    if (memory->file < 0 || ftruncate(memory->file, 0) != 0) return;
    char line[LINE_BYTES];
    snprintf(line, sizeof line, "navbus 1 run %" PRIu64 "\n", memory->run);
    add_line(memory, line);
    size_t first = memory->count > MEMORY_CUES ? memory->count - MEMORY_CUES : 0;
    for (size_t i = first; i < memory->count; i++) add_cue(memory, &memory->cues[i % MEMORY_CUES]);
}

// Reads lines that a process before this one has written; one that was cut by its death, or is of a later version, is
// passed over.
static void read_back(struct memory *memory) {
    static char text[MOST_BYTES + 1];
    ssize_t size = pread(memory->file, text, MOST_BYTES, 0);
    if (size <= 0) return;
    text[size] = 0;
    char *end = strrchr(text, '\n');
    uint64_t run;
    if (!end || sscanf(text, "navbus 1 run %" SCNu64, &run) != 1 || run != memory->run) return;
    *end = 0;
    for (char *line = strchr(text, '\n'); line; line = strchr(line, '\n')) {
        struct cue cue = {0};
        line++;
        if (sscanf(
                line, "cue %" SCNu64 " %" SCNu64 " %" SCNd64 " %" SCNd64, &cue.identity, &cue.stage,
                &cue.due_nanoseconds, &cue.expires_nanoseconds) == 4)
            memory->cues[memory->count++ % MEMORY_CUES] = cue;
    }
}

const char *memory_open(struct memory *memory, const char *path, uint64_t run) {
    *memory = (struct memory){.run = run, .file = -1};
    if (!path) return NULL;
    // No link is followed: others may be able to write into that folder.
    int file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (file < 0) return strerror(errno);
    struct stat status;
    const char *problem = NULL;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != geteuid())
        problem = "it is no file of ours";
    else if (flock(file, LOCK_EX | LOCK_NB) != 0)
        problem = "another process of this control has it";
    if (problem) {
        close(file);
        return problem;
    }
    memory->file = file;
    read_back(memory);
    write_anew(memory);
    return NULL;
}

bool memory_has(const struct memory *memory, const struct cue *cue, int64_t fix_nanoseconds) {
    size_t kept = memory->count < MEMORY_CUES ? memory->count : MEMORY_CUES;
    for (size_t i = 1; i <= kept; i++) {
        const struct cue *told = &memory->cues[(memory->count - i) % MEMORY_CUES];
        if (told->identity != cue->identity || told->stage != cue->stage) continue;
        return told->due_nanoseconds == cue->due_nanoseconds || fix_nanoseconds < told->expires_nanoseconds;
    }
    return false;
}

void memory_add(struct memory *memory, const struct cue *cue) {
    memory->cues[memory->count++ % MEMORY_CUES] = *cue;
    struct stat status;
    if (memory->file >= 0 && fstat(memory->file, &status) == 0 && status.st_size > MOST_BYTES - LINE_BYTES)
        write_anew(memory);
    else
        add_cue(memory, cue);
}

void memory_forget(struct memory *memory, uint64_t run) {
    memory->run = run;
    memory->count = 0;
    write_anew(memory);
}

void memory_close(struct memory *memory) {
    if (memory->file >= 0) close(memory->file);
    memory->file = -1;
}
