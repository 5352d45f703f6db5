"use strict";

/**
 * Says what changes, for those who hear the page. One sentence for a new maneuver, one at each stage of the way to it, one
 * for each change of what is wrong; never what merely counts down. It is a decision only: the page puts the sentence
 * into its live region.
 */
class Herald {
  /** Metres to the maneuver at which it is told again, if it was told well before. */
  static stages = [1000, 300, 100];
  /** So near, it is now. */
  static now = 30;
  /** Seconds between two sentences about the way; what is wrong does not wait. */
  static gap = 4;

  constructor() {
    this.maneuver = null;
    this.told = Infinity;
    this.distance = null;
    this.state = null;
    this.spokenAt = -Infinity;
  }

  /**
   * The sentence to say now, or null.
   *
   * @param state what the page shows; `alarm` is the text of what stops it from being live, or null
   * @param isPlayed whether the announcements are played here: then the way is not told twice
   */
  hear({ sign, street, distance, notice, alarm, notes }, seconds, isPlayed) {
    const condition = [alarm ?? "", notice ?? "", ...notes].filter((text) => text !== "").join(". ");
    if (condition !== this.state) {
      const isFirst = this.state === null;
      const wasAlarmed = !isFirst && this.alarm;
      this.state = condition;
      this.alarm = Boolean(alarm);
      if (!(isFirst && condition === "")) {
        this.spokenAt = seconds;
        if (condition !== "") return condition;
        if (wasAlarmed) return word("connected");
      }
    }
    this.alarm = Boolean(alarm);
    if (alarm || !sign || !distance) return null;
    return this.tell(sign, street, distance, seconds, isPlayed);
  }

  tell(sign, street, distance, seconds, isPlayed) {
    const maneuver = street ? word("told", { words: sign.words, street: clipped(street, 80) }) : sign.words;
    // The same words again are a new maneuver if the distance has grown.
    const isAgain = this.distance !== null && distance.meters > this.distance + 60;
    this.distance = distance.meters;
    if (maneuver !== this.maneuver || isAgain) {
      this.maneuver = maneuver;
      this.told = Infinity;
    }
    const stage = this.stage(distance.meters);
    if (stage === null || isPlayed || seconds < this.spokenAt + Herald.gap) return null;
    this.told = stage;
    this.spokenAt = seconds;
    if (distance.meters <= Herald.now) return word("toldNow", { maneuver });
    return word("toldIn", { distance: distance.text, maneuver });
  }

  /** The stage that is due, in metres: the distance itself for what was never told. */
  stage(meters) {
    if (this.told === Infinity) return meters;
    const due = [...Herald.stages, Herald.now].filter((stage) => meters <= stage && this.told > stage * 1.3);
    return due.length > 0 ? Math.min(...due) : null;
  }
}

/** A text cut to so many characters, so that nothing endless gets into the page. */
function clipped(text, limit = 300) {
  const whole = String(text);
  if (whole.length <= limit) return whole;
  return `${Array.from(whole.slice(0, 2 * limit)).slice(0, limit).join("")}…`;
}
