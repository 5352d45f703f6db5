/// The state of the display as the page gets it: the contract between the server and the page.
///
/// `GET /events` sends it as `data:` of an event named `state`, at the beginning and after each change, at most ten times a
/// second. It is complete each time: nothing has to be remembered by the page, and a reload needs nothing else.
/// `Tests/state.sample.json` is one of them. Every key is always there; what is not known is `null`, a list without
/// members is `[]`. Keys may be added, none is taken away or used anew. Texts are plain: the page sets them as text.
///
/// | key | value |
/// |---|---|
/// | `version` | 1 |
/// | `display` | `{title, theme, units}`: what the settings say; theme `"auto"`, `"day"`, `"night"`, `"contrast"`; units `"metric"`, `"us"`, `"uk"` |
/// | `phase` | `"idle"`, `"guiding"`, `"rerouting"`, `"arrived"` |
/// | `sign` | `{svg, words, glyph}` or null: the next maneuver (null too, as all that belongs to it, after five seconds of silence), its words ("Turn right"), and a character for it |
/// | `distance` | `{meters, text, bar}` or null: to the maneuver; `bar` falls from 1 to 0 on the way there |
/// | `street` | text or null: the street that the maneuver leads to |
/// | `towards` | text or null: road numbers and places that the signs at the maneuver say |
/// | `exit` | text or null: the motorway exit as signposted, `"9A"` |
/// | `destination` | text or null: its name, also after the arrival |
/// | `then` | `{svg, words, glyph, distanceText, street, towards}` or null: the maneuver after that; the distance is the one between the two |
/// | `lanes` | `{svg, words, text}` or null: only where they matter; `text` is one line of arrows; `svg` may be null |
/// | `currentStreet` | text or null |
/// | `speed` | `{value, unit, limit, over}` or null: `value` number or null; `limit` number, `"none"`, or null if not known; both in `unit`; `over` truth value |
/// | `arrival` | `{clock, durationText, distanceText, meters, seconds}` or null: at the destination; `clock` in the time zone of the machine, `"14:05"`, on another day `"00:40 +1"` |
/// | `stopover` | the same, with `name`, or null: at the next stopover, where that is not the destination |
/// | `saying` | `{text, from, to, processId, effectNumber, isPaused, isAudioKept}` or null: what sounds now, or is paused; `from..<to` counts Unicode scalars of `text`, null where no word is told |
/// | `lastSaid` | `{text, processId, effectNumber, isAudioKept, ending, ageSeconds}` or null: the latest announcement, also while it sounds; `processId` and `effectNumber` together name an utterance, since a control that is started anew counts from 1 again; `ageSeconds` since it began, when the state was written; ending null while it sounds, `"finished"`, `"cancelled"`, `"failed"`: a page that plays it stops at the last two |
/// | `haptics` | `{text}` or null: the pulse that is felt now |
/// | `notice` | text or null: what stands in place of an instruction: why there is no route yet, that one is searched for |
/// | `fix` | `{quality, status, accuracyMeters, satellites, lat, lon, course, ageSeconds}` or null; quality `"none"`, `"gps"`, `"differential"`, `"deadReckoning"`, `"unknown"`; status `"reliable"`, `"estimated"`, `"unreliable"`, `"unknown"` |
/// | `position` | `{lat, lon, bearing}` or null: the place on the route, or beside one the fix; degrees |
/// | `flags` | any of `"offRoute"`, `"wrongWay"`, `"tunnel"`, `"stale"`, `"rerouting"` |
/// | `controls` | `[{name, state, isWell, ageSeconds, text, restarts}]`; `isWell`: it runs and is heard; state `"running"`, `"starting"`, `"restarting"`, `"stopped"`, `"failed"`, `"unknown"` |
/// | `warnings` | `[{control, text, clock, count}]`, the latest first; `count`: how often it was reported |
/// | `route` | `{number, provider}` or null: `GET /route/<number>.json` gives its line |
/// | `bus` | `{isAlive, session, silentSince}`; `silentSince` the time of day `"14:05:22"` of the last event, where the flag is `"stale"` or the bus is not alive, or null |
///
/// An SVG is `<svg xmlns aria-hidden="true" viewBox …>` with `<path>`s only, in the classes `ink-symbol` (the way to go),
/// `ink-faint` (surroundings) and `ink-plate` (the ground); each is painted in `currentColor`. So the page chooses
/// the colours of day and night: `.ink-symbol { color: … }`. A sign's ground is not drawn: the page lays the plate under it.
///
/// `GET /route/<number>.json` is `{"points": [[lat, lon], …], "stopovers": [{"lat", "lon", "name"}, …]}`, the destination
/// last. `GET /spoken/<processId>-<effectNumber>.wav` is the sound of an utterance with `isAudioKept`. Beats come every two seconds, as
/// events (`event: beat`, `data: {}`), since scripts do not see comments; a page that hears neither for six seconds says so
/// and connects anew.
///
/// The page is joined of the files of `Page/`: in `page.html` each line `<link rel="stylesheet" href="NAME">` becomes
/// `<style>` with the file, and each line `<script src="NAME"></script>` becomes `<script>` with the file, in that order.
enum StateJSON {}
