#include "control.h"

#include <stdio.h>
#include <string.h>

// The stages of a cue, by their numbers in the contract.
enum { STAGE_FOLLOW = 1, STAGE_COUNT = 5, SUBJECT_COUNT = 6 };
static const char *const stages[STAGE_COUNT] = {"soon", "follow", "far", "prepare", "now"};
// The subjects of cues that are not roads.
static const char *const subjects[SUBJECT_COUNT] = {"", "", "the destination", "a stopover", "", "turn around if possible"};

// The bytes of the first letter of a text in UTF-8; 0 if there is none, or if it is a control character.
static size_t letter(struct bytes text) {
    uint8_t first = text.data[0];
    size_t size = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (size > text.size || first < 0x20 || first == 0x7f) return 0;
    for (size_t i = 1; i < size; i++)
        if ((text.data[i] & 0xc0) != 0x80) return 0;
    if (first == 0xc2 && text.data[1] < 0xa0) return 0; // U+0080 to U+009F are control characters too
    // U+2028 to U+202E and U+2060 to U+206F end a line or change its direction.
    if (first == 0xe2 && text.data[1] == 0x80 && text.data[2] >= 0xa8 && text.data[2] <= 0xae) return 0;
    return first == 0xe2 && text.data[1] == 0x81 && text.data[2] >= 0xa0 && text.data[2] <= 0xaf ? 0 : size;
}

void control_append(char line[LINE_SIZE], size_t at, struct bytes text) {
    while (text.size > 0) {
        size_t size = letter(text), taken = size ? size : 1;
        if (at + taken >= LINE_SIZE) break;
        memcpy(line + at, size ? (const char *)text.data : "?", taken);
        at += taken;
        text.data += taken;
        text.size -= taken;
    }
    line[at] = 0;
}

// The name after the distance: a road, or a subject that is not a road.
static struct bytes goal(const struct guidance *guidance) {
    const char *subject = guidance->cue.subject < SUBJECT_COUNT ? subjects[guidance->cue.subject] : "";
    if (!*subject && guidance->road.size > 0) return guidance->road;
    if (!*subject) subject = "a road without a name";
    return (struct bytes){(const uint8_t *)subject, strlen(subject)};
}

bool control_line(const struct control *control, const struct guidance *guidance, char line[LINE_SIZE]) {
    if (!guidance->has_cue) return false;
    const struct cue *cue = &guidance->cue;
    // A cue that is too late would mislead.
    if (guidance->fix_nanoseconds > cue->expires_nanoseconds) return false;
    if (cue->stage == STAGE_FOLLOW && !control->settings.tells_follow) return false;
    // A cue is in every event until the next one.
    if (memory_has(&control->memory, cue, guidance->fix_nanoseconds)) return false;

    double meters = guidance->maneuver_meters;
    const char *stage = stages[cue->stage < STAGE_COUNT ? cue->stage : 0];
    int size = meters >= 0 && meters < 1e7 ? snprintf(line, LINE_SIZE, "%-8s in %.0f m: ", stage, meters)
                                           : snprintf(line, LINE_SIZE, "%-8s ", stage);
    control_append(line, (size_t)size, goal(guidance));
    return true;
}
