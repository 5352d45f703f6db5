"use strict";

const metersPerDegree = 111320;

/** The line of a route, measured in metres along itself. */
class RouteLine {
  /** Makes it of what `/route/<number>.json` says; what is no place is left out. */
  constructor({ points = [], stopovers = [] }) {
    const isPlace = ([lat, lon]) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
    this.points = points.filter(isPlace);
    this.stopovers = stopovers.filter(({ lat, lon }) => isPlace([lat, lon]));
    this.alongs = [0];
    for (let index = 1; index < this.points.length; index += 1) {
      this.alongs.push(this.alongs[index - 1] + RouteLine.distance(this.points[index - 1], this.points[index]));
    }
  }

  get length() { return this.alongs[this.alongs.length - 1]; }

  /** Degrees of longitude east of another, the short way across the date line. */
  static east(from, to) {
    return ((to - from + 540) % 360) - 180;
  }

  /** Metres between two places that are near each other. */
  static distance(from, to) {
    const east = RouteLine.east(from[1], to[1]) * Math.cos((from[0] * Math.PI) / 180);
    return Math.hypot(east, to[0] - from[0]) * metersPerDegree;
  }

  /**
   * How far along the line a place is, in metres. Where a route comes by the same place twice, the time that is meant is
   * the one that leaves as many metres as remain.
   */
  along(place, remaining) {
    const expected = Number.isFinite(remaining) ? this.length - remaining : null;
    let best = { along: 0, cost: Infinity };
    for (let index = 1; index < this.points.length; index += 1) {
      const near = this.nearest(index, place);
      // A hundred metres off the expected length weigh as much as ten beside the line.
      const cost = near.beside + (expected === null ? 0 : Math.abs(near.along - expected) / 10);
      if (cost < best.cost) best = { along: near.along, cost };
    }
    return best.along;
  }

  nearest(index, place) {
    const [from, to] = [this.points[index - 1], this.points[index]];
    const shrink = Math.cos((from[0] * Math.PI) / 180);
    const flat = ([lat, lon]) => [RouteLine.east(from[1], lon) * shrink * metersPerDegree, (lat - from[0]) * metersPerDegree];
    const [end, point] = [flat(to), flat(place)];
    const square = end[0] ** 2 + end[1] ** 2;
    const share = square > 0 ? Math.min(1, Math.max(0, (point[0] * end[0] + point[1] * end[1]) / square)) : 0;
    return {
      along: this.alongs[index - 1] + share * (this.alongs[index] - this.alongs[index - 1]),
      beside: Math.hypot(point[0] - share * end[0], point[1] - share * end[1]),
    };
  }

  /** The place so many metres along the line. */
  place(along) {
    const index = Math.max(1, this.alongs.findIndex((one) => one >= along));
    if (this.points.length < 2 || along >= this.length) return this.points[this.points.length - 1];
    const [before, after] = [this.alongs[index - 1], this.alongs[index]];
    const share = after > before ? Math.max(0, (along - before) / (after - before)) : 0;
    const [from, to] = [this.points[index - 1], this.points[index]];
    return [from[0] + share * (to[0] - from[0]), from[1] + share * RouteLine.east(from[1], to[1])];
  }

  /** The part of the line between two lengths, ends included. */
  part(from, to) {
    if (this.points.length < 2 || to <= from) return [];
    const inside = this.points.filter((_, index) => this.alongs[index] > from && this.alongs[index] < to);
    return [this.place(from), ...inside, this.place(to)];
  }
}
