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

  /**
   * @param onState called with each state
   * @param onOpen called when a server has answered, which may be another one than before
   * @param onChange called when `isLive` or `isRefused` has changed
   */
  constructor(onState, onOpen, onChange) {
    Object.assign(this, { onState, onOpen, onChange });
    this.isLive = false;
    this.isRefused = false;
    this.heardAt = null;
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
      const state = JSON.parse(data);
      this.hear();
      this.onState(state);
    });
    source.addEventListener("error", () => {
      if (this.source === source) this.close();
    });
  }

  close() {
    this.source?.close();
    this.source = null;
  }

  hear() {
    this.heardAt = Date.now();
    this.isRefused = false;
    if (this.isLive) return;
    this.isLive = true;
    this.onChange();
  }

  /** Is it alive still? If not, another try is due from time to time. */
  look() {
    const silence = this.heardAt === null ? Infinity : Date.now() - this.heardAt;
    if (this.isLive && silence > (this.source ? Connection.quiet : Connection.grace)) {
      this.isLive = false;
      this.onChange();
    }
    const tried = performance.now() - this.openedAt;
    const isDue = this.source ? !this.isLive && tried > Connection.quiet : tried > Connection.retry;
    if (!isDue) return;
    this.open();
    if (!this.isLive) this.ask();
  }

  /** An event source does not tell why it was closed. */
  async ask() {
    let status = 0;
    try {
      status = (await fetch("/health", { cache: "no-store" })).status;
    } catch {
      // No server: that is what the page says already.
    }
    const isRefused = status === 401 || status === 403;
    if (isRefused === this.isRefused || this.isLive) return;
    this.isRefused = isRefused;
    this.onChange();
  }
}
