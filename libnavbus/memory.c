#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// Maximum size of the file, which is then written again: it is read and written as a whole.
enum { MOST_BYTES = 16 * 1024, LINE_BYTES = 128 };
static char text[MOST_BYTES + 1];

static int write_line(char line[LINE_BYTES], const struct remembered *cue) {
    return snprintf(
        line, LINE_BYTES, "cue %" PRIu64 " %u %" PRId64 " %" PRId64 "\n", cue->identity, cue->stage,
        cue->due_at_nanoseconds, cue->expires_at_nanoseconds);
}

// A cue that cannot be written is unknown after a restart, which is no reason to end. The next write ends a line that
// was written only in part.
static void add_cue(struct memory *memory, const struct remembered *cue) {
    char line[1 + LINE_BYTES] = "\n";
    char *begin = memory->is_cut ? line : line + 1;
    int size = write_line(line + 1, cue) + (memory->is_cut ? 1 : 0);
    if (memory->file >= 0) memory->is_cut = write(memory->file, begin, (size_t)size) != size;
}

static const char *lock(int file) {
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != geteuid())
        return "it is not a file of this user";
    return flock(file, LOCK_EX | LOCK_NB) == 0 ? NULL : "another process of this control has it";
}

// Replaces the file by a locked one next to it. If this fails, the old one remains.
static void write_anew(struct memory *memory) {
    if (memory->file < 0) return;
    int size = snprintf(text, sizeof text, "navbus 1 run %" PRIu64 "\n", memory->run);
    size_t first = memory->count > MEMORY_CUES ? memory->count - MEMORY_CUES : 0;
    for (size_t i = first; i < memory->count; i++) size += write_line(text + size, &memory->cues[i % MEMORY_CUES]);

    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s.new", memory->path);
    unlink(path); // of a process that was killed
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return;
    if (lock(file) || write(file, text, (size_t)size) != size || rename(path, memory->path) != 0) {
        unlink(path);
        close(file);
        return;
    }
    close(memory->file);
    memory->file = file;
    memory->is_cut = false;
}

// Reads the lines of earlier processes; ignores a line that a crash cut, or of a later version. False if they are of
// another run.
static bool read_back(struct memory *memory) {
    ssize_t size = pread(memory->file, text, MOST_BYTES, 0);
    if (size <= 0) return false;
    text[size] = 0;
    char *end = strrchr(text, '\n');
    uint64_t run;
    if (!end || sscanf(text, "navbus 1 run %" SCNu64, &run) != 1 || run != memory->run) return false;
    memory->is_cut = end + 1 < text + size;
    *end = 0;
    for (char *line = strchr(text, '\n'); line; line = strchr(line, '\n')) {
        struct remembered cue = {0};
        line++;
        if (sscanf(
                line, "cue %" SCNu64 " %u %" SCNd64 " %" SCNd64, &cue.identity, &cue.stage, &cue.due_at_nanoseconds,
                &cue.expires_at_nanoseconds) == 4)
            memory->cues[memory->count++ % MEMORY_CUES] = cue;
    }
    return true;
}

// Whether the path still names this file: another process may have replaced it.
static bool is_named(int file, const char *path) {
    struct stat opened, named;
    return fstat(file, &opened) == 0 && lstat(path, &named) == 0 && opened.st_ino == named.st_ino &&
           opened.st_dev == named.st_dev;
}

const char *memory_open(struct memory *memory, const char *path, uint64_t run) {
    *memory = (struct memory){.run = run, .path = path, .file = -1};
    if (!path) return NULL;
    // Links are not followed: other users may be able to write into the folder.
    int file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (file < 0) return strerror(errno);
    const char *problem = lock(file);
    if (!problem && !is_named(file, path)) problem = "another process of this control has it";
    if (problem) {
        close(file);
        return problem;
    }
    memory->file = file;
    if (!read_back(memory)) write_anew(memory);
    return NULL;
}

bool memory_has(const struct memory *memory, const struct navbus_cue *cue, int64_t fix_nanoseconds) {
    size_t kept = memory->count < MEMORY_CUES ? memory->count : MEMORY_CUES;
    for (size_t i = 1; i <= kept; i++) {
        const struct remembered *rendered = &memory->cues[(memory->count - i) % MEMORY_CUES];
        if (rendered->identity != cue->identity || rendered->stage != (unsigned)cue->stage) continue;
        return rendered->due_at_nanoseconds == cue->due_at_nanoseconds ||
               fix_nanoseconds < rendered->expires_at_nanoseconds;
    }
    return false;
}

void memory_add(struct memory *memory, const struct navbus_cue *cue) {
    struct remembered *added = &memory->cues[memory->count++ % MEMORY_CUES];
    *added = (struct remembered){
        cue->identity, (unsigned)cue->stage, cue->due_at_nanoseconds, cue->expires_at_nanoseconds};
    struct stat status;
    if (memory->file >= 0 && fstat(memory->file, &status) == 0 && status.st_size > MOST_BYTES - LINE_BYTES)
        write_anew(memory);
    else
        add_cue(memory, added);
}

void memory_forget(struct memory *memory, uint64_t run) {
    if (memory->run == run && memory->count == 0) return;
    memory->run = run;
    memory->count = 0;
    write_anew(memory);
}

void memory_close(struct memory *memory) {
    if (memory->file >= 0) close(memory->file);
    memory->file = -1;
}
