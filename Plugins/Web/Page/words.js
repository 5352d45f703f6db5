"use strict";

/** All texts of the page in one table, so that another language is another table. `{…}` is a placeholder. */
const words = {
  // Labels of the regions, for screen readers.
  guide: "Next maneuver", map: "Map of the route", trip: "Trip", flags: "Notes", tools: "Display",
  chart: "The route as a line, with the position on it",
  // Instruction.
  then: "then", thenIn: "then in {distance}", limit: "Speed limit {limit}", noLimit: "No speed limit",
  exit: "Exit {number}", idle: "No route", rerouting: "Finding a new route", arrived: "You have arrived", connecting: "Connecting",
  waiting: "No instruction for now",
  // Trip.
  arrival: "Arrival", timeLeft: "Time", distanceLeft: "Distance", stopover: "Stop: {name}", aStopover: "Next stop",
  tooFast: "too fast",
  // Current problems.
  offRoute: "Off the route", wrongWay: "Wrong way", tunnel: "Tunnel", ferry: "On a ferry",
  reroutingFlag: "Finding a new route", approach: "Proceed to the route",
  directions: {
    north: "north", northeast: "northeast", east: "east", southeast: "southeast", south: "south",
    southwest: "southwest", west: "west", northwest: "northwest",
  },
  noFix: "No position", weakFix: "Position is uncertain", guessedFix: "Position is estimated",
  noConnection: "No connection since {time}", never: "No connection yet", busSilent: "Bus silent since {time}",
  busGone: "The bus does not answer", noEventSince: "No event since {time}", noEvent: "No event yet",
  refused: "Access refused: open it with its token",
  crowded: "Too many displays are open: close another one",
  unreadable: "The data of the server cannot be shown: reload this page",
  connected: "Connected again",
  // The map.
  follow: "Follow", mapProblems: {
    noRegion: "No map yet: navbus region add FILE makes one", noLibrary: "No map: make maplibre installs its program",
    damaged: "The map cannot be read: navbus region check", noWebGL: "No map: this browser has no WebGL",
  },
  // Buttons and their texts.
  orientation: "Map: {choice}", heading: "heading up", north: "north up",
  theme: "Light: {choice}", auto: "automatic", day: "day", night: "night", contrast: "high contrast",
  listen: "Listen", listening: "Listening", listenOff: "Announcements are not played here.",
  listenOn: "Announcements are played here.",
  listenClick: "The browser plays no sound before a click: press Listen.",
  listenNoAudio: "No sound of the announcements is kept. Speech needs the setting \"keep\", web the setting \"spoken\".",
  listenFailed: "The sound of the last announcement could not be played.",
  more: "Details", moreTroubles: "Details, controls with problems: {count}", close: "Close", fullScreen: "Full screen",
  // The phone as receiver.
  receiver: "Receiver", useReceiver: "Use this phone as the receiver", stopReceiver: "Stop using this phone as the receiver",
  receiverStopped: "The positions of this phone are not used.",
  receiverOn: "Sending positions: {accuracy}, {seconds} s ago", within: "±{meters} m", unknownAccuracy: "accuracy unknown",
  receiverWaiting: "Waiting for a position of this phone",
  receiverSilent: "This phone gives no new position: keep this page in the foreground",
  receiverDenied: "The browser refuses its position: allow the location for this page, in the browser and in the settings of the phone",
  receiverUnavailable: "This phone has no position: turn its location on, and go where it sees the sky",
  receiverInsecure: "The browser gives its position only to an encrypted page: set web.tls = true, and open https://",
  receiverMissing: "This browser has no location: use another one",
  receiverLost: "Positions are not sent: no connection",
  receiverOff: "The server takes no positions of this page: set web.receiver = true",
  receiverOther: "The bus has another source of positions: remove [source] from its configuration",
  receiverTaken: "Another phone is the receiver: turn it off there first",
  screenOff: "The screen may turn off", screenRemedy: "Keep it on in the settings of the phone.",
  // Begin, change, end a drive.
  driveTitle: "Drive", whereTo: "Where to?", searchPlaces: "Where to? Name, address or position", places: "Places",
  savedPlaces: "Saved places", recentPlaces: "Recent places", erasePlaces: "Erase all of these places",
  placesFound: "Places: {count}", nothingFound: "No place fits this text.", mapPoint: "Point on the map", travelMode: "Travel", avoid: "Avoid",
  routes: "Routes", viaStreet: "via {street}", searchingRoutes: "Looking for routes", startDrive: "Start",
  driveHereInstead: "Drive here instead", addStop: "Add as the next stop", savePlace: "Save", erasePlace: "Erase",
  back: "Back", driveTo: "To {name}", skipStop: "Skip {name}", endDrive: "End the drive",
  driveChoices: {
    car: "by car", bicycle: "by bicycle", foot: "on foot", tolls: "tolls", motorways: "motorways", ferries: "ferries",
  },
  driveProblems: {
    noRegion: "This machine has no map to search: navbus region add FILE.osm.pbf makes one from an extract of OpenStreetMap.",
    badRegion: "A map of this machine cannot be searched:",
    noRouter: "No program for routes is installed: install the control router of navbus.",
    noRoute: "There is no route. Without a routing server, navbus region add FILE.osm.pbf makes its data, and docs/connect-valhalla.md says how to start one. The reason:",
    noPosition: "There is no present position: wait until the receiver has one.",
    oldOffer: "These routes are too old: choose the place again.", manyStops: "The drive has too many stops.",
    busy: "Too many requests: wait a moment and try again.", noBus: "The bus has not accepted this:",
    notKept: "The place cannot be kept.",
  },
  driveRefused: "The server refuses this page: reload it, and open it with its token.", driveLost: "The server does not answer.",
  // Details.
  details: "Details", display: "Display", said: "Last announcement", nothingSaid: "None yet", felt: "Pulse: {text}",
  position: "Position", controls: "Controls", warnings: "Warnings", none: "None", ago: "{seconds} s ago",
  quality: "Source", status: "Status", accuracy: "Accuracy", satellites: "Satellites", place: "Place", route: "Route",
  session: "Session", destination: "Destination", timesSeen: "{count} times", meters: "{meters} m",
  qualities: {
    none: "none", gps: "satellites", differential: "satellites, corrected", deadReckoning: "dead reckoning",
    unknown: "unknown",
  },
  statuses: { reliable: "reliable", estimated: "estimated", unreliable: "unreliable", unknown: "unknown" },
  states: {
    running: "running", starting: "starting", restarting: "restarting", stopped: "stopped", failed: "failed",
    unknown: "unknown",
  },
  // Keys.
  shortcuts: "Keys", keysOn: "Single keys do this",
  keyOrientation: "Heading or north up", keyTheme: "Automatic, day, night, high contrast", keyListen: "Listen, or not",
  keyDetails: "Details", keyFullScreen: "Full screen", keyDrive: "Begin, change or end a drive", keyHelp: "These keys", keyEscape: "Close what is open",
  // Announcements for screen readers.
  announceIn: "In {distance}: {maneuver}", announceNow: "Now: {maneuver}", announce: "{words}, {street}",
};

/** A text of the table with its placeholders replaced. */
function word(key, values = {}) {
  return words[key].replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
