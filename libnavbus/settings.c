// The settings of a control: its section of the configuration, which the bus sends once.
#include "process.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct setting absent = {SETTING_ABSENT, 0, {0}};

static struct setting find(const struct navbus *navbus, const char *key) {
    return navbus->welcome ? read_setting(navbus->welcome, key) : absent;
}

// The first wrong setting is reported; the control then ends.
static void reject(struct navbus *navbus, const char *key, const char *reason) {
    if (navbus->exit_code == 0)
        navbus_fail(navbus, NAVBUS_EXIT_SETTING, "use the setting \"%s\": %s", key, reason);
}

bool navbus_setting_bool(struct navbus *navbus, const char *key, bool otherwise) {
    struct setting setting = find(navbus, key);
    if (setting.type == SETTING_BOOL) return setting.value != 0;
    if (setting.type != SETTING_ABSENT) reject(navbus, key, "the value must be true or false");
    return otherwise;
}

int64_t navbus_setting_integer(struct navbus *navbus, const char *key, int64_t otherwise, int64_t min, int64_t max) {
    struct setting setting = find(navbus, key);
    int64_t value = (int64_t)setting.value;
    char reason[96];
    if (setting.type == SETTING_ABSENT) return otherwise;
    if (setting.type == SETTING_INTEGER && value >= min && value <= max) return value;
    snprintf(
        reason, sizeof reason, "the value must be a whole number, %lld to %lld", (long long)min, (long long)max);
    reject(navbus, key, reason);
    return otherwise;
}

double navbus_setting_number(struct navbus *navbus, const char *key, double otherwise, double min, double max) {
    struct setting setting = find(navbus, key);
    double value = setting.type == SETTING_INTEGER ? (double)(int64_t)setting.value
                   : setting.type == SETTING_NUMBER ? navbus_double(setting.value)
                                                    : NAN;
    char reason[96];
    if (setting.type == SETTING_ABSENT) return otherwise;
    if (isfinite(value) && value >= min && value <= max) return value;
    snprintf(reason, sizeof reason, "the value must be a number, %g to %g", min, max);
    reject(navbus, key, reason);
    return otherwise;
}

// Copies a text; false if it does not fit or has a byte 0.
static bool copy(struct navbus_bytes bytes, char *text, size_t capacity) {
    if (bytes.size >= capacity || (bytes.size > 0 && memchr(bytes.data, 0, bytes.size))) return false;
    if (bytes.size > 0) memcpy(text, bytes.data, bytes.size);
    text[bytes.size] = 0;
    return true;
}

const char *navbus_setting_text(
    struct navbus *navbus, const char *key, const char *otherwise, char *text, size_t capacity) {
    struct setting setting = find(navbus, key);
    char reason[96];
    if (setting.type == SETTING_TEXT && copy(setting.bytes, text, capacity)) return text;
    snprintf(reason, sizeof reason, "the value must be a text of at most %zu bytes", capacity - 1);
    if (setting.type != SETTING_ABSENT) reject(navbus, key, reason);
    snprintf(text, capacity, "%s", otherwise);
    return text;
}

const char *navbus_setting_path(
    struct navbus *navbus, const char *key, const char *otherwise, char *path, size_t capacity) {
    navbus_setting_text(navbus, key, otherwise, path, capacity);
    if ((navbus->is_launched && navbus->bus.is_own) || strcmp(path, otherwise) == 0) return path;
    fprintf(
        stderr,
        "%s: ignored the setting \"%s\" of the bus, because it names a file, a folder or a device: a control takes "
        "paths only from a launcher of its own user\n",
        navbus->control.id, key);
    snprintf(path, capacity, "%s", otherwise);
    return path;
}

const char *navbus_setting_item(struct navbus *navbus, const char *key, size_t index, char *text, size_t capacity) {
    struct setting setting = find(navbus, key);
    if (setting.type == SETTING_ABSENT) return NULL;
    if (setting.type != SETTING_LIST) return reject(navbus, key, "the value must be a list of texts"), NULL;
    struct navbus_field item;
    while (navbus_next_field(&setting.bytes, &item) == NAVBUS_READ_FIELD) {
        if (item.number != 1 || item.type != NAVBUS_FIELD_BYTES || index-- > 0) continue;
        char reason[96];
        snprintf(reason, sizeof reason, "an item must have at most %zu bytes", capacity - 1);
        return copy(item.bytes, text, capacity) ? text : (reject(navbus, key, reason), NULL);
    }
    return NULL;
}
