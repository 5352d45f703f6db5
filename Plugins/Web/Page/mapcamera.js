"use strict";

/**
 * Moves the map smoothly from fix to fix: between two fixes, position and direction advance evenly; zoom and tilt follow
 * slowly. While nothing moves, no frame is drawn.
 */
class MapCamera {
  /** The least time between two frames, milliseconds, and in units of the time that one takes. */
  static interval = 30;
  static share = 1.5;
  /** The longest time between two fixes that is bridged, milliseconds, and the farthest way, metres. */
  static longest = 1600;
  static farthest = 400;
  /** The time in which zoom and tilt reach most of a change, milliseconds. */
  static easing = 700;

  /** @param onFrame called for each frame, after {@link view}, {@link position} and {@link bearing} have changed */
  constructor(onFrame) {
    this.onFrame = onFrame;
    /** The camera for MapLibre, or null. */
    this.view = null;
    /** The shown position, `[latitude, longitude]`, and the direction of the vehicle in degrees, or null. */
    this.position = null;
    this.bearing = null;
    this.target = null;
    this.isRunning = false;
    this.frameAt = null;
    this.cost = 16;
    this.isMeasured = true;
    this.frames = 0;
    this.isStill = matchMedia("(prefers-reduced-motion: reduce)");
  }

  /** Aims at a scene; `aim` has zoom, bearing, pitch and padding, and a center unless it follows the position. */
  aim(scene, aim, zoom) {
    this.aimed = aim;
    if (!this.view && aim) this.view = { zoom: this.frames ? zoom : aim.zoom, bearing: aim.bearing, pitch: aim.pitch };
    this.move(scene);
  }

  /** Keeps the map where it is; the position moves on. */
  rest(scene) {
    this.aimed = null;
    this.view = null;
    this.move(scene);
  }

  move({ position, bearing }) {
    const now = performance.now();
    const last = this.target;
    if (position && (!last || position[0] !== last.position[0] || position[1] !== last.position[1] || bearing !== last.bearing)) {
      const isNear = last && RouteLine.distance(last.position, position) < MapCamera.farthest;
      const time = isNear && !this.isStill.matches && !document.hidden ? Math.min(MapCamera.longest, now - last.at) : 0;
      this.target = { position, bearing, at: now, time, from: this.position ?? position, fromBearing: this.bearing ?? bearing };
    }
    if (!position) {
      this.target = null;
      this.position = null;
    }
    this.run();
  }

  run() {
    if (this.isRunning) return;
    this.isRunning = true;
    if (performance.now() - this.frameAt > 1000) this.frameAt = null;
    requestAnimationFrame((time) => this.tick(time));
  }

  tick(time) {
    const since = this.frameAt === null ? Infinity : time - this.frameAt;
    if (!this.isMeasured && since < 1000) this.cost += (since - this.cost) * 0.2;
    this.isMeasured = true;
    // A slow machine has time for the rest of the page.
    if (since < Math.max(MapCamera.interval, this.cost * MapCamera.share) - 4) {
      requestAnimationFrame((next) => this.tick(next));
      return;
    }
    this.frameAt = time;
    this.frames += 1;
    const isMoving = this.advance(performance.now(), Math.min(since, MapCamera.easing));
    this.isRunning = false;
    this.onFrame();
    this.isMeasured = false;
    if (!isMoving) return;
    this.isRunning = true;
    requestAnimationFrame((next) => this.tick(next));
  }

  /** Advances to a time; returns whether anything moves on. */
  advance(now, since) {
    const { target, aimed } = this;
    let isMoving = false;
    if (target) {
      const share = target.time > 0 ? Math.min(1, (now - target.at) / target.time) : 1;
      const between = (from, to) => from + (to - from) * share;
      this.position = [
        between(target.from[0], target.position[0]),
        target.from[1] + RouteLine.east(target.from[1], target.position[1]) * share];
      this.bearing = Number.isFinite(target.bearing)
        ? target.fromBearing + MapCamera.turn(target.fromBearing, target.bearing) * Math.min(1, share * 1.5) : null;
      isMoving = share < 1;
    }
    if (!aimed || !this.view) return isMoving;
    return this.advanceView(since) || isMoving;
  }

  advanceView(since) {
    const { aimed, view, position } = this;
    const share = this.isStill.matches ? 1 : 1 - Math.exp(-since / MapCamera.easing * 2.5);
    const toward = (from, to, end) => (Math.abs(to - from) < end ? to : from + (to - from) * share);
    const isFollowing = !aimed.center;
    // The map turns with the vehicle, and slowly where the user has asked for another direction.
    const wanted = isFollowing && aimed.bearing !== 0 && Number.isFinite(this.bearing) ? this.bearing : aimed.bearing;
    const bearing = view.bearing + toward(0, MapCamera.turn(view.bearing, wanted), 0.3);
    const zoom = toward(view.zoom, aimed.zoom, 0.005);
    const pitch = toward(view.pitch, aimed.pitch, 0.2);
    const center = aimed.center ?? [position[1], position[0]];
    this.view = { center, bearing, zoom, pitch, padding: aimed.padding };
    return zoom !== aimed.zoom || pitch !== aimed.pitch || Math.abs(MapCamera.turn(bearing, wanted)) > 0.01;
  }

  /** The degrees from one direction to another, the short way. */
  static turn(from, to) { return ((((to - from) % 360) + 540) % 360) - 180; }
}
