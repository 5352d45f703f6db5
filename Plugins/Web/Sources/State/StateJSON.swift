/// The format of the state of the display, between the server and the page.
///
/// `GET /events` sends it as `data:` of an event named `state`, at the beginning and after each change, at most ten
/// times a second. Each state is complete: the page keeps nothing. `Tests/state.sample.json` is an example. All keys
/// are always present; an unknown value is `null`, an empty list `[]`. Keys may be added but are never removed or given
/// another meaning. Texts are plain text, not HTML.
///
/// | key | value |
/// |---|---|
/// | `version` | 1 |
/// | `display` | `{title, theme, units}` of the settings; theme `"auto"`, `"day"`, `"night"`, `"contrast"`; units `"metric"`, `"us"`, `"uk"` |
/// | `phase` | `"idle"`, `"guiding"`, `"rerouting"`, `"arrived"` |
/// | `sign` | `{svg, words, glyph}` or null: the next maneuver, its words ("Turn right"), and a character for it; null, with all keys of the maneuver, after five seconds of silence |
/// | `distance` | `{meters, text, bar}` or null: to the maneuver; `bar` falls from 1 to 0 on the way to it |
/// | `street` | text or null: the street that the maneuver leads to |
/// | `towards` | text or null: road numbers and destinations on the signs at the maneuver |
/// | `exit` | text or null: the motorway exit as signposted, `"9A"` |
/// | `destination` | text or null: its name, also after the arrival |
/// | `then` | `{svg, words, glyph, distanceText, street, towards}` or null: the maneuver after that, with the distance between the two |
/// | `lanes` | `{svg, words, text}` or null: near the maneuver; `text` is one line of arrows; `svg` may be null |
/// | `currentStreet` | text or null |
/// | `speed` | `{value, unit, limit, over}` or null: `value` number or null; `limit` number, `"none"`, or null if unknown; both in `unit`; `over` Boolean |
/// | `arrival` | `{clock, durationText, distanceText, meters, seconds}` or null: at the destination; `clock` in the time zone of the machine, `"14:05"`, on another day `"00:40 +1"` |
/// | `stopover` | the same, with `name`, or null: at the next stopover, unless that is the destination |
/// | `saying` | `{text, from, to, processId, effectNumber, isPaused, isAudioKept}` or null: the utterance that sounds now or is paused; `from..<to` is the spoken word in Unicode scalars of `text`, null if unknown |
/// | `lastSaid` | `{text, processId, effectNumber, isAudioKept, ending, ageSeconds}` or null: the latest announcement, also while it sounds; `processId` and `effectNumber` together identify an utterance, since a restarted control counts from 1 again; `ageSeconds` is the time from its beginning to the state; `ending` is null while it sounds, `"finished"`, `"cancelled"` or `"failed"`; a page that plays it stops at the last two |
/// | `haptics` | `{text}` or null: the current pulse |
/// | `notice` | text or null: shown in place of an instruction: the reason why there is no route yet, or the failure of rerouting |
/// | `fix` | `{quality, status, accuracyMeters, satellites, lat, lon, course, ageSeconds}` or null; quality `"none"`, `"gps"`, `"differential"`, `"deadReckoning"`, `"unknown"`; status `"reliable"`, `"estimated"`, `"unreliable"`, `"unknown"` |
/// | `position` | `{lat, lon, bearing}` or null: the matched position, or the fix without a match; degrees |
/// | `flags` | any of `"offRoute"`, `"wrongWay"`, `"tunnel"`, `"stale"`, `"rerouting"` |
/// | `controls` | `[{name, state, isWell, ageSeconds, text, restarts}]`; `isWell`: it runs and its heartbeats arrive; state `"running"`, `"starting"`, `"restarting"`, `"stopped"`, `"failed"`, `"unknown"` |
/// | `warnings` | `[{control, text, clock, count}]`, the latest first; `count` is the number of reports |
/// | `route` | `{number, provider}` or null; `GET /route/<number>.json` returns its line |
/// | `bus` | `{isAlive, session, silentSince}`; `silentSince` is the time of day `"14:05:22"` of the last event, with the flag `"stale"` or a dead bus, else null |
///
/// An SVG is `<svg xmlns aria-hidden="true" viewBox …>` with `<path>` elements only, in the classes `ink-symbol` (the
/// maneuver), `ink-faint` (surroundings) and `ink-plate` (the background). All have the colour `currentColor`, so the
/// page chooses the colours of day and night: `.ink-symbol { color: … }`. The page also draws the plate of a sign.
///
/// `GET /route/<number>.json` returns `{"points": [[lat, lon], …], "stopovers": [{"lat", "lon", "name"}, …]}`, the
/// destination last. `GET /spoken/<processId>-<effectNumber>.wav` returns the sound of an utterance with `isAudioKept`.
/// Heartbeats come every two seconds, as events (`event: beat`, `data: {}`), since scripts do not see comments; a page
/// without any event for six seconds shows an alarm and connects again.
///
/// The page consists of the files of `Page/`: in `page.html` each line `<link rel="stylesheet" href="NAME">` becomes a
/// `<style>` with the file, and each line `<script src="NAME"></script>` a `<script>` with the file, in that order.
enum StateJSON {}
