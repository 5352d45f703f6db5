// The life of the process of a control: its environment, joining, its end and its exit code.
#include "process.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LAST_TURNS = 20, LAST_TURN_MILLISECONDS = 5 };

static const char *variable(const char *name, const char *otherwise) {
    const char *value = getenv(name);
    return value && *value ? value : otherwise;
}

// ---- environment ----------------------------------------------------------------------------------------------------

struct environment {
    const char *endpoint, *session;
    int wait_seconds;
    bool is_launched;
    char standard_endpoint[BUS_ENDPOINT_SIZE];
};

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

// The file of the memory: next to the socket of the bus, or in NAVBUS_STATE.
static void name_memory(struct navbus *navbus, const struct environment *environment) {
    const char *path = environment->endpoint + strlen("ipc://"), *folder = variable("NAVBUS_STATE", path);
    int length = (int)(folder == path ? strrchr(path, '/') - path : (long)strlen(folder));
    int size = sizeof navbus->memory_path;
    int written = snprintf(
        navbus->memory_path, (size_t)size, "%.*s/%s-%s.memory", length, folder, navbus->control.id,
        environment->session);
    if (written >= size) navbus->memory_path[0] = 0;
}

static bool is_session(const char *name) {
    size_t size = strlen(name);
    return size >= 1 && size < BUS_NAME_SIZE && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") == size;
}

static int refuse(const struct navbus *navbus, const char *name, const char *value, const char *wanted) {
    fprintf(
        stderr, "%s: failed to use the environment variable %s = \"%s\": %s is wanted\n", navbus->control.id, name,
        value, wanted);
    return NAVBUS_EXIT_USAGE;
}

// Returns an exit code above 0 if a variable cannot be used.
static int read_environment(const struct navbus *navbus, struct environment *environment) {
    standard_endpoint(environment->standard_endpoint, sizeof environment->standard_endpoint);
    environment->endpoint = variable("NAVBUS_ENDPOINT", environment->standard_endpoint);
    environment->session = variable("NAVBUS_SESSION", "main");
    environment->is_launched = strcmp(variable("NAVBUS_LIFELINE", ""), "stdin") == 0;
    const char *wait = variable("NAVBUS_WAIT", "60");
    bool is_number = strlen(wait) <= 5 && strspn(wait, "0123456789") == strlen(wait);
    environment->wait_seconds = is_number ? atoi(wait) : -1;
    if (!is_number || environment->wait_seconds > 86400)
        return refuse(navbus, "NAVBUS_WAIT", wait, "0 to 86400 seconds");
    // A bus on another machine accepts only peers with keys, which this library does not have.
    if (strncmp(environment->endpoint, "ipc:///", 7) != 0)
        return refuse(navbus, "NAVBUS_ENDPOINT", environment->endpoint, "ipc:///PATH");
    if (!is_session(environment->session))
        return refuse(navbus, "NAVBUS_SESSION", environment->session, "1 to 32 of a-z, 0-9, - and _");
    return 0;
}

// ---- life cycle -----------------------------------------------------------------------------------------------------

static void on_welcome(void *self, const struct welcome *welcome) {
    struct navbus *navbus = self;
    const char *path = navbus->memory_path[0] ? navbus->memory_path : NULL;
    const char *problem = memory_open(&navbus->memory, path, welcome->run);
    if (problem)
        navbus_warn(
            navbus,
            "the memory ends with this process; set NAVBUS_STATE to a folder of this user: failed to use %s: %s",
            path, problem);
    navbus->welcome = welcome;
    navbus->has_started = true;
    if (navbus->control.start) navbus->control.start(navbus->self, navbus);
    navbus->welcome = NULL;
}

static void on_refusal(void *self, struct navbus_bytes text) {
    const struct navbus *navbus = self;
    char line[BUS_FRAME_SIZE] = "";
    navbus_append(line, sizeof line, 0, text);
    fprintf(stderr, "%s: failed to join the bus: %s\n", navbus->control.id, line);
}

// Joins, and calls `start`. Returns an exit code above 0 if this fails; `joining` tells the rest.
static int join(struct navbus *navbus, const struct environment *environment, enum joining *joining) {
    *joining = bus_join(&navbus->bus, 0, navbus, on_welcome, on_refusal);
    if (*joining == NO_BUS) {
        fprintf(stderr, "%s: waiting for a bus at %s\n", navbus->control.id, environment->endpoint);
        *joining = bus_join(&navbus->bus, environment->wait_seconds, navbus, on_welcome, on_refusal);
    }
    if (*joining == NO_BUS)
        fprintf(
            stderr, "%s: failed to reach a bus at %s within %d s; start one, or name it in NAVBUS_ENDPOINT\n",
            navbus->control.id, environment->endpoint, environment->wait_seconds);
    if (*joining == JOINED) return navbus->exit_code;
    return *joining == TOLD_TO_END ? 0 : NAVBUS_EXIT_NO_BUS;
}

static bool has_ended(const struct navbus *navbus) {
    // A closed output also ends the process.
    return navbus->exit_code || life_is_over(&navbus->bus.life) || ferror(stdout) || navbus->bus.problem[0];
}

// Delivers events until the end. Returns the exit code.
static int deliver_all(struct navbus *navbus) {
    struct listener listener = delivery_listener(navbus);
    navbus_send_report(navbus, NAVBUS_REPORT_KIND_READY, NULL, NULL, NULL, 0);
    while (!has_ended(navbus)) bus_turn(&navbus->bus, &listener, delivery_check_silence(navbus));
    if (navbus->exit_code) return navbus->exit_code;
    if (navbus->bus.problem[0]) {
        fprintf(stderr, "%s: failed to trust the bus: %s\n", navbus->control.id, navbus->bus.problem);
        return NAVBUS_EXIT_NO_BUS;
    }
    // An event that was published just before the signal may still be on its way.
    for (int turn = 0; turn < LAST_TURNS; turn++) {
        bus_turn(&navbus->bus, &listener, 0);
        poll(NULL, 0, LAST_TURN_MILLISECONDS);
    }
    return navbus->exit_code;
}

static int live(struct navbus *navbus, const struct environment *environment) {
    enum joining joining;
    int code = join(navbus, environment, &joining);
    if (joining == JOINED && code == 0) code = deliver_all(navbus);
    if (navbus->has_started && navbus->control.stop) navbus->control.stop(navbus->self, navbus);
    if (joining == JOINED && code == 0)
        navbus_send_report(navbus, NAVBUS_REPORT_KIND_LEAVING, NULL, NULL, NULL, 0);
    return code;
}

// The arguments. False if the control is to run; else the exit code is determined.
static bool has_arguments(const struct navbus_control *control, int count, char **words, int *code) {
    *code = NAVBUS_EXIT_OK;
    if (count <= 1) return false;
    // navbus doctor uses it to check that the program starts.
    if (count == 2 && strcmp(words[1], "--version") == 0) return printf("%s %s\n", control->id, control->version), true;
    bool asks = strcmp(words[1], "--help") == 0;
    fprintf(
        asks ? stdout : stderr, "usage: %s\n%s%sNAVBUS_ENDPOINT is the endpoint of the bus.\n", control->id,
        control->summary ? control->summary : "", control->summary ? " " : "");
    *code = asks ? NAVBUS_EXIT_OK : NAVBUS_EXIT_USAGE;
    return true;
}

static int open_and_live(struct navbus *navbus, const struct environment *environment) {
    struct speaker speaker = {navbus->control.id, environment->session, (int32_t)getpid(), {false}, false};
    struct life life;
    delivery_wants(&navbus->control, speaker.wants);
    speaker.takes_commands = navbus->control.on_command;
    if (!life_begin(&life)) return perror(navbus->control.id), NAVBUS_EXIT_INTERNAL;
    if (!bus_open(&navbus->bus, environment->endpoint, &speaker, &life)) {
        bool is_endpoint = navbus->bus.requests && navbus->bus.events;
        int reason = errno;
        if (!is_endpoint) fprintf(stderr, "%s: failed to make a socket: %s\n", navbus->control.id, strerror(reason));
        bus_close(&navbus->bus);
        return is_endpoint ? refuse(navbus, "NAVBUS_ENDPOINT", environment->endpoint, "ipc:///PATH")
                           : NAVBUS_EXIT_INTERNAL;
    }
    int code = live(navbus, environment);
    bus_close(&navbus->bus);
    memory_close(&navbus->memory);
    return code;
}

int navbus_run_sized(int count, char **words, const struct navbus_control *control, size_t size, void *self) {
    // The whole state of the process: while it runs, only libzmq allocates memory, for its messages.
    static struct navbus navbus;
    int code;
    if (navbus.control.id) return NAVBUS_EXIT_INTERNAL; // it has run already
    // A control that was compiled with an earlier header has fewer callbacks.
    memcpy(&navbus.control, control, size < sizeof navbus.control ? size : sizeof navbus.control);
    if (has_arguments(&navbus.control, count, words, &code)) return code;
    struct environment environment;
    code = read_environment(&navbus, &environment);
    if (code) return code;
    setvbuf(stdout, NULL, _IOLBF, 0); // a reader of a pipe needs each line immediately
    navbus.self = self;
    navbus.memory.file = -1;
    navbus.is_launched = environment.is_launched;
    name_memory(&navbus, &environment);
    return open_and_live(&navbus, &environment);
}
