// libnavbus: controls of navbus in C and C++.
//
// A control is a process that turns the events of a navigation into something that a person hears, sees or feels. This
// library joins the bus, delivers the present state first and then each event once and in order, requests lost events,
// survives a bus that is killed and restarted, sends reports and a heartbeat each second, remembers across restarts
// which cues were rendered, and ends cleanly. A control fills in a `struct navbus_control` and calls navbus_run():
//
//     static void on_navigation(void *self, struct navbus *navbus, const struct navbus_guidance *guidance) {
//         if (!navbus_is_due(navbus, guidance)) return;
//         navbus_print(navbus, "a maneuver is due");
//         navbus_rendered(navbus, &guidance->cue);
//     }
//
//     int main(int count, char **words) {
//         const struct navbus_control control = {.id = "next-turn", .version = "1.0", .on_navigation = on_navigation};
//         return navbus_run(count, words, &control, NULL);
//     }
//
// All functions that take a `struct navbus *` may be called only from the callbacks, on their thread. They never wait,
// except navbus_can_print(), navbus_print() and navbus_run(). While a control runs, only libzmq allocates memory.
//
// The events have the names and the units of proto/navbus/v1/events.proto. Unknown members of an enumeration are read
// as its member 0. Every event also has its undecoded message, for fields that have no member here:
// navbus_next_field().
#ifndef NAVBUS_H
#define NAVBUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The functions below are the only symbols that the shared library exports.
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

// ---- Version --------------------------------------------------------------------------------------------------------

// The version of navbus that this header is from, also as numbers for the preprocessor.
#define NAVBUS_VERSION "0.1.0"
#define NAVBUS_VERSION_MAJOR 0
#define NAVBUS_VERSION_MINOR 1
#define NAVBUS_VERSION_PATCH 0
// The version of the contract between the bus and its controls.
#define NAVBUS_CONTRACT_VERSION 1

// The version of the library that is linked, such as "0.1.0".
const char *navbus_version(void);

// ---- Bytes ----------------------------------------------------------------------------------------------------------

// A text in UTF-8, not terminated by 0, or a message. The memory is valid during the callback only; `data` is NULL if
// the text or message is absent.
struct navbus_bytes {
    const uint8_t *data;
    size_t size;
};

// Appends an external text (the name of a road, the text of a report) to a line of `capacity` bytes that ends with a 0
// at `at`. The text is cut between two letters if it is too long; a question mark replaces each control character and
// each byte that is not UTF-8, so that no text controls a terminal. Returns the index of the new 0.
size_t navbus_append(char *line, size_t capacity, size_t at, struct navbus_bytes text);

// ---- Enumerations ---------------------------------------------------------------------------------------------------

// The members are explained in proto/navbus/v1/events.proto.

// Stage of the approach to the subject of a cue.
enum navbus_cue_stage {
    NAVBUS_CUE_STAGE_UNKNOWN = 0,
    NAVBUS_CUE_STAGE_FOLLOW = 1,
    NAVBUS_CUE_STAGE_FAR = 2,
    NAVBUS_CUE_STAGE_PREPARE = 3,
    NAVBUS_CUE_STAGE_NOW = 4
};

// Subject of a cue.
enum navbus_cue_subject {
    NAVBUS_CUE_SUBJECT_UNKNOWN = 0,
    NAVBUS_CUE_SUBJECT_MANEUVER = 1,
    NAVBUS_CUE_SUBJECT_DESTINATION = 2,
    NAVBUS_CUE_SUBJECT_STOPOVER = 3,
    NAVBUS_CUE_SUBJECT_FOLLOW_ROAD = 4,
    NAVBUS_CUE_SUBJECT_OFF_ROUTE = 5,
    NAVBUS_CUE_SUBJECT_START = 6
};

// Urgency of a cue; a higher number is more urgent.
enum navbus_cue_priority {
    NAVBUS_CUE_PRIORITY_UNKNOWN = 0,
    NAVBUS_CUE_PRIORITY_EVENT = 1,
    NAVBUS_CUE_PRIORITY_FOLLOW = 2,
    NAVBUS_CUE_PRIORITY_FAR = 3,
    NAVBUS_CUE_PRIORITY_PREPARE = 4,
    NAVBUS_CUE_PRIORITY_ARRIVAL = 5,
    NAVBUS_CUE_PRIORITY_NOW = 6
};

// The action of the driver, rider or walker at a step, with the members of the Google Navigation SDK.
enum navbus_maneuver {
    NAVBUS_MANEUVER_UNKNOWN = 0,
    NAVBUS_MANEUVER_DEPART = 1,
    NAVBUS_MANEUVER_DESTINATION = 2,
    NAVBUS_MANEUVER_DESTINATION_LEFT = 3,
    NAVBUS_MANEUVER_DESTINATION_RIGHT = 4,
    NAVBUS_MANEUVER_STRAIGHT = 5,
    NAVBUS_MANEUVER_TURN_LEFT = 6,
    NAVBUS_MANEUVER_TURN_RIGHT = 7,
    NAVBUS_MANEUVER_TURN_KEEP_LEFT = 8,
    NAVBUS_MANEUVER_TURN_KEEP_RIGHT = 9,
    NAVBUS_MANEUVER_TURN_SLIGHT_LEFT = 10,
    NAVBUS_MANEUVER_TURN_SLIGHT_RIGHT = 11,
    NAVBUS_MANEUVER_TURN_SHARP_LEFT = 12,
    NAVBUS_MANEUVER_TURN_SHARP_RIGHT = 13,
    NAVBUS_MANEUVER_TURN_U_TURN_CLOCKWISE = 14,
    NAVBUS_MANEUVER_TURN_U_TURN_COUNTERCLOCKWISE = 15,
    NAVBUS_MANEUVER_MERGE_UNSPECIFIED = 16,
    NAVBUS_MANEUVER_MERGE_LEFT = 17,
    NAVBUS_MANEUVER_MERGE_RIGHT = 18,
    NAVBUS_MANEUVER_FORK_LEFT = 19,
    NAVBUS_MANEUVER_FORK_RIGHT = 20,
    NAVBUS_MANEUVER_ON_RAMP_UNSPECIFIED = 21,
    NAVBUS_MANEUVER_ON_RAMP_LEFT = 22,
    NAVBUS_MANEUVER_ON_RAMP_RIGHT = 23,
    NAVBUS_MANEUVER_ON_RAMP_KEEP_LEFT = 24,
    NAVBUS_MANEUVER_ON_RAMP_KEEP_RIGHT = 25,
    NAVBUS_MANEUVER_ON_RAMP_SLIGHT_LEFT = 26,
    NAVBUS_MANEUVER_ON_RAMP_SLIGHT_RIGHT = 27,
    NAVBUS_MANEUVER_ON_RAMP_SHARP_LEFT = 28,
    NAVBUS_MANEUVER_ON_RAMP_SHARP_RIGHT = 29,
    NAVBUS_MANEUVER_ON_RAMP_U_TURN_CLOCKWISE = 30,
    NAVBUS_MANEUVER_ON_RAMP_U_TURN_COUNTERCLOCKWISE = 31,
    NAVBUS_MANEUVER_OFF_RAMP_UNSPECIFIED = 32,
    NAVBUS_MANEUVER_OFF_RAMP_LEFT = 33,
    NAVBUS_MANEUVER_OFF_RAMP_RIGHT = 34,
    NAVBUS_MANEUVER_OFF_RAMP_KEEP_LEFT = 35,
    NAVBUS_MANEUVER_OFF_RAMP_KEEP_RIGHT = 36,
    NAVBUS_MANEUVER_OFF_RAMP_SLIGHT_LEFT = 37,
    NAVBUS_MANEUVER_OFF_RAMP_SLIGHT_RIGHT = 38,
    NAVBUS_MANEUVER_OFF_RAMP_SHARP_LEFT = 39,
    NAVBUS_MANEUVER_OFF_RAMP_SHARP_RIGHT = 40,
    NAVBUS_MANEUVER_OFF_RAMP_U_TURN_CLOCKWISE = 41,
    NAVBUS_MANEUVER_OFF_RAMP_U_TURN_COUNTERCLOCKWISE = 42,
    NAVBUS_MANEUVER_ROUNDABOUT_CLOCKWISE = 43,
    NAVBUS_MANEUVER_ROUNDABOUT_COUNTERCLOCKWISE = 44,
    NAVBUS_MANEUVER_ROUNDABOUT_STRAIGHT_CLOCKWISE = 45,
    NAVBUS_MANEUVER_ROUNDABOUT_STRAIGHT_COUNTERCLOCKWISE = 46,
    NAVBUS_MANEUVER_ROUNDABOUT_LEFT_CLOCKWISE = 47,
    NAVBUS_MANEUVER_ROUNDABOUT_LEFT_COUNTERCLOCKWISE = 48,
    NAVBUS_MANEUVER_ROUNDABOUT_RIGHT_CLOCKWISE = 49,
    NAVBUS_MANEUVER_ROUNDABOUT_RIGHT_COUNTERCLOCKWISE = 50,
    NAVBUS_MANEUVER_ROUNDABOUT_SLIGHT_LEFT_CLOCKWISE = 51,
    NAVBUS_MANEUVER_ROUNDABOUT_SLIGHT_LEFT_COUNTERCLOCKWISE = 52,
    NAVBUS_MANEUVER_ROUNDABOUT_SLIGHT_RIGHT_CLOCKWISE = 53,
    NAVBUS_MANEUVER_ROUNDABOUT_SLIGHT_RIGHT_COUNTERCLOCKWISE = 54,
    NAVBUS_MANEUVER_ROUNDABOUT_SHARP_LEFT_CLOCKWISE = 55,
    NAVBUS_MANEUVER_ROUNDABOUT_SHARP_LEFT_COUNTERCLOCKWISE = 56,
    NAVBUS_MANEUVER_ROUNDABOUT_SHARP_RIGHT_CLOCKWISE = 57,
    NAVBUS_MANEUVER_ROUNDABOUT_SHARP_RIGHT_COUNTERCLOCKWISE = 58,
    NAVBUS_MANEUVER_ROUNDABOUT_U_TURN_CLOCKWISE = 59,
    NAVBUS_MANEUVER_ROUNDABOUT_U_TURN_COUNTERCLOCKWISE = 60,
    NAVBUS_MANEUVER_ROUNDABOUT_EXIT_CLOCKWISE = 61,
    NAVBUS_MANEUVER_ROUNDABOUT_EXIT_COUNTERCLOCKWISE = 62,
    NAVBUS_MANEUVER_FERRY_BOAT = 63,
    NAVBUS_MANEUVER_FERRY_TRAIN = 64,
    NAVBUS_MANEUVER_NAME_CHANGE = 65
};

// State of guidance.
enum navbus_navigation_state {
    NAVBUS_NAVIGATION_STATE_UNKNOWN = 0,
    NAVBUS_NAVIGATION_STATE_ENROUTE = 1,
    NAVBUS_NAVIGATION_STATE_REROUTING = 2,
    NAVBUS_NAVIGATION_STATE_STOPPED = 3
};

// Reliability of the position that guidance uses.
enum navbus_position_status {
    NAVBUS_POSITION_STATUS_UNKNOWN = 0,
    NAVBUS_POSITION_STATUS_RELIABLE = 1,
    NAVBUS_POSITION_STATUS_ESTIMATED = 2,
    NAVBUS_POSITION_STATUS_UNRELIABLE = 3
};

// Side of the road on which traffic drives.
enum navbus_driving_side {
    NAVBUS_DRIVING_SIDE_NONE = 0,
    NAVBUS_DRIVING_SIDE_LEFT = 1,
    NAVBUS_DRIVING_SIDE_RIGHT = 2
};

// Direction of an arrow on a lane.
enum navbus_lane_shape {
    NAVBUS_LANE_SHAPE_UNKNOWN = 0,
    NAVBUS_LANE_SHAPE_STRAIGHT = 1,
    NAVBUS_LANE_SHAPE_SLIGHT_LEFT = 2,
    NAVBUS_LANE_SHAPE_SLIGHT_RIGHT = 3,
    NAVBUS_LANE_SHAPE_NORMAL_LEFT = 4,
    NAVBUS_LANE_SHAPE_NORMAL_RIGHT = 5,
    NAVBUS_LANE_SHAPE_SHARP_LEFT = 6,
    NAVBUS_LANE_SHAPE_SHARP_RIGHT = 7,
    NAVBUS_LANE_SHAPE_U_TURN_LEFT = 8,
    NAVBUS_LANE_SHAPE_U_TURN_RIGHT = 9
};

// Mode of travel.
enum navbus_travel_mode {
    NAVBUS_TRAVEL_MODE_UNKNOWN = 0,
    NAVBUS_TRAVEL_MODE_CAR = 1,
    NAVBUS_TRAVEL_MODE_BICYCLE = 2,
    NAVBUS_TRAVEL_MODE_FOOT = 3
};

// Reason why navigation along a route was started.
enum navbus_route_reason {
    NAVBUS_ROUTE_REASON_UNKNOWN = 0,
    NAVBUS_ROUTE_REASON_REQUESTED = 1,
    NAVBUS_ROUTE_REASON_REROUTED = 2,
    NAVBUS_ROUTE_REASON_REPLACED = 3
};

// Reason why a navigation has ended.
enum navbus_stop_reason {
    NAVBUS_STOP_REASON_UNKNOWN = 0,
    NAVBUS_STOP_REASON_DESTINATION_REACHED = 1,
    NAVBUS_STOP_REASON_REQUESTED = 2,
    NAVBUS_STOP_REASON_REPLACED = 3,
    NAVBUS_STOP_REASON_ENDED_NEAR_DESTINATION = 4
};

// Amount of announcements.
enum navbus_verbosity {
    NAVBUS_VERBOSITY_UNKNOWN = 0,
    NAVBUS_VERBOSITY_SILENT = 1,
    NAVBUS_VERBOSITY_ALERTS = 2,
    NAVBUS_VERBOSITY_ALL = 3
};

// Kind of report, about a control or about a visible, audible or tangible effect.
enum navbus_report_kind {
    NAVBUS_REPORT_KIND_UNKNOWN = 0,
    NAVBUS_REPORT_KIND_READY = 1,
    NAVBUS_REPORT_KIND_LEAVING = 2,
    NAVBUS_REPORT_KIND_BEGAN = 3,
    NAVBUS_REPORT_KIND_ENDED = 4,
    NAVBUS_REPORT_KIND_CANCELLED = 5,
    NAVBUS_REPORT_KIND_FAILED = 6,
    NAVBUS_REPORT_KIND_WARNING = 7,
    NAVBUS_REPORT_KIND_PROGRESSED = 8,
    NAVBUS_REPORT_KIND_PAUSED = 9,
    NAVBUS_REPORT_KIND_CONTINUED = 10,
    NAVBUS_REPORT_KIND_NOTE = 11
};

// ---- Events ---------------------------------------------------------------------------------------------------------

// A position on the WGS84 ellipsoid, degrees north and east.
struct navbus_coordinate {
    double latitude_degrees, longitude_degrees;
};

// One position of the vehicle or person. A number that the receiver did not report is NaN.
struct navbus_fix {
    int64_t time_nanoseconds; // since 1970-01-01T00:00:00Z, by the clock of the receiver
    struct navbus_coordinate position, smoothed_position;
    double altitude_meters;
    double horizontal_accuracy_meters; // contains the position with a probability of 68 %
    double speed_meters_per_second;
    double course_degrees, heading_degrees; // clockwise from true north
    struct navbus_bytes message;            // navbus.v1.Fix
};

// An instruction that is due. It is in every event until the next one: see navbus_is_due().
struct navbus_cue {
    uint64_t identity; // with the stage, identifies the cue
    enum navbus_cue_stage stage;
    enum navbus_cue_subject subject;
    enum navbus_cue_priority priority; // a greater number is more urgent
    int32_t step_number;               // of the step that the cue refers to
    double distance_meters;            // to the maneuver, when the cue became due
    bool includes_next, is_next_immediate;
    int64_t due_at_nanoseconds;     // by the clock of the fixes
    double valid_for_seconds;       // 0 to a day
    int64_t expires_at_nanoseconds; // due_at_nanoseconds and valid_for_seconds
};

enum { NAVBUS_MAX_LANES = 16, NAVBUS_MAX_LANE_DIRECTIONS = 4, NAVBUS_MAX_NEXT_STEPS = 8 };

struct navbus_lane_direction {
    enum navbus_lane_shape shape;
    bool is_recommended; // the route continues in this direction of the lane
};

// A lane before a maneuver, with its directions from left to right.
struct navbus_lane {
    uint32_t direction_count;
    struct navbus_lane_direction directions[NAVBUS_MAX_LANE_DIRECTIONS];
};

// One maneuver of the route, and the stretch from the previous maneuver to it.
struct navbus_step {
    int32_t number; // in the whole route, from 0
    enum navbus_maneuver maneuver;
    enum navbus_driving_side driving_side;
    struct navbus_bytes full_road_name, simple_road_name; // of the road after the maneuver; empty if it has none
    double distance_from_previous_meters, duration_from_previous_seconds;
    double turn_angle_degrees;   // -180 to 180, positive to the right; NaN if unknown
    int32_t roundabout_exit;     // number of the exit to take, from 1; 0 if unknown or no roundabout
    struct navbus_bytes exit_number, instruction;
    uint32_t lane_count;         // 0 if the lanes are unknown
    struct navbus_lane lanes[NAVBUS_MAX_LANES]; // from left to right; further ones only in the message
    struct navbus_bytes message; // navbus.v1.Step
};

// Distance and time to a point of the route; NaN if there is no such point.
struct navbus_remaining {
    double distance_meters, duration_seconds;
};

// The complete state of guidance at one fix.
struct navbus_guidance {
    enum navbus_navigation_state state;
    enum navbus_position_status position_status;
    struct navbus_bytes route_id;
    struct navbus_fix fix;
    bool has_matched; // whether the position has been matched to the route
    struct navbus_coordinate matched_position;
    double matched_bearing_degrees, distance_along_route_meters, distance_from_route_meters;
    bool has_current_step;
    struct navbus_step current_step; // the next maneuver
    uint32_t next_step_count;
    struct navbus_step next_steps[NAVBUS_MAX_NEXT_STEPS]; // the maneuvers after it
    struct navbus_remaining to_maneuver, to_stopover, to_destination;
    double maneuver_to_next_meters;            // NaN if unknown
    double speed_limit_meters_per_second;      // NaN if unknown or without a limit
    struct navbus_bytes current_street_name;
    bool has_cue;
    struct navbus_cue cue;
    double lookahead_bearing_degrees, lookahead_distance_meters; // of the point to steer towards; NaN if unknown
    bool is_route_changed, is_destination_reached, is_in_tunnel, is_off_route, is_wrong_way, is_on_ferry;
    int32_t stopovers_reached, stopovers_skipped;
    struct navbus_bytes message; // navbus.v1.NavigationInfo
};

// The route at the start of a navigation. Its line and its steps are in the message only.
struct navbus_route {
    struct navbus_bytes id, provider;
    enum navbus_route_reason reason;
    enum navbus_travel_mode travel_mode;
    double distance_meters, duration_seconds;
    struct navbus_bytes message; // navbus.v1.Route
};

// The direction in which the device points, clockwise from true north.
struct navbus_heading {
    int64_t time_nanoseconds; // by the clock of the fixes
    double heading_degrees;
    double accuracy_degrees; // standard deviation; NaN if unknown
    struct navbus_bytes source;
    struct navbus_bytes message; // navbus.v1.Heading
};

// The requested action of a command. NAVBUS_ACTION_NONE: the command has only the state.
enum navbus_action {
    NAVBUS_ACTION_NONE = 0,
    NAVBUS_ACTION_MUTE = 3,
    NAVBUS_ACTION_SET_VERBOSITY = 4,
    NAVBUS_ACTION_REPEAT_ANNOUNCEMENT = 5,
    NAVBUS_ACTION_CALIBRATE = 6,
    NAVBUS_ACTION_SAY = 7,
    NAVBUS_ACTION_PLAYBACK = 8,
    NAVBUS_ACTION_TURN_PAGE = 9,
    NAVBUS_ACTION_FOCUS = 10
};

// A request of a person to the controls, and the state that follows from all requests so far.
struct navbus_command {
    bool is_muted;
    enum navbus_verbosity verbosity; // NAVBUS_VERBOSITY_UNKNOWN: the control uses its own setting
    enum navbus_action action;
    struct navbus_bytes action_message; // such as navbus.v1.SpokenText
    struct navbus_bytes message;        // navbus.v1.ControlCommand
};

// A report of another control or of the bus.
struct navbus_report {
    struct navbus_bytes control, effect, text;
    enum navbus_report_kind kind;
    bool has_cue;
    uint64_t cue_identity;
    enum navbus_cue_stage cue_stage;
    int32_t process_id;
    uint64_t effect_number;
    struct navbus_bytes message; // navbus.v1.ControlReport
};

// ---- Control --------------------------------------------------------------------------------------------------------

// The process of a control, between navbus_run() and its callbacks.
struct navbus;

// A control: its name and its callbacks. A callback that is NULL is not called, and its topic is not subscribed to.
//
// The callbacks are called one after another, with the `self` of navbus_run(). A callback that waits delays the next
// ones and the heartbeat: after a few seconds, the launcher replaces the process.
struct navbus_control {
    const char *id;      // as in plugin.toml: up to 32 of a-z, 0-9 and -
    const char *version; // for --version
    const char *summary; // a sentence for --help; may be NULL

    // Before the first event: reads the settings and opens the device.
    void (*start)(void *self, struct navbus *navbus);
    // After the last event, if `start` was called: ends all effects and closes the device.
    void (*stop)(void *self, struct navbus *navbus);

    // Navigation along a route begins, or another route replaces it.
    void (*on_navigation_started)(void *self, struct navbus *navbus, const struct navbus_route *route);
    // After each fix during navigation. The last one of a navigation has the state STOPPED and no steps.
    void (*on_navigation)(void *self, struct navbus *navbus, const struct navbus_guidance *guidance);
    // Navigation has ended, once after its last on_navigation; the reason is UNKNOWN if the event of the end was lost.
    void (*on_navigation_stopped)(void *self, struct navbus *navbus, enum navbus_stop_reason reason);
    // At each accepted fix, also without navigation.
    void (*on_gps)(void *self, struct navbus *navbus, const struct navbus_fix *fix);
    // At each heading, up to fifty times a second.
    void (*on_heading)(void *self, struct navbus *navbus, const struct navbus_heading *heading);
    // At each command of a person. A control with this callback counts as one that carries out commands.
    void (*on_command)(void *self, struct navbus *navbus, const struct navbus_command *command);
    // At each report of another control or of the bus.
    void (*on_report)(void *self, struct navbus *navbus, const struct navbus_report *report);
    // After five seconds without a fix or guidance, and then every eight seconds: effects without an end have to end,
    // and displays are cleared, since the position is unknown. Not before the first event.
    void (*on_silence)(void *self, struct navbus *navbus);
    // The words for which navbus_request_words() has asked; they are valid during the call.
    void (*on_words)(void *self, struct navbus *navbus, struct navbus_bytes words);
};

// The exit codes of docs/controls.md.
enum navbus_exit {
    NAVBUS_EXIT_OK = 0,
    NAVBUS_EXIT_USAGE = 64,
    NAVBUS_EXIT_NO_BUS = 69,
    NAVBUS_EXIT_INTERNAL = 70,
    NAVBUS_EXIT_DEVICE = 74,
    NAVBUS_EXIT_SETTING = 78
};

// Runs the control until its end: SIGTERM, SIGINT, SIGHUP, the end of the launcher, a closed standard output, or
// navbus_fail(). Reads the environment variables of docs/contract/life.md, and accepts the arguments --version and
// --help. Once in a process. Returns the exit code of the process.
//
// A second signal ends the process immediately. SIGPIPE is ignored. Standard output is buffered by lines.
static inline int navbus_run(int count, char **words, const struct navbus_control *control, void *self);

// The session that the control follows, such as "main".
const char *navbus_session(const struct navbus *navbus);

// ---- Settings -------------------------------------------------------------------------------------------------------

// The settings of the control: its section of the configuration. Only in `start`. A setting that is absent has the
// value `otherwise`. If a value has another type or is out of range, the control fails after `start` with exit code 78
// and a report that names the setting; the function returns `otherwise`.
bool navbus_setting_bool(struct navbus *navbus, const char *key, bool otherwise);
int64_t navbus_setting_integer(struct navbus *navbus, const char *key, int64_t otherwise, int64_t min, int64_t max);
double navbus_setting_number(struct navbus *navbus, const char *key, double otherwise, double min, double max);
// A text, copied to `text` with a 0 at its end. A text that does not fit is an error as well.
const char *navbus_setting_text(
    struct navbus *navbus, const char *key, const char *otherwise, char *text, size_t capacity);
// The path of a file, folder or device to open: use this function, never navbus_setting_text(). A bus whose launcher
// has not started this process cannot choose the path: it is then ignored with a line on standard error.
const char *navbus_setting_path(
    struct navbus *navbus, const char *key, const char *otherwise, char *path, size_t capacity);
// Item `index` of a list, from 0; NULL after the last one, and if the setting is absent.
const char *navbus_setting_item(struct navbus *navbus, const char *key, size_t index, char *text, size_t capacity);

// ---- Cues and memory ------------------------------------------------------------------------------------------------

// Whether the guidance has a cue to render now: it is still valid, and neither this process nor an earlier one of this
// control has rendered it on this occasion.
bool navbus_is_due(const struct navbus *navbus, const struct navbus_guidance *guidance);

// Records that a cue was rendered, also for a process that is started again during the drive. Call it when the effect
// is complete, before its end is reported.
void navbus_rendered(struct navbus *navbus, const struct navbus_cue *cue);

// ---- Reports --------------------------------------------------------------------------------------------------------

enum { NAVBUS_MAX_TEXT_BYTES = 256, NAVBUS_MAX_EFFECT_BYTES = 64 };

// Reports an effect or a problem; published as onControl, once, for taps and people. `effect` is the kind of effect
// ("utterance", "sign", "pulse"); empty or NULL if the report is about the control itself. `cue` is the rendered cue,
// or NULL. `text` may be NULL; longer texts are cut. `effect_number` counts the effects of this process from 1; 0:
// none. Up to 16 reports are kept while there is no bus. The library itself reports READY and LEAVING.
void navbus_send_report(
    struct navbus *navbus, enum navbus_report_kind kind, const char *effect, const struct navbus_cue *cue,
    const char *text, uint64_t effect_number);

#ifdef __GNUC__
#define NAVBUS_PRINTF(text, values) __attribute__((format(printf, text, values)))
#else
#define NAVBUS_PRINTF(text, values)
#endif

// Reports a problem that the control could handle, as a report and on standard error.
void navbus_warn(struct navbus *navbus, const char *format, ...) NAVBUS_PRINTF(2, 3);

// Ends the control with an exit code after this callback. The text, which completes "failed to ...", is reported and
// printed on standard error: navbus_fail(navbus, NAVBUS_EXIT_DEVICE, "open %s: %s", path, strerror(errno)).
void navbus_fail(struct navbus *navbus, enum navbus_exit code, const char *format, ...) NAVBUS_PRINTF(3, 4);

// ---- Output ---------------------------------------------------------------------------------------------------------

// Waits until standard output can take a line. False if the process has to end before.
bool navbus_can_print(struct navbus *navbus);

// Prints a line on standard output, as navbus_can_print() permits. False if it was not printed.
bool navbus_print(struct navbus *navbus, const char *line);

// ---- Requests -------------------------------------------------------------------------------------------------------

// Requests that a person could also make: a button that mutes, a worn compass. The roles in the manifest determine
// which are allowed (`operator`, for headings `source`). Up to 8 requests wait for the bus, for two seconds. A request
// that the bus refuses, or does not answer in that time, is reported as a warning.
void navbus_request_repeat_announcement(struct navbus *navbus);
void navbus_request_mute(struct navbus *navbus, bool is_muted);
void navbus_request_verbosity(struct navbus *navbus, enum navbus_verbosity verbosity);
void navbus_request_calibrate(struct navbus *navbus);
void navbus_request_skip_stopover(struct navbus *navbus);
void navbus_request_stop(struct navbus *navbus);
// A heading of the compass `source`, clockwise from north, at least 0 and less than 360; `accuracy_degrees` is NaN if
// it is unknown. It replaces a heading that still waits. A refusal before the first fix is no warning.
void navbus_request_heading(
    struct navbus *navbus, const char *source, double heading_degrees, bool is_magnetic, double accuracy_degrees);
// Asks the bus for the words of a cue as the announcements have them, or with NULL for those of the present guidance;
// on_words gets them. `language` is a BCP 47 tag ("de"), or "" for that of the speech control. Every control may ask.
void navbus_request_words(struct navbus *navbus, const struct navbus_cue *cue, const char *language);

// ---- Fields ---------------------------------------------------------------------------------------------------------

enum navbus_field_type {
    NAVBUS_FIELD_VARINT = 0,  // integers, booleans, members of enumerations
    NAVBUS_FIELD_FIXED64 = 1, // fixed64, sfixed64, double: see navbus_double()
    NAVBUS_FIELD_BYTES = 2,   // texts, messages, packed lists
    NAVBUS_FIELD_FIXED32 = 5
};

// One field of a message.
struct navbus_field {
    uint32_t number;
    enum navbus_field_type type;
    uint64_t value;            // of a number: its bits, regardless of its type
    struct navbus_bytes bytes; // of a text or a message
};

enum navbus_reading { NAVBUS_READ_END, NAVBUS_READ_FIELD, NAVBUS_READ_BROKEN };

// Reads the next field of a message, and advances `rest`. Nothing is copied: the result points into the message.
//
//     struct navbus_bytes rest = guidance->message;
//     struct navbus_field field;
//     while (navbus_next_field(&rest, &field) == NAVBUS_READ_FIELD)
//         if (field.number == 23) zoom_meters = navbus_double(field.value);
enum navbus_reading navbus_next_field(struct navbus_bytes *rest, struct navbus_field *field);

// The double with the bits of a field.
double navbus_double(uint64_t bits);

// ---- Library --------------------------------------------------------------------------------------------------------

// For navbus_run(): the size tells the library which callbacks the control was compiled with.
int navbus_run_sized(int count, char **words, const struct navbus_control *control, size_t size, void *self);

static inline int navbus_run(int count, char **words, const struct navbus_control *control, void *self) {
    return navbus_run_sized(count, words, control, sizeof *control, self);
}

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif
