"use strict";

/**
 * The line to the server. It comes back by itself, and it knows since when nothing has come: a line that is merely quiet
 * is taken for dead, since a phone that has left the network is told nothing.
 */
class Connection {
  /** Milliseconds: beats come every two seconds. */
  static quiet = 6000;
  /** So short an interruption is not shown. */
  static grace = 1200;
  static retry = 1000;
  /** Where there is no place for another page, one may become free in a while. */
  static crowdedRetry = 10000;

  /**
   * @param onState called with the text of each state
   * @param onOpen called when a server has answered, which may be another one than before
   * @param onChange called when `isLive` or `refusal` has changed
   */
  constructor(onState, onOpen, onChange) {
    Object.assign(this, { onState, onOpen, onChange });
    this.isLive = false;
    /** Why the server lets nobody in: `"refused"`, `"crowded"`, or null. */
    this.refusal = null;
    this.heardAt = null;
    this.lostAt = null;
    this.source = null;
    this.openedAt = -Infinity;
    this.open();
    setInterval(() => this.look(), 500);
    document.addEventListener("visibilitychange", () => this.look());
    window.addEventListener("online", () => this.look());
  }

  open() {
    this.close();
    this.openedAt = performance.now();
    const source = new EventSource("/events");
    this.source = source;
    source.addEventListener("open", () => this.onOpen());
    source.addEventListener("beat", () => this.hear());
    source.addEventListener("state", ({ data }) => {
      this.hear();
      this.onState(data);
    });
    source.addEventListener("error", () => {
      if (this.source !== source) return;
      this.close();
      if (!this.isLive) this.ask();
    });
  }

  close() {
    this.source?.close();
    this.source = null;
  }

  hear() {
    this.heardAt = { wall: Date.now(), steady: performance.now() };
    this.refusal = null;
    if (this.isLive) return;
    this.isLive = true;
    this.onChange();
  }

  /** Milliseconds since something was heard. The clock of the machine may be set back; the steady one may stand in its sleep. */
  silence() {
    if (this.heardAt === null) return Infinity;
    return Math.max(Date.now() - this.heardAt.wall, performance.now() - this.heardAt.steady);
  }

  /** Is it alive still? If not, another try is due from time to time. */
  look() {
    if (this.isLive && this.silence() > (this.source ? Connection.quiet : Connection.grace)) {
      this.isLive = false;
      this.lostAt = Date.now() - this.silence();
      this.onChange();
    }
    const tried = performance.now() - this.openedAt;
    const retry = this.refusal === "crowded" ? Connection.crowdedRetry : Connection.retry;
    const isDue = this.source ? !this.isLive && tried > Connection.quiet : tried > retry;
    if (isDue) this.open();
  }

  /** An event source does not tell why it was closed; so the same is asked for once more, and left at once. */
  async ask() {
    let status = 0;
    const leave = new AbortController();
    try {
      status = (await fetch("/events", { cache: "no-store", signal: leave.signal })).status;
    } catch {
      // No server: that is what the page says already.
    }
    leave.abort();
    const refusal = { 401: "refused", 403: "refused", 503: "crowded" }[status] ?? null;
    if (refusal === this.refusal || this.isLive) return;
    this.refusal = refusal;
    this.onChange();
  }
}
