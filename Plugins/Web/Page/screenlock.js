"use strict";

/** Keeps the screen on while it is wanted, if the browser allows it. */
class ScreenLock {
  constructor() {
    this.lock = null;
  }

  /** Whether the browser refuses to keep the screen on, or cannot. */
  get isRefused() { return !navigator.wakeLock || this.lock === "refused"; }

  async keep(isWanted) {
    const isNeeded = isWanted && document.visibilityState === "visible";
    if (isNeeded === Boolean(this.lock) || !navigator.wakeLock) return;
    const held = this.lock;
    this.lock = isNeeded ? "asked" : null;
    try {
      if (isNeeded) {
        const lock = await navigator.wakeLock.request("screen");
        lock.addEventListener("release", () => { if (this.lock === lock) this.lock = null; });
        this.lock = lock;
      } else {
        await held?.release?.();
      }
    } catch {
      // Refused, for example with a low battery: requested again after the page was hidden.
      this.lock = "refused";
    }
  }
}
