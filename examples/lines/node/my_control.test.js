"use strict";
const assert = require("node:assert");
const { test } = require("node:test");
const { lineOf } = require("./my_control.js");

const navigation = {
  cue: { identity: "1", stage: "CUE_STAGE_NOW" },
  currentStep: { maneuver: "MANEUVER_TURN_LEFT", simpleRoadName: "Am Hackteufel" },
  toManeuver: { distanceMeters: 39.6 },
};

test("a maneuver is printed when it is due", () => {
  assert.equal(lineOf({ navigation }, false), "in 40 m: turn left, Am Hackteufel");
  assert.equal(lineOf({ navigation }, true), "IN 40 M: TURN LEFT, AM HACKTEUFEL");
  assert.equal(lineOf({ navigation: { ...navigation, cue: undefined } }, false), null);
});

test("the end is printed", () => assert.equal(lineOf({ navigationStopped: {} }, false), "stopped"));

test("other events are not", () => assert.equal(lineOf({ gps: {} }, false), null));
