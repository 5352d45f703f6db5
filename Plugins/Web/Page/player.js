"use strict";

/**
 * Plays the kept sounds of the announcements, one at a time. A cancelled announcement is stopped. A waiting one is
 * skipped if a newer one has arrived or if it is too old.
 */
class AudioPlayer {
  /** The age in seconds from which a finished announcement is not played. */
  static old = 3;
  /** The milliseconds without progress after which playback is given up. */
  static patience = 3000;

  /** @param onChange called when `isOn` or `trouble` has changed; `trouble` is a key of `words`, or null */
  constructor(onChange) {
    this.onChange = onChange;
    this.isOn = false;
    this.trouble = null;
    this.lastName = null;
    this.forget();
    this.playing = null;
    this.waiting = null;
    this.audio = null;
    this.isHeld = false;
    setInterval(() => this.watch(), 250);
  }

  /** The identity of an utterance and the name of its sound: each process of speech counts from 1. */
  static name({ processId, effectNumber }) {
    return `${processId}-${effectNumber}`;
  }

  /** Skips announcements made before the page was opened, or while it had no connection. */
  forget() {
    this.isFirst = true;
  }

  /** Turns playback on, after a click, or off. The current announcement is not played. */
  turn(isOn) {
    if (this.isOn === isOn) return;
    this.isOn = isOn;
    this.trouble = null;
    if (!isOn) this.stop();
    this.onChange();
  }

  /** Updates playback with the announcements of a state. */
  update({ activeUtterance, lastUtterance }) {
    const name = lastUtterance && AudioPlayer.name(lastUtterance);
    const isSaid = Boolean(activeUtterance) && AudioPlayer.name(activeUtterance) === name;
    const isCut = Boolean(lastUtterance) && (lastUtterance.ending === "cancelled" || lastUtterance.ending === "failed");
    if (isCut && this.waiting === name) this.waiting = null;
    if (isCut && this.playing === name) this.stop();
    if (this.playing !== null && this.playing === name) this.hold(isSaid && activeUtterance.isPaused);
    const isFirst = this.isFirst;
    this.isFirst = false;
    if (name === this.lastName) return;
    this.lastName = name;
    // Speech without a loudspeaker ends at once, so an announcement may end before its beginning was seen.
    const isOld = !isSaid && (isFirst || lastUtterance?.ageSeconds > AudioPlayer.old);
    if (name === null || isOld || isCut || !this.isOn) return;
    if (!lastUtterance.isAudioKept) {
      this.complain("listenNoAudio");
      return;
    }
    this.waiting = name;
    // Speech has continued: a paused or stuck sound is skipped.
    if (this.playing === null || this.isHeld || this.isStuck(AudioPlayer.patience / 3)) this.next();
  }

  /** Pauses and resumes together with speech. */
  hold(isPaused) {
    if (Boolean(isPaused) === this.isHeld) return;
    this.isHeld = Boolean(isPaused);
    this.movedAt = performance.now();
    if (isPaused) this.audio.pause();
    else this.play(this.playing);
  }

  next() {
    this.isHeld = false;
    const name = this.waiting;
    this.waiting = null;
    this.playing = name;
    if (name === null) return;
    this.audio ??= this.makeAudio();
    this.audio.src = `/spoken/${encodeURIComponent(name)}.wav`;
    [this.reached, this.movedAt] = [0, performance.now()];
    this.play(name);
  }

  play(name) {
    this.audio.play().then(
      () => this.complain(null),
      (error) => this.fail(name, error),
    );
  }

  fail(name, error) {
    if (this.playing !== name || error.name === "AbortError") return;
    if (error.name === "NotAllowedError") {
      this.isOn = false;
      this.stop();
      this.complain("listenClick");
    } else {
      this.giveUp();
    }
  }

  /** Skips a sound that cannot be played. */
  giveUp() {
    const { waiting } = this;
    this.stop();
    this.waiting = waiting;
    this.next();
    this.complain("listenFailed");
  }

  makeAudio() {
    const audio = new Audio();
    audio.addEventListener("ended", () => this.next());
    // Without an error in the element, another sound has replaced the failed one.
    audio.addEventListener("error", () => { if (this.playing !== null && audio.error) this.giveUp(); });
    return audio;
  }

  /** Skips a sound that stopped without an error, while the browser repeats its request. */
  watch() {
    if (this.isStuck(AudioPlayer.patience)) this.giveUp();
  }

  /** Whether playback has made no progress for a number of milliseconds. */
  isStuck(milliseconds) {
    if (this.playing === null || this.isHeld) return false;
    if (this.audio.currentTime !== this.reached) {
      [this.reached, this.movedAt] = [this.audio.currentTime, performance.now()];
    }
    return performance.now() - this.movedAt > milliseconds;
  }

  stop() {
    this.waiting = null;
    this.playing = null;
    this.isHeld = false;
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
