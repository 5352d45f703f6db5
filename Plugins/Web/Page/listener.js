"use strict";

/**
 * Plays the announcements here, where the spoken words are kept. One after another, never two at a time; an announcement
 * that was cancelled is cut off; one that a newer one has overtaken while waiting is left out, and so is one that is old.
 */
class Listener {
  /** Seconds after which an announcement that is not being said any more is too old to be played. */
  static old = 3;
  /** Milliseconds without a sound after which the one that plays is given up. */
  static patience = 3000;

  /** @param onChange called when `isOn` or `trouble` has changed; `trouble` is a key of the words, or null */
  constructor(onChange) {
    this.onChange = onChange;
    this.isOn = false;
    this.trouble = null;
    this.heard = null;
    this.forget();
    this.playing = null;
    this.waiting = null;
    this.audio = null;
    this.isHeld = false;
    setInterval(() => this.watch(), 250);
  }

  /** What names an utterance, and the file with its sound: another process of the voice counts anew. */
  static name({ processId, effectNumber }) {
    return `${processId}-${effectNumber}`;
  }

  /** What was said before the page was open, or while it had no connection, is not said again. */
  forget() {
    this.isFirst = true;
  }

  /** On, after a click; or off. What is being said already is not played. */
  turn(isOn) {
    if (this.isOn === isOn) return;
    this.isOn = isOn;
    this.trouble = null;
    if (!isOn) this.stop();
    this.onChange();
  }

  /** What the state tells of the announcements. */
  hear({ saying, lastSaid }) {
    const name = lastSaid && Listener.name(lastSaid);
    const isSaid = Boolean(saying) && Listener.name(saying) === name;
    const isCut = Boolean(lastSaid) && (lastSaid.ending === "cancelled" || lastSaid.ending === "failed");
    if (isCut && this.waiting === name) this.waiting = null;
    if (isCut && this.playing === name) this.stop();
    if (this.playing !== null && this.playing === name) this.hold(isSaid && saying.isPaused);
    const isFirst = this.isFirst;
    this.isFirst = false;
    if (name === this.heard) return;
    this.heard = name;
    // A voice without a loudspeaker has said everything at once: then it is over before it was seen to begin.
    const isOld = !isSaid && (isFirst || lastSaid?.ageSeconds > Listener.old);
    if (name === null || isOld || isCut || !this.isOn) return;
    if (!lastSaid.isAudioKept) {
      this.complain("listenNoAudio");
      return;
    }
    this.waiting = name;
    // The voice has gone on: what is held here, or stuck, is not waited for.
    if (this.playing === null || this.isHeld || this.isStuck(Listener.patience / 3)) this.next();
  }

  /** Pauses with the voice, and goes on with it. */
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

  /** What plays cannot be played to its end; the next one may be. */
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
    // Another sound has taken its place if the element knows of no error any more.
    audio.addEventListener("error", () => { if (this.playing !== null && audio.error) this.giveUp(); });
    return audio;
  }

  /** A sound may break off without a word: the browser asks for the rest of it again and again. */
  watch() {
    if (this.isStuck(Listener.patience)) this.giveUp();
  }

  /** Whether nothing has sounded for so many milliseconds, though something plays. */
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
