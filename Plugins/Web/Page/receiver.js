"use strict";

/**
 * Makes this phone the receiver: sends the positions of its browser to the server, one at a time. Only the newest position
 * waits, and an old one is dropped, so that nothing outdated is sent after a loss of the network.
 */
class Receiver {
  /** The age from which a position is dropped, milliseconds. */
  static old = 3000;
  /** The time for an answer of the server, milliseconds. */
  static patience = 5000;
  /** The silence after which sending counts as interrupted, milliseconds. */
  static quiet = 5000;
  /** Names of the reasons for which the browser gives no position, by their codes. */
  static refusals = { 1: "receiverDenied", 2: "receiverUnavailable", 3: "receiverWaiting" };
  /** Names of the reasons for which the server takes no position, by their HTTP status. */
  static answers = { 401: "refused", 403: "receiverOff", 409: "receiverOther", 423: "receiverTaken", 503: "busGone" };

  /** @param onChange called when anything that this object shows has changed */
  constructor(onChange) {
    this.onChange = onChange;
    this.isOffered = false;
    this.isOn = false;
    /** The reason for which no position is sent, as a key of `words`, or null. */
    this.trouble = null;
    this.accuracyMeters = null;
    this.sentAt = null;
    /** The number of positions that the server has taken. */
    this.sentCount = 0;
    this.waiting = null;
    this.isSending = false;
    this.watch = null;
    this.phone = Receiver.kept("phone") ?? Receiver.keep("phone", Receiver.identity());
    setInterval(() => { if (this.isOn) this.onChange(); }, 1000);
  }

  /** A number that tells this phone from others. `crypto.randomUUID` needs an encrypted page. */
  static identity() {
    return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16)).join("-");
  }

  static kept(name) {
    try {
      return sessionStorage.getItem(`navbus.${name}`);
    } catch {
      // Without storage, a choice lasts as long as the page.
      return null;
    }
  }

  static keep(name, value) {
    try {
      sessionStorage.setItem(`navbus.${name}`, value);
    } catch {
      // As above.
    }
    return value;
  }

  /** Notes whether the server offers the receiver. A page that was reloaded continues. */
  offer(isOffered) {
    if (isOffered === this.isOffered) return;
    this.isOffered = isOffered;
    if (!isOffered) this.stop();
    else if (Receiver.kept("receiver") === "on") this.start();
    this.onChange();
  }

  /** Turns the receiver on, after a click, or off. */
  turn(isOn) {
    Receiver.keep("receiver", isOn ? "on" : "off");
    if (isOn) this.start();
    else this.stop();
    this.onChange();
  }

  start() {
    if (this.isOn) return;
    this.isOn = true;
    this.sentAt = null;
    if (!window.isSecureContext) this.trouble = "receiverInsecure";
    else if (!navigator.geolocation) this.trouble = "receiverMissing";
    if (this.trouble) return;
    this.trouble = "receiverWaiting";
    this.watch = navigator.geolocation.watchPosition(
      (position) => this.take(position),
      ({ code }) => this.fail(Receiver.refusals[code] ?? "receiverUnavailable"),
      { enableHighAccuracy: true, maximumAge: 0, timeout: 30_000 },
    );
  }

  stop() {
    if (this.watch !== null) navigator.geolocation.clearWatch(this.watch);
    Object.assign(this, { isOn: false, watch: null, waiting: null, trouble: null, accuracyMeters: null, sentAt: null });
  }

  fail(trouble) {
    if (!this.isOn) return;
    this.trouble = trouble;
    this.onChange();
  }

  take({ coords, timestamp }) {
    if (!this.isOn) return;
    const number = (value) => (Number.isFinite(value) ? value : null);
    this.accuracyMeters = number(coords.accuracy);
    this.waiting = {
      phone: this.phone, timeMilliseconds: Math.round(timestamp), latitudeDegrees: coords.latitude,
      longitudeDegrees: coords.longitude, accuracyMeters: this.accuracyMeters, altitudeMeters: number(coords.altitude),
      speedMetersPerSecond: number(coords.speed), courseDegrees: number(coords.heading),
    };
    this.takenAt = performance.now();
    this.send();
  }

  /** Sends the newest position, unless one is under way. */
  async send() {
    if (this.isSending) return;
    this.isSending = true;
    while (this.waiting && this.isOn) {
      const position = this.waiting;
      this.waiting = null;
      if (performance.now() - this.takenAt > Receiver.old) break;
      const status = await this.post(position);
      if (!this.isOn) break;
      if (status === 204) [this.sentAt, this.trouble, this.sentCount] = [performance.now(), null, this.sentCount + 1];
      else if (status !== 429) this.trouble = Receiver.answers[status] ?? "receiverLost";
      else await this.pause(position);
      this.onChange();
    }
    this.isSending = false;
  }

  /** Waits before a position is sent again that came too fast, unless there is a newer one. */
  async pause(position) {
    await new Promise((done) => { setTimeout(done, 100); });
    this.waiting ??= position;
  }

  /** The HTTP status of the answer, or 0 without one. */
  async post(position) {
    try {
      const answer = await fetch("/position", {
        method: "POST", cache: "no-store", headers: { "Content-Type": "application/json" }, body: JSON.stringify(position),
        signal: AbortSignal.timeout(Receiver.patience),
      });
      return answer.status;
    } catch {
      // No network or no server: the next position is sent.
      return 0;
    }
  }

  /** The seconds since a position was sent, or null. */
  get ageSeconds() { return this.sentAt === null ? null : Math.round((performance.now() - this.sentAt) / 1000); }

  /** The problem, also if the browser has become silent, or null. */
  get problem() {
    if (!this.isOn || this.trouble) return this.trouble;
    return performance.now() - this.sentAt > Receiver.quiet ? "receiverSilent" : null;
  }

  /** The state as a sentence. */
  get text() {
    if (!this.isOn) return words.receiverStopped;
    if (this.problem) return words[this.problem];
    const accuracy = this.accuracyMeters === null ? words.unknownAccuracy : word("within", { meters: Math.round(this.accuracyMeters) });
    return word("receiverOn", { accuracy, seconds: this.ageSeconds });
  }
}
