#include "control.h"

#include <stdio.h>
#include <string.h>

// The stages of a cue, by the number that the contract gives them.
enum { STAGE_FOLLOW = 1, STAGE_COUNT = 5, SUBJECT_COUNT = 6 };
static const char *const stages[STAGE_COUNT] = {"soon", "follow", "far", "prepare", "now"};
// What a cue is about, where that is no road.
static const char *const subjects[SUBJECT_COUNT] = {"", "", "the destination", "a stopover", "", "turn around if possible"};

// Appends a text from outside: cut between two letters, and without what a terminal would obey.
static void append(char line[LINE_SIZE], size_t size, struct bytes text) {
    for (size_t i = 0, next; i < text.size; i = next) {
        next = i + 1; // behind the letter, whose bytes belong together
        while (next < text.size && (text.data[next] & 0xc0) == 0x80) next++;
        if (size + (next - i) >= LINE_SIZE) break;
        for (size_t byte = i; byte < next; byte++) {
            uint8_t value = text.data[byte];
            line[size++] = value < 0x20 || value == 0x7f ? '?' : (char)value;
        }
    }
    line[size] = 0;
}

// Where it leads: a road, or a place that is no road.
static struct bytes goal(const struct guidance *guidance) {
    const char *subject = guidance->cue.subject < SUBJECT_COUNT ? subjects[guidance->cue.subject] : "";
    if (!*subject && guidance->road.size > 0) return guidance->road;
    if (!*subject) subject = "a road without a name";
    return (struct bytes){(const uint8_t *)subject, strlen(subject)};
}

bool control_line(const struct control *control, const struct guidance *guidance, char line[LINE_SIZE]) {
    if (!guidance->has_cue) return false;
    const struct cue *cue = &guidance->cue;
    // Too late it would mislead.
    if (guidance->fix_nanoseconds > cue->expires_nanoseconds) return false;
    if (cue->stage == STAGE_FOLLOW && !control->settings.tells_follow) return false;
    // A cue stays in the events until the next one.
    if (memory_has(&control->memory, cue, guidance->fix_nanoseconds)) return false;

    double meters = guidance->maneuver_meters;
    const char *stage = stages[cue->stage < STAGE_COUNT ? cue->stage : 0];
    int size = meters >= 0 && meters < 1e7 ? snprintf(line, LINE_SIZE, "%-8s in %.0f m: ", stage, meters)
                                           : snprintf(line, LINE_SIZE, "%-8s ", stage);
    append(line, (size_t)size, goal(guidance));
    return true;
}
