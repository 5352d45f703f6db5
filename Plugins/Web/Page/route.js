"use strict";

const metersPerDegree = 111320;

/** The line of a route, with the distance of each point from the start in metres. */
class RouteLine {
  /** Creates the line from `/route/<number>.json`; invalid points are dropped. */
  constructor({ points = [], stopovers = [] }) {
    const isValid = ([lat, lon]) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
    this.points = points.filter(isValid);
    this.stopovers = stopovers.filter(({ latitudeDegrees, longitudeDegrees }) => isValid([latitudeDegrees, longitudeDegrees]));
    this.distances = [0];
    for (let index = 1; index < this.points.length; index += 1) {
      this.distances.push(this.distances[index - 1] + RouteLine.distance(this.points[index - 1], this.points[index]));
    }
  }

  get length() { return this.distances[this.distances.length - 1]; }

  /** Degrees of longitude from one meridian east to another, the short way across the date line. */
  static east(from, to) {
    return ((to - from + 540) % 360) - 180;
  }

  /** Metres between two points that are near each other. */
  static distance(from, to) {
    const east = RouteLine.east(from[1], to[1]) * Math.cos((from[0] * Math.PI) / 180);
    return Math.hypot(east, to[0] - from[0]) * metersPerDegree;
  }

  /**
   * The distance along the line of the point nearest to a position, in metres. If a route passes a position twice, the
   * remaining distance decides.
   */
  distanceAlong(position, remaining) {
    const expected = Number.isFinite(remaining) ? this.length - remaining : null;
    let best = { along: 0, cost: Infinity };
    for (let index = 1; index < this.points.length; index += 1) {
      const near = this.nearest(index, position);
      // A hundred metres from the expected distance weigh as much as ten metres beside the line.
      const cost = near.beside + (expected === null ? 0 : Math.abs(near.along - expected) / 10);
      if (cost < best.cost) best = { along: near.along, cost };
    }
    return best.along;
  }

  nearest(index, position) {
    const [from, to] = [this.points[index - 1], this.points[index]];
    const shrink = Math.cos((from[0] * Math.PI) / 180);
    const flat = ([lat, lon]) => [RouteLine.east(from[1], lon) * shrink * metersPerDegree, (lat - from[0]) * metersPerDegree];
    const [end, point] = [flat(to), flat(position)];
    const square = end[0] ** 2 + end[1] ** 2;
    const share = square > 0 ? Math.min(1, Math.max(0, (point[0] * end[0] + point[1] * end[1]) / square)) : 0;
    return {
      along: this.distances[index - 1] + share * (this.distances[index] - this.distances[index - 1]),
      beside: Math.hypot(point[0] - share * end[0], point[1] - share * end[1]),
    };
  }

  /** The point at a distance along the line. */
  pointAt(distance) {
    const index = Math.max(1, this.distances.findIndex((one) => one >= distance));
    if (this.points.length < 2 || distance >= this.length) return this.points[this.points.length - 1];
    const [before, after] = [this.distances[index - 1], this.distances[index]];
    const share = after > before ? Math.max(0, (distance - before) / (after - before)) : 0;
    const [from, to] = [this.points[index - 1], this.points[index]];
    return [from[0] + share * (to[0] - from[0]), from[1] + share * RouteLine.east(from[1], to[1])];
  }

  /** The part of the line between two distances, including both ends. */
  part(from, to) {
    if (this.points.length < 2 || to <= from) return [];
    const inside = this.points.filter((_, index) => this.distances[index] > from && this.distances[index] < to);
    return [this.pointAt(from), ...inside, this.pointAt(to)];
  }
}
