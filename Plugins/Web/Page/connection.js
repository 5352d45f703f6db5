"use strict";

/**
 * The connection to the server. It reconnects by itself and measures the silence: a connection without events counts as
 * lost, because a phone that has left the network gets no error.
 */
class Connection {
  /** The silence after which the connection counts as lost, milliseconds. Heartbeats come every two seconds. */
  static quiet = 6000;
  /** The interruption that is not shown, milliseconds. */
  static grace = 1200;
  static retry = 1000;
  /** The pause between attempts while the server has too many connections, milliseconds. */
  static crowdedRetry = 10000;

  /**
   * @param onState called with the text of each state
   * @param onOpen called when a server has answered, which may be a restarted one
   * @param onChange called when `isLive` or `refusal` has changed
   */
  constructor(onState, onOpen, onChange) {
    Object.assign(this, { onState, onOpen, onChange });
    this.isLive = false;
    /** The reason why the server refuses the page: `"refused"`, `"crowded"`, or null. */
    this.refusal = null;
    this.lastEventAt = null;
    this.lostAt = null;
    this.source = null;
    this.openedAt = -Infinity;
    this.open();
    setInterval(() => this.check(), 500);
    document.addEventListener("visibilitychange", () => this.check());
    window.addEventListener("online", () => this.check());
  }

  open() {
    this.close();
    this.openedAt = performance.now();
    const source = new EventSource("/events");
    this.source = source;
    source.addEventListener("open", () => this.onOpen());
    source.addEventListener("heartbeat", () => this.noteEvent());
    source.addEventListener("state", ({ data }) => {
      this.noteEvent();
      this.onState(data);
    });
    source.addEventListener("error", () => {
      if (this.source !== source) return;
      this.close();
      if (!this.isLive) this.fetchStatus();
    });
  }

  close() {
    this.source?.close();
    this.source = null;
  }

  noteEvent() {
    this.lastEventAt = { wall: Date.now(), steady: performance.now() };
    this.refusal = null;
    if (this.isLive) return;
    this.isLive = true;
    this.onChange();
  }

  /** Milliseconds since the last event. The wall clock may be set back; the steady clock may stop during sleep. */
  silence() {
    if (this.lastEventAt === null) return Infinity;
    return Math.max(Date.now() - this.lastEventAt.wall, performance.now() - this.lastEventAt.steady);
  }

  /** Checks the silence, and reconnects from time to time while the connection is lost. */
  check() {
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

  /** Requests the events once more to get the HTTP status, which an event source does not provide. */
  async fetchStatus() {
    let status = 0;
    const leave = new AbortController();
    try {
      status = (await fetch("/events", { cache: "no-store", signal: leave.signal })).status;
    } catch {
      // No server; the page already shows that.
    }
    leave.abort();
    const refusal = { 401: "refused", 403: "refused", 503: "crowded" }[status] ?? null;
    if (refusal === this.refusal || this.isLive) return;
    this.refusal = refusal;
    this.onChange();
  }
}
