"use strict";

/** Draws the route and the position, only after visible changes. */
class Chart {
  /** The minimum visible distance ahead in metres, and the factor between two zoom levels. */
  static nearest = 110;
  static step = 1.35;

  /**
   * @param canvas the canvas
   * @param caption the element over the lower edge
   * @param tools the element over the right edge
   * @param card the element that may lie over the left edge
   */
  constructor(canvas, caption, tools, card) {
    Object.assign(this, { canvas, caption, tools, card });
    [this.below, this.beside, this.before] = [0, 0, 0];
    this.context = canvas.getContext("2d", { alpha: false });
    this.line = null;
    this.level = null;
    this.drawn = "";
    this.drawings = 0;
    this.scene = null;
    const observer = new ResizeObserver(() => this.measure());
    for (const element of [canvas, canvas.parentElement, card]) observer.observe(element);
  }

  /** Shows a scene: `{focus, position, bearing, isHeadingUp, toManeuver, remaining, metersPerSecond, accuracy, isOld}`. */
  show(scene) {
    this.scene = scene;
    this.draw();
  }

  /** Sets the line of the route, or null. */
  setLine(line) {
    this.line = line;
    this.level = null;
    this.drawn = "";
    this.draw();
  }

  /** Reads the colours again. */
  recolor() {
    const style = getComputedStyle(this.canvas);
    const named = (name) => style.getPropertyValue(`--${name}`).trim();
    this.colors = {
      ground: named("map"), route: named("route"), edge: named("route-edge"), passed: named("route-passed"),
      turn: named("route-turn"), me: named("me"), meEdge: named("me-edge"), halo: named("halo"), ink: named("ink"),
    };
    this.drawn = "";
    this.draw();
  }

  measure() {
    const style = getComputedStyle(this.caption);
    const lines = Number(style.getPropertyValue("--caption-lines")) || 3;
    this.below = parseFloat(style.fontSize) * (lines * 1.3 + 1.5) + (parseFloat(style.bottom) || 0);
    // A column of buttons covers its width, a single button in the corner does not.
    const box = this.canvas.parentElement.getBoundingClientRect();
    const isColumn = this.tools.offsetHeight > box.height / 2;
    this.beside = isColumn ? this.tools.offsetWidth : 0;
    const card = this.card.getBoundingClientRect();
    const isOver = card.left < box.right - 8 && card.right > box.left + 8 && card.top < box.bottom - 8 && card.bottom > box.top + 8;
    this.before = isOver ? card.right - box.left : 0;
    this.draw();
  }

  draw() {
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    const { scene, colors } = this;
    if (!scene || !colors || width < 8 || height < 8) return;
    const ratio = window.devicePixelRatio || 1;
    const view = this.view(width, height);
    const key = JSON.stringify([width, height, ratio, view, scene.isOld, Math.round(scene.toManeuver ?? -1), scene.accuracy, this.mark(view)]);
    if (key === this.drawn) return;
    this.drawn = key;
    this.drawings += 1;
    const [columns, rows] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.canvas.width !== columns) this.canvas.width = columns;
    if (this.canvas.height !== rows) this.canvas.height = rows;
    const pen = this.context;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.globalAlpha = 1;
    pen.fillStyle = colors.ground;
    pen.fillRect(0, 0, width, height);
    pen.lineJoin = "round";
    pen.lineCap = "round";
    pen.globalAlpha = scene.isOld ? 0.45 : 1;
    const unit = this.unit(width, height);
    if (view) {
      this.drawLine(pen, view, unit);
      this.drawStopovers(pen, view, unit);
      if (scene.position) this.drawPosition(pen, view, unit);
    }
    pen.globalAlpha = 1;
  }

  /** The pixel of the position, if it moves in the view. */
  mark(view) {
    const { focus, position } = this.scene;
    return view && position && (focus?.kind ?? "position") !== "position" ? this.pixel(position, view).map(Math.round) : null;
  }

  /** The unit of lines and marks in pixels. */
  unit(width, height) {
    return Math.max(5, Math.min(width, height) / 42);
  }

  /** The view: the position and its pixel, pixels per metre, and the direction that is up. */
  view(width, height) {
    const { scene } = this;
    const round = (number, digits) => Number(number.toFixed(digits));
    const kind = scene.focus?.kind ?? "position";
    if (!scene.position || kind === "route") return this.overview(width, height) ?? (scene.position && this.centered(scene.position, width, height));
    if (kind === "point") return this.centered([scene.focus.latitudeDegrees, scene.focus.longitudeDegrees], width, height);
    const up = scene.isHeadingUp && Number.isFinite(scene.bearing) ? scene.bearing : 0;
    // The caption covers the lower edge: the position stays above it.
    const free = height - Math.min(height * 0.45, this.below);
    const [x, y] = [this.middle(width), scene.isHeadingUp ? free - Math.min(free * 0.2, this.unit(width, height) * 3.2) : free / 2];
    const ahead = scene.isHeadingUp ? y * 0.85 : Math.min(width - this.before, free) / 2 - 8;
    const scale = ahead / this.seen();
    const [lat, lon] = scene.position;
    return { lat: round(lat, 6), lon: round(lon, 6), up: round(up, 0), x, y, scale, width, height };
  }

  /** The middle of the free width. */
  middle(width) { return (this.before + width - this.beside) / 2; }

  /** The view around a point, north up. */
  centered([lat, lon], width, height) {
    const free = height - Math.min(height * 0.45, this.below);
    return { lat, lon, up: 0, x: this.middle(width), y: free / 2, scale: (Math.min(width, free) / 2 - 8) / Chart.nearest, width, height };
  }

  /** The visible distance ahead in metres, in zoom levels: up to a near maneuver, else about half a minute. */
  seen() {
    const { toManeuver, metersPerSecond } = this.scene;
    const farthest = Math.max(450, (metersPerSecond ?? 0) * 35);
    const wanted = Math.min(farthest, Number.isFinite(toManeuver) ? toManeuver * 1.25 + 40 : farthest);
    const level = Math.max(0, Math.ceil(Math.log(wanted / Chart.nearest) / Math.log(Chart.step)));
    // A hysteresis prevents repeated changes between two levels.
    const isCloseCall = this.level === level + 1 && wanted > Chart.nearest * Chart.step ** level * 0.9;
    if (!isCloseCall) this.level = level;
    return Chart.nearest * Chart.step ** this.level;
  }

  /** The whole route, on request and while there is no position. */
  overview(width, height) {
    if (!this.line || this.line.points.length === 0) return null;
    const [first] = this.line.points;
    const lats = this.line.points.map(([lat]) => lat);
    const easts = this.line.points.map(([, lon]) => RouteLine.east(first[1], lon));
    const [south, north] = [Math.min(...lats), Math.max(...lats)];
    const [west, east] = [Math.min(...easts), Math.max(...easts)];
    const lat = (south + north) / 2;
    const wide = (east - west) * Math.cos((lat * Math.PI) / 180) * metersPerDegree;
    const scale = 0.8 * Math.min((width - this.before) / Math.max(50, wide), height / Math.max(50, (north - south) * metersPerDegree));
    return { lat, lon: first[1] + (west + east) / 2, up: 0, x: (this.before + width) / 2, y: height / 2, scale, width, height };
  }

  /** The pixel of a coordinate. */
  pixel([lat, lon], view) {
    const east = RouteLine.east(view.lon, lon) * Math.cos((view.lat * Math.PI) / 180) * metersPerDegree * view.scale;
    const north = (lat - view.lat) * metersPerDegree * view.scale;
    const angle = (view.up * Math.PI) / 180;
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    return [view.x + east * cosine - north * sine, view.y - north * cosine - east * sine];
  }

  drawLine(pen, view, unit) {
    if (!this.line || this.line.points.length < 2) return;
    const { scene, colors, line } = this;
    const passed = scene.position ? line.distanceAlong(scene.position, scene.remaining) : 0;
    this.stroke(pen, view, line.part(0, passed), unit * 1.1, colors.passed);
    const ahead = line.part(passed, line.length);
    this.stroke(pen, view, ahead, unit * 2, colors.edge);
    this.stroke(pen, view, ahead, unit * 1.35, colors.route);
    if (scene.position && Number.isFinite(scene.toManeuver) && scene.toManeuver < line.length - passed - 5) {
      this.drawTurn(pen, view, unit, passed + scene.toManeuver);
    }
  }

  stroke(pen, view, points, width, color) {
    pen.strokeStyle = color;
    pen.lineWidth = width;
    pen.beginPath();
    const margin = 60;
    const outside = ([x, y]) => (x < -margin ? 1 : 0) | (x > view.width + margin ? 2 : 0)
      | (y < -margin ? 4 : 0) | (y > view.height + margin ? 8 : 0);
    let before = null;
    let isDown = false;
    for (const point of points) {
      const here = this.pixel(point, view);
      if (before && (outside(before) & outside(here)) === 0) {
        if (!isDown) pen.moveTo(...before);
        pen.lineTo(...here);
        isDown = true;
      } else {
        isDown = false;
      }
      before = here;
    }
    pen.stroke();
  }

  /** Draws the maneuver: an arrow along the route. */
  drawTurn(pen, view, unit, along) {
    const reach = (unit * 5) / view.scale;
    const points = this.line.part(Math.max(0, along - reach), Math.min(this.line.length, along + reach * 1.2));
    if (points.length < 2) return;
    const end = this.pixel(points[points.length - 1], view);
    // The direction of the head is that of the last metres, not of the last segment, which may be tiny.
    const back = this.pixel(this.line.pointAt(Math.max(0, along + reach * 0.7)), view);
    const angle = Math.atan2(end[1] - back[1], end[0] - back[0]);
    this.stroke(pen, view, points, unit * 1.6, this.colors.edge);
    this.arrowHead(pen, end, angle, unit * 2.3, this.colors.edge);
    this.stroke(pen, view, points, unit * 0.95, this.colors.turn);
    this.arrowHead(pen, end, angle, unit * 1.75, this.colors.turn);
  }

  arrowHead(pen, [x, y], angle, size, color) {
    pen.save();
    pen.translate(x, y);
    pen.rotate(angle);
    pen.fillStyle = color;
    pen.beginPath();
    pen.moveTo(size * 1.15, 0);
    pen.lineTo(-size * 0.35, size);
    pen.lineTo(-size * 0.35, -size);
    pen.closePath();
    pen.fill();
    pen.restore();
  }

  drawStopovers(pen, view, unit) {
    if (!this.line) return;
    const places = this.line.stopovers;
    places.forEach((place, index) => {
      const isLast = index === places.length - 1;
      const [x, y] = this.pixel([place.latitudeDegrees, place.longitudeDegrees], view);
      pen.fillStyle = this.colors.edge;
      pen.beginPath();
      pen.arc(x, y, unit * (isLast ? 2.1 : 1.7), 0, 2 * Math.PI);
      pen.fill();
      pen.fillStyle = this.colors.turn;
      pen.beginPath();
      pen.arc(x, y, unit * (isLast ? 1.5 : 1.3), 0, 2 * Math.PI);
      pen.fill();
      pen.fillStyle = this.colors.edge;
      if (isLast) {
        pen.beginPath();
        pen.arc(x, y, unit * 0.75, 0, 2 * Math.PI);
        pen.fill();
      } else {
        pen.font = `bold ${unit * 1.7}px system-ui, sans-serif`;
        pen.textAlign = "center";
        pen.textBaseline = "middle";
        pen.fillText(String(index + 1), x, y);
      }
    });
  }

  drawPosition(pen, view, unit) {
    const { scene, colors } = this;
    const [x, y] = this.pixel(scene.position, view);
    const uncertain = (scene.accuracy ?? 0) * view.scale;
    if (uncertain > unit * 3) {
      pen.fillStyle = colors.halo;
      pen.beginPath();
      pen.arc(x, y, Math.min(uncertain, view.width + view.height), 0, 2 * Math.PI);
      pen.fill();
    }
    pen.save();
    pen.translate(x, y);
    const hasBearing = Number.isFinite(scene.bearing);
    if (hasBearing) pen.rotate(((scene.bearing - view.up) * Math.PI) / 180);
    const shape = (size) => {
      pen.beginPath();
      if (hasBearing) {
        pen.moveTo(0, -size * 1.25);
        pen.lineTo(size, size);
        pen.lineTo(0, size * 0.5);
        pen.lineTo(-size, size);
        pen.closePath();
      } else {
        pen.arc(0, 0, size, 0, 2 * Math.PI);
      }
    };
    shape(unit * 2.3);
    pen.fillStyle = colors.me;
    pen.strokeStyle = colors.meEdge;
    pen.lineWidth = unit * 1.1;
    pen.stroke();
    pen.fill();
    pen.restore();
  }
}
