"use strict";

/** Every word of the page, in one table: another language is another table. `{…}` stands for a value. */
const words = {
  // Parts of the page, for those who hear it.
  guide: "Next maneuver", map: "Map of the route", trip: "Trip", flags: "Notes", tools: "Display",
  chart: "The route as a line, with the position on it",
  // The instruction.
  then: "then", thenIn: "then in {distance}", limit: "Speed limit {limit}", noLimit: "No speed limit",
  exit: "Exit {number}", idle: "No route", rerouting: "Finding a new route", arrived: "You have arrived", connecting: "Connecting",
  waiting: "No instruction for now",
  // The trip.
  arrival: "Arrival", timeLeft: "Time", distanceLeft: "Distance", stopover: "Stop: {name}", aStopover: "Next stop",
  tooFast: "too fast",
  // What is wrong at the moment.
  offRoute: "Off the route", wrongWay: "Wrong way", tunnel: "Tunnel", reroutingFlag: "Finding a new route",
  noFix: "No position", weakFix: "Position is uncertain", guessedFix: "Position is estimated",
  noConnection: "No connection since {time}", never: "No connection yet", busSilent: "Bus silent since {time}",
  busGone: "The bus does not answer", nothingHeard: "Nothing heard since {time}", nothingHeardYet: "Nothing is heard",
  refused: "This display is not allowed in: open it with its token",
  crowded: "Too many displays are open: close another one",
  unreadable: "What the server sends cannot be shown: reload this page",
  connected: "Connected again",
  // Buttons and what they say.
  orientation: "Map: {choice}", heading: "heading up", north: "north up",
  theme: "Light: {choice}", auto: "automatic", day: "day", night: "night", contrast: "high contrast",
  listen: "Listen", listening: "Listening", listenOff: "Announcements are not played here.",
  listenOn: "Announcements are played here.",
  listenClick: "The browser plays nothing before a click: press Listen.",
  listenNoAudio: "No sound of the announcements is kept. Speech needs the setting \"keep\", web the setting \"spoken\".",
  listenFailed: "The sound of the last announcement could not be played.",
  more: "Details", moreTroubles: "Details, controls in trouble: {count}", close: "Close", fullScreen: "Full screen",
  // Details.
  details: "Details", display: "Display", said: "Last said", nothingSaid: "Nothing yet", felt: "Felt now: {text}",
  position: "Position", controls: "Controls", warnings: "Warnings", none: "None", ago: "{seconds} s ago",
  quality: "Source", status: "Status", accuracy: "Accuracy", satellites: "Satellites", place: "Place", route: "Route",
  session: "Session", destination: "Destination", timesSeen: "{count} times", meters: "{meters} m", haptics: "Felt",
  qualities: {
    none: "none", gps: "satellites", differential: "satellites, corrected", deadReckoning: "dead reckoning",
    unknown: "not known",
  },
  statuses: { reliable: "reliable", estimated: "estimated", unreliable: "unreliable", unknown: "not known" },
  states: {
    running: "running", starting: "starting", restarting: "restarting", stopped: "stopped", failed: "failed",
    unknown: "not known",
  },
  // Keys.
  shortcuts: "Keys", keysOn: "Single keys do this",
  keyOrientation: "Heading or north up", keyTheme: "Automatic, day, night, high contrast", keyListen: "Listen, or not",
  keyDetails: "Details", keyFullScreen: "Full screen", keyHelp: "These keys", keyEscape: "Close what is open",
  // What is told to those who hear the page.
  toldIn: "In {distance}: {maneuver}", toldNow: "Now: {maneuver}", told: "{words}, {street}",
  toldThen: "{maneuver}, in {distance}",
};

/** The text of the table, its values put in. */
function word(key, values = {}) {
  return words[key].replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
