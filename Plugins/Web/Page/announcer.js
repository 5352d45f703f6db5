"use strict";

/**
 * Decides what a screen reader announces: one sentence for a new maneuver, one at each stage of the approach, and one
 * for each change of the problems, but no countdown. The page writes the sentence into its live region.
 */
class LiveAnnouncer {
  /** The distances to the maneuver at which it is announced again, metres. */
  static stages = [1000, 300, 100];
  /** The distance from which the maneuver is due now, metres. */
  static now = 30;
  /** The minimum seconds between two sentences about maneuvers; problems are announced at once. */
  static gap = 4;

  constructor() {
    this.maneuver = null;
    this.announcedStage = Infinity;
    this.distance = null;
    this.state = null;
    this.spokenAt = -Infinity;
  }

  /**
   * The sentence to announce now, or null.
   *
   * @param state the content of the page; `alarm` is the text of the problem that makes it stale, or null
   * @param seconds the current time
   * @param isPlayed whether this page plays the announcements, so that maneuvers are not announced twice
   */
  update({ sign, street, distance, notice, alarm, notes }, seconds, isPlayed) {
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
    return this.announce(sign, street, distance, seconds, isPlayed);
  }

  announce(sign, street, distance, seconds, isPlayed) {
    const maneuver = street ? word("announce", { words: sign.words, street: clipped(street, 80) }) : sign.words;
    // The same words with a greater distance are a new maneuver.
    const isAgain = this.distance !== null && distance.meters > this.distance + 60;
    this.distance = distance.meters;
    if (maneuver !== this.maneuver || isAgain) {
      this.maneuver = maneuver;
      this.announcedStage = Infinity;
    }
    const stage = this.stage(distance.meters);
    if (stage === null || isPlayed || seconds < this.spokenAt + LiveAnnouncer.gap) return null;
    this.announcedStage = stage;
    this.spokenAt = seconds;
    if (distance.meters <= LiveAnnouncer.now) return word("announceNow", { maneuver });
    return word("announceIn", { distance: distance.text, maneuver });
  }

  /** The stage that is due, in metres, or null; for a new maneuver the distance itself. */
  stage(meters) {
    if (this.announcedStage === Infinity) return meters;
    const isDue = (stage) => meters <= stage && this.announcedStage > stage * 1.3;
    const due = [...LiveAnnouncer.stages, LiveAnnouncer.now].filter(isDue);
    return due.length > 0 ? Math.min(...due) : null;
  }
}

/** A text cut to a maximum number of characters. */
function clipped(text, limit = 300) {
  const whole = String(text);
  if (whole.length <= limit) return whole;
  return `${Array.from(whole.slice(0, 2 * limit)).slice(0, limit).join("")}…`;
}
