"use strict";

/**
 * Plays the announcements here, where the spoken words are kept. One after another, never two at a time; an announcement
 * that was cancelled is cut off; one that a newer one has overtaken while waiting is left out.
 */
class Listener {
  /** @param onChange called when `isOn` or `trouble` has changed; `trouble` is a key of the words, or null */
  constructor(onChange) {
    this.onChange = onChange;
    this.isOn = false;
    this.trouble = null;
    // Not known yet: what was said before the page was open is not said again.
    this.heard = undefined;
    this.playing = null;
    this.waiting = null;
    this.audio = null;
    this.isHeld = false;
  }

  /** On, after a click; or off. What is being said already is played only if it has just begun. */
  turn(isOn) {
    if (this.isOn === isOn) return;
    this.isOn = isOn;
    this.trouble = null;
    if (!isOn) this.stop();
    this.onChange();
  }

  /** What the state tells of the announcements. */
  hear({ saying, lastSaid }) {
    const isCut = lastSaid && (lastSaid.ending === "cancelled" || lastSaid.ending === "failed");
    if (isCut && this.waiting === lastSaid.effectNumber) this.waiting = null;
    if (isCut && this.playing === lastSaid.effectNumber) this.stop();
    if (saying && saying.effectNumber === this.playing) this.hold(saying.isPaused);
    // A voice without a loudspeaker has said everything at once: then it is over before it was seen to begin.
    const number = lastSaid ? lastSaid.effectNumber : null;
    if (number === this.heard) return;
    const isOld = this.heard === undefined && !saying;
    this.heard = number;
    if (number === null || isOld || isCut || !this.isOn) return;
    if (!lastSaid.isAudioKept) {
      this.complain("listenNoAudio");
      return;
    }
    this.waiting = number;
    if (this.playing === null) this.next();
  }

  /** Pauses with the voice, and goes on with it. */
  hold(isPaused) {
    if (isPaused) this.audio.pause();
    else if (this.audio.paused && this.isHeld) this.audio.play().catch((error) => this.fail(this.playing, error));
    this.isHeld = Boolean(isPaused);
  }

  next() {
    this.isHeld = false;
    const number = this.waiting;
    this.waiting = null;
    this.playing = number;
    if (number === null) return;
    this.audio ??= this.makeAudio();
    this.audio.src = `/spoken/${encodeURIComponent(number)}.wav`;
    this.audio.play().then(
      () => this.complain(null),
      (error) => this.fail(number, error),
    );
  }

  fail(number, error) {
    if (this.playing !== number || error.name === "AbortError") return;
    if (error.name === "NotAllowedError") {
      this.isOn = false;
      this.stop();
      this.complain("listenClick");
    } else {
      this.complain("listenFailed");
      this.next();
    }
  }

  makeAudio() {
    const audio = new Audio();
    audio.addEventListener("ended", () => this.next());
    return audio;
  }

  stop() {
    this.waiting = null;
    this.playing = null;
    if (!this.audio) return;
    this.audio.pause();
    this.audio.removeAttribute("src");
    this.audio.load();
  }

  complain(trouble) {
    if (this.trouble === trouble) return;
    this.trouble = trouble;
    this.onChange();
  }
}
