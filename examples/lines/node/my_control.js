"use strict";

/** The line for an event, or null: a maneuver when it is due, and the end. */
function lineOf(event, shout) {
  const text = event.navigationStopped ? "stopped" : maneuver(event.navigation);
  return text !== null && shout ? text.toUpperCase() : text;
}

function maneuver(navigation) {
  if (!navigation || !navigation.cue || !navigation.currentStep) return null;
  const { maneuver = "MANEUVER_UNKNOWN", simpleRoadName = "" } = navigation.currentStep;
  const { distanceMeters = 0 } = navigation.toManeuver ?? {};
  const words = maneuver.replace("MANEUVER_", "").toLowerCase().replaceAll("_", " ");
  return `in ${Math.round(distanceMeters)} m: ${words}, ${simpleRoadName}`;
}

module.exports = { lineOf };
