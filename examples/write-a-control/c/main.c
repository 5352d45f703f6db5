// The process of the control: its environment, its life cycle and its exit codes.
#include "bus.h"
#include "control.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char id[] = "my-control";

// The exit codes of docs/controls.md.
enum { ENDED = 0, USAGE = 64, NO_BUS_AT_ALL = 69, INTERNAL = 70, BAD_SETTING = 78 };

enum { LAST_TURNS = 20, LAST_TURN_MILLISECONDS = 5 };

// The whole state of the process: while it runs, only libzmq allocates memory, for its messages.
struct process {
    struct bus bus;
    struct control control;
    char memory_path[BUS_ENDPOINT_SIZE];
    uint64_t effects;
    int exit_code; // above 0: end with this code
};

static const char *variable(const char *name, const char *otherwise) {
    const char *value = getenv(name);
    return value && *value ? value : otherwise;
}

// ---- callbacks ------------------------------------------------------------------------------------------------------

static void on_navigation(void *self, const struct guidance *guidance) {
    struct process *process = self;
    char line[LINE_SIZE];
    if (!control_line(&process->control, guidance, line)) return;
    if (!life_lets_write(&process->bus.life, STDOUT_FILENO)) return;
    struct report report = {
        .kind = REPORT_BEGAN, .effect = "line", .text = line, .has_cue = true, .cue = guidance->cue,
        .effect_number = ++process->effects};
    bus_report(&process->bus, &report);
    if (puts(line) == EOF) return; // the output is closed
    memory_add(&process->control.memory, &guidance->cue);
    report.kind = REPORT_ENDED;
    bus_report(&process->bus, &report);
}

static void on_stopped(void *self) {
    struct process *process = self;
    if (life_lets_write(&process->bus.life, STDOUT_FILENO)) puts("stopped");
    memory_forget(&process->control.memory, process->control.memory.run);
}

static void on_state(void *self, uint64_t run, bool is_navigating) {
    struct memory *memory = &((struct process *)self)->control.memory;
    if (run != memory->run || !is_navigating) memory_forget(memory, run);
}

// ---- joining --------------------------------------------------------------------------------------------------------

// Reports a problem, on standard error and as a report in the session.
static void complain(struct process *process, enum report_kind kind, const char *format, ...) {
    char text[BUS_FRAME_SIZE / 2]; // the rest of a report is for its names
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    fprintf(stderr, "%s: %s\n", id, text);
    bus_report(&process->bus, &(struct report){.kind = kind, .effect = "", .text = text});
}

static void on_welcome(void *self, const struct welcome *welcome) {
    struct process *process = self;
    struct settings *settings = &process->control.settings;
    settings->tells_follow = true;
    if (read_switch(welcome, "follow", &settings->tells_follow) == SETTING_OF_ANOTHER_TYPE) {
        complain(process, REPORT_FAILED, "failed to use the setting \"follow\": the value must be true or false");
        process->exit_code = BAD_SETTING;
        return;
    }
    const char *path = process->memory_path[0] ? process->memory_path : NULL;
    const char *problem = memory_open(&process->control.memory, path, welcome->run);
    if (problem)
        complain(
            process, REPORT_WARNING, "the memory ends with this process; set NAVBUS_STATE to a folder of this user: "
            "failed to use %s: %s", path, problem);
}

static void on_refusal(void *self, struct bytes text) {
    (void)self;
    char line[LINE_SIZE];
    control_append(line, 0, text);
    fprintf(stderr, "%s: failed to join the bus: %s\n", id, line);
}

// The file of the memory: next to the socket of the bus, or in NAVBUS_STATE.
static void name_memory(struct process *process, const char *endpoint, const char *session) {
    const char *path = endpoint + strlen("ipc://"), *folder = variable("NAVBUS_STATE", path);
    int length = (int)(folder == path ? strrchr(path, '/') - path : (long)strlen(folder));
    int size = sizeof process->memory_path;
    int written = snprintf(process->memory_path, (size_t)size, "%.*s/%s-%s.memory", length, folder, id, session);
    if (written >= size) process->memory_path[0] = 0;
}

static bool is_session(const char *name) {
    size_t size = strlen(name);
    return size >= 1 && size < BUS_NAME_SIZE && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") == size;
}

static int refuse(const char *name, const char *value, const char *wanted) {
    fprintf(stderr, "%s: failed to use the environment variable %s = \"%s\": %s is wanted\n", id, name, value, wanted);
    return USAGE;
}

// Whether a folder, given by a part of a path, exists and belongs to this user.
static bool is_own_folder(const char *text, size_t before, size_t behind) {
    char path[BUS_ENDPOINT_SIZE];
    struct stat status;
    snprintf(path, sizeof path, "%.*s", (int)(strlen(text) - before - behind), text + before);
    return lstat(path, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid();
}

// The default endpoint.
static void standard_endpoint(char *endpoint, size_t size) {
    const char *folder = variable("XDG_RUNTIME_DIR", NULL);
    if (folder)
        snprintf(endpoint, size, "ipc://%s/navbus/requests", folder);
    else if (geteuid() == 0)
        snprintf(endpoint, size, "ipc:///run/navbus/requests");
    else
        snprintf(endpoint, size, "ipc:///run/user/%u/navbus/requests", (unsigned)geteuid());
    // Never below /tmp, where any user could create the folder first.
    const char *state = variable("XDG_STATE_HOME", NULL), *home = variable("HOME", "");
    if (folder || geteuid() == 0 || is_own_folder(endpoint, strlen("ipc://"), strlen("/navbus/requests"))) return;
    snprintf(
        endpoint, size, "ipc://%s%s/navbus/run/requests", state ? state : home, state ? "" : "/.local/state");
}

// ---- life cycle -----------------------------------------------------------------------------------------------------

static int live(struct process *process, const char *endpoint, int seconds) {
    enum joining joining = bus_join(&process->bus, 0, process, on_welcome, on_refusal);
    if (joining == NO_BUS) {
        fprintf(stderr, "%s: waiting for a bus at %s\n", id, endpoint);
        joining = bus_join(&process->bus, seconds, process, on_welcome, on_refusal);
    }
    if (joining == TOLD_TO_END) return ENDED;
    if (joining == NO_BUS)
        fprintf(
            stderr, "%s: failed to reach a bus at %s within %d s; start one, or name it in NAVBUS_ENDPOINT\n", id,
            endpoint, seconds);
    if (joining != JOINED) return NO_BUS_AT_ALL;
    if (process->exit_code) return process->exit_code;

    struct listener listener = {process, on_navigation, on_stopped, on_state};
    bus_report(&process->bus, &(struct report){.kind = REPORT_READY, .effect = "", .text = ""});
    // A closed output also ends the process.
    while (!life_is_over(&process->bus.life) && !ferror(stdout) && !process->bus.problem[0])
        bus_turn(&process->bus, &listener);
    if (process->bus.problem[0]) {
        fprintf(stderr, "%s: failed to trust the bus: %s\n", id, process->bus.problem);
        return NO_BUS_AT_ALL;
    }
    // An event that was published just before the signal may still be on its way.
    for (int turn = 0; turn < LAST_TURNS; turn++) {
        bus_turn(&process->bus, &listener);
        poll(NULL, 0, LAST_TURN_MILLISECONDS);
    }
    bus_report(&process->bus, &(struct report){.kind = REPORT_LEAVING, .effect = "", .text = ""});
    return ENDED;
}

int main(int count, char **words) {
    static struct process process;
    char standard[BUS_ENDPOINT_SIZE];
    // navbus doctor uses it to check that the program starts.
    if (count == 2 && strcmp(words[1], "--version") == 0) return printf("%s 1.0\n", id), ENDED;
    if (count > 1) {
        bool asks = strcmp(words[1], "--help") == 0;
        fprintf(
            asks ? stdout : stderr, "usage: %s\nPrints each cue once. NAVBUS_ENDPOINT is the endpoint of the bus.\n", id);
        return asks ? ENDED : USAGE;
    }
    standard_endpoint(standard, sizeof standard);
    const char *endpoint = variable("NAVBUS_ENDPOINT", standard), *session = variable("NAVBUS_SESSION", "main");
    const char *wait = variable("NAVBUS_WAIT", "60");
    long seconds = atol(wait);
    bool is_number = strlen(wait) <= 5 && strspn(wait, "0123456789") == strlen(wait);
    if (!is_number || seconds > 86400) return refuse("NAVBUS_WAIT", wait, "0 to 86400 seconds");
    // A bus on another machine accepts only peers with keys, which this control does not have.
    if (strncmp(endpoint, "ipc:///", 7) != 0) return refuse("NAVBUS_ENDPOINT", endpoint, "ipc:///PATH");
    if (!is_session(session)) return refuse("NAVBUS_SESSION", session, "1 to 32 of a-z, 0-9, - and _");

    setvbuf(stdout, NULL, _IOLBF, 0); // a reader of a pipe needs each line immediately
    struct speaker speaker = {id, session, (int32_t)getpid()};
    struct life life;
    process.control.memory.file = -1;
    name_memory(&process, endpoint, session);
    if (!life_begin(&life)) return perror(id), INTERNAL;
    if (!bus_open(&process.bus, endpoint, &speaker, &life)) {
        bool is_endpoint = process.bus.requests && process.bus.events;
        int reason = errno;
        if (!is_endpoint) fprintf(stderr, "%s: failed to make a socket: %s\n", id, strerror(reason));
        bus_close(&process.bus);
        return is_endpoint ? refuse("NAVBUS_ENDPOINT", endpoint, "ipc:///PATH") : INTERNAL;
    }
    int code = live(&process, endpoint, (int)seconds);
    bus_close(&process.bus);
    memory_close(&process.control.memory);
    return code;
}
