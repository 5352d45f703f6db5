// Prints each cue of the guidance once, as a line.
#include <navbus.h>

#include <stdio.h>
#include <string.h>

// The section [my-control] of the configuration, and the state of the control.
struct printer {
    bool prints_follow; // whether cues of the stage "follow" are printed too
    uint64_t lines;     // number of printed lines
};

enum { LINE_SIZE = 160 };

static const char *const stages[] = {
    [NAVBUS_CUE_STAGE_UNKNOWN] = "soon",
    [NAVBUS_CUE_STAGE_FOLLOW] = "follow",
    [NAVBUS_CUE_STAGE_FAR] = "far",
    [NAVBUS_CUE_STAGE_PREPARE] = "prepare",
    [NAVBUS_CUE_STAGE_NOW] = "now"};

// Appends the goal of a cue: a road, or a subject that is not a road.
static void append_goal(char *line, size_t at, const struct navbus_guidance *guidance) {
    const struct navbus_bytes road = guidance->current_step.simple_road_name;
    const char *goal = "a road without a name";
    switch (guidance->cue.subject) {
    case NAVBUS_CUE_SUBJECT_DESTINATION: goal = "the destination"; break;
    case NAVBUS_CUE_SUBJECT_STOPOVER: goal = "a stopover"; break;
    case NAVBUS_CUE_SUBJECT_OFF_ROUTE: goal = "turn around if possible"; break;
    default:
        // A name is external text: it must not control the terminal.
        if (road.size > 0) {
            navbus_append(line, LINE_SIZE, at, road);
            return;
        }
    }
    snprintf(line + at, LINE_SIZE - at, "%s", goal);
}

// The decision: the line to print for a cue; false if there is none. A pure function.
static bool line_of(const struct printer *control, const struct navbus_guidance *guidance, char line[LINE_SIZE]) {
    const struct navbus_cue *cue = &guidance->cue;
    if (cue->stage == NAVBUS_CUE_STAGE_FOLLOW && !control->prints_follow) return false;
    double meters = guidance->to_maneuver.distance_meters; // NaN if unknown
    int size = meters < 1e7 ? snprintf(line, LINE_SIZE, "%-8s in %.0f m: ", stages[cue->stage], meters)
                            : snprintf(line, LINE_SIZE, "%-8s ", stages[cue->stage]);
    append_goal(line, (size_t)size, guidance);
    return true;
}

// ---- callbacks ------------------------------------------------------------------------------------------------------

static void start(void *self, struct navbus *navbus) {
    struct printer *control = self;
    control->prints_follow = navbus_setting_bool(navbus, "follow", true);
}

static void on_navigation(void *self, struct navbus *navbus, const struct navbus_guidance *guidance) {
    struct printer *control = self;
    const struct navbus_cue *cue = &guidance->cue;
    char line[LINE_SIZE];
    if (!navbus_is_due(navbus, guidance) || !line_of(control, guidance, line) || !navbus_can_print(navbus)) return;
    uint64_t number = ++control->lines;
    navbus_send_report(navbus, NAVBUS_REPORT_KIND_BEGAN, "line", cue, line, number);
    if (!navbus_print(navbus, line)) return;
    navbus_rendered(navbus, cue);
    navbus_send_report(navbus, NAVBUS_REPORT_KIND_ENDED, "line", cue, line, number);
}

static void on_navigation_stopped(void *self, struct navbus *navbus, enum navbus_stop_reason reason) {
    (void)self, (void)reason;
    navbus_print(navbus, "stopped");
}

int main(int count, char **words) {
    struct printer self = {0};
    const struct navbus_control control = {
        .id = "my-control",
        .version = "1.0",
        .summary = "Prints each cue once, as a line.",
        .start = start,
        .on_navigation = on_navigation,
        .on_navigation_stopped = on_navigation_stopped};
    return navbus_run(count, words, &control, &self);
}
