// Tests the decision: an event in, a line out. No bus is needed.
#define main control_main
#include "control.c"
#undef main

static int failures;

// Fails the test at this line unless `expected` holds; the test continues.
#define expect(expected) \
    do { \
        if (!(expected)) fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #expected), failures++; \
    } while (0)

static struct navbus_bytes text(const char *text) { return (struct navbus_bytes){(const uint8_t *)text, strlen(text)}; }

static struct navbus_guidance a_moment(void) {
    return (struct navbus_guidance){
        .has_current_step = true,
        .current_step.simple_road_name = text("Bismarckplatz"),
        .to_maneuver.distance_meters = 299.6,
        .has_cue = true,
        .cue = {.stage = NAVBUS_CUE_STAGE_PREPARE, .subject = NAVBUS_CUE_SUBJECT_MANEUVER}};
}

static bool is_line(const struct printer *control, const struct navbus_guidance *moment, const char *expected) {
    char line[LINE_SIZE];
    return line_of(control, moment, line) && strcmp(line, expected) == 0;
}

static void a_cue_has_stage_distance_and_road(void) {
    const struct printer control = {.prints_follow = true};
    struct navbus_guidance moment = a_moment();
    expect(is_line(&control, &moment, "prepare  in 300 m: Bismarckplatz"));
    moment.cue.stage = NAVBUS_CUE_STAGE_FOLLOW;
    expect(is_line(&control, &moment, "follow   in 300 m: Bismarckplatz"));
    moment.cue.subject = NAVBUS_CUE_SUBJECT_DESTINATION;
    expect(is_line(&control, &moment, "follow   in 300 m: the destination"));
}

static void without_the_setting_follow_is_not_printed(void) {
    const struct printer control = {.prints_follow = false};
    struct navbus_guidance moment = a_moment();
    moment.cue.stage = NAVBUS_CUE_STAGE_FOLLOW;
    char line[LINE_SIZE];
    expect(!line_of(&control, &moment, line));
}

static void an_unknown_value_is_left_out_and_no_name_controls_the_terminal(void) {
    const struct printer control = {.prints_follow = true};
    struct navbus_guidance moment = a_moment();
    moment.to_maneuver.distance_meters = 0.0 / 0.0;
    moment.cue.stage = NAVBUS_CUE_STAGE_UNKNOWN;
    moment.current_step.simple_road_name.size = 0;
    expect(is_line(&control, &moment, "soon     a road without a name"));
    moment.current_step.simple_road_name = text("A\33[2J\n");
    expect(is_line(&control, &moment, "soon     A?[2J?"));
}

int main(void) {
    a_cue_has_stage_distance_and_road();
    without_the_setting_follow_is_not_printed();
    an_unknown_value_is_left_out_and_no_name_controls_the_terminal();
    puts(failures ? "FAILED" : "passed");
    return failures ? 1 : 0;
}
