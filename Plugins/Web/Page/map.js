"use strict";

/**
 * Draws the map of a region with the route and the position; {@link Chart} draws the route without a map.
 *
 * MapLibre is loaded only if the server has a map, and if the browser has WebGL. A right click or a long press on the map
 * dispatches the event `mapchoice` on the document, with `latitude` and `longitude`.
 */
class RouteMap {
  /** Fonts of this machine, in which the names are drawn. */
  static fonts = "system-ui, \"Noto Sans\", \"DejaVu Sans\", sans-serif";
  /** The time after which the map follows the position again, and that of a long press, milliseconds. */
  static rest = 12000;
  static press = 600;
  /** The least time between two changes of the passed part, milliseconds. */
  static passing = 400;
  /** The least time between two attempts to get another map, milliseconds. */
  static retry = 30000;

  /**
   * @param box the element of the map
   * @param arrow the element of the own position
   * @param chart the line that is drawn without a map
   * @param onChange called when {@link problem}, {@link isShown} or {@link isFree} has changed
   */
  constructor(box, arrow, chart, onChange) {
    Object.assign(this, { box, arrow, chart, onChange });
    this.nonce = document.currentScript.nonce;
    this.line = null;
    this.scene = null;
    this.theme = "day";
    /** The reason for which there is no map: `"noRegion"`, `"noLibrary"`, `"damaged"`, `"noWebGL"`, or null. */
    this.problem = null;
    this.info = null;
    this.map = null;
    this.isReady = false;
    /** Whether the user has moved the map. */
    this.isFree = false;
    this.askedAt = -Infinity;
    this.camera = new MapCamera(() => this.frame());
  }

  /** Whether the map is shown instead of the line. */
  get isShown() { return this.isReady; }

  // Loading

  /** Asks the server for the map of the position, unless it has just been asked. */
  async ask() {
    if (performance.now() - this.askedAt < RouteMap.retry) return;
    this.askedAt = performance.now();
    let info;
    try {
      const answer = await fetch("/map.json", { cache: "no-store" });
      if (!answer.ok) return;
      info = await answer.json();
    } catch {
      // The page shows that there is no server.
      return;
    }
    let problem = info.problem ?? (RouteMap.hasWebGL() ? null : "noWebGL");
    if (!problem && info.tiles !== this.info?.tiles) problem = await this.open(info);
    if (problem !== this.problem) {
      this.problem = problem;
      this.onChange();
    }
  }

  /** Asks again in time: without a map, and where the map ends. */
  askAgain() {
    const isOutside = this.info?.bounds && this.scene?.position && !RouteMap.contains(this.info.bounds, this.scene.position);
    if (!this.info || isOutside) this.ask();
  }

  static contains([west, south, east, north], [lat, lon]) {
    return lat >= south && lat <= north && lon >= west && lon <= east;
  }

  static hasWebGL() {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("webgl2") ?? canvas.getContext("webgl");
    context?.getExtension("WEBGL_lose_context")?.loseContext();
    return context !== null;
  }

  /** Opens a map; returns the problem if it cannot be shown. */
  async open(info) {
    try {
      await this.load(info.script);
    } catch {
      return "noLibrary";
    }
    this.info = info;
    try {
      if (!this.map) this.make();
      else this.replace();
      return null;
    } catch {
      this.info = null;
      return "noWebGL";
    }
  }

  replace() {
    this.isReady = false;
    this.map.setStyle(mapStyle.style(this.info, this.theme), { diff: false });
    this.useLocalFonts();
  }

  /** Loads MapLibre, once. */
  load(address) {
    if (window.maplibregl) return null;
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      Object.assign(script, { nonce: this.nonce, src: address, onload: resolve, onerror: reject });
      document.head.append(script);
    });
  }

  make() {
    const [lat, lon] = this.scene?.position ?? this.center();
    // One thread reads the tiles: the small machines of handlebars have few.
    maplibregl.setWorkerCount(1);
    this.map = new maplibregl.Map({
      container: this.box, style: mapStyle.style(this.info, this.theme), center: [lon, lat], zoom: 14, maxPitch: 60,
      attributionControl: false, keyboard: false, localIdeographFontFamily: RouteMap.fonts, fadeDuration: 0,
      maxTileCacheSize: 40, refreshExpiredTiles: false, renderWorldCopies: false, dragRotate: false,
      canvasContextAttributes: { antialias: false, powerPreference: "low-power" },
    });
    const { map } = this;
    const canvas = map.getCanvas();
    for (const name of ["role", "aria-label"]) canvas.removeAttribute(name);
    canvas.tabIndex = -1;
    // A damaged tile is empty on the map.
    map.on("error", () => {});
    map.on("style.load", () => this.began());
    this.useLocalFonts();
    this.listen();
  }

  /** All letters are drawn with local fonts. Without this, only those of East Asia are, and others are requested. */
  useLocalFonts() { this.map.style.glyphManager._doesCharSupportLocalGlyph = () => true; }

  center() {
    const [west, south, east, north] = this.info.bounds ?? [0, 0, 0, 0];
    return [(south + north) / 2, (west + east) / 2];
  }

  began() {
    this.addPictures();
    this.isReady = true;
    this.onChange();
    this.shownLine = undefined;
    this.draw();
  }

  // The user

  listen() {
    const { map } = this;
    for (const name of ["dragstart", "zoomstart", "rotatestart", "pitchstart"]) {
      map.on(name, (event) => { if (event.originalEvent) this.free(); });
    }
    map.on("wheel", () => this.free());
    // A jump of the camera would end a drag that begins.
    for (const name of ["mousedown", "touchstart"]) map.on(name, ({ originalEvent }) => { this.isHeld = !originalEvent.button; });
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, () => { this.isHeld = false; });
    map.on("move", () => this.placeArrow());
    map.on("contextmenu", ({ lngLat }) => this.choose(lngLat));
    const end = () => clearTimeout(this.pressing);
    map.on("touchstart", ({ lngLat, points }) => {
      end();
      if (points.length === 1) this.pressing = setTimeout(() => this.choose(lngLat), RouteMap.press);
    });
    for (const name of ["touchend", "touchcancel", "touchmove", "dragstart"]) map.on(name, end);
  }

  /** A place was chosen. Some browsers send both a long touch and a menu. */
  choose({ lng, lat }) {
    clearTimeout(this.pressing);
    this.isHeld = false;
    if (performance.now() - (this.chosenAt ?? -Infinity) < RouteMap.press * 2) return;
    this.chosenAt = performance.now();
    document.dispatchEvent(new CustomEvent("mapchoice", { detail: { latitude: lat, longitude: lng } }));
  }

  /** The user moves the map: it stays where it is for a while. */
  free() {
    clearTimeout(this.returning);
    this.returning = setTimeout(() => this.follow(), RouteMap.rest);
    if (this.isFree) return;
    this.isFree = true;
    this.onChange();
  }

  /** The map follows the position again. */
  follow() {
    clearTimeout(this.returning);
    if (!this.isFree) return;
    this.isFree = false;
    this.onChange();
    this.draw();
  }

  // Drawing

  /** Shows a scene, as {@link Chart.show}. */
  show(scene) {
    const isOther = this.scene?.isHeadingUp !== scene.isHeadingUp || this.scene?.focus?.kind !== scene.focus?.kind;
    this.scene = scene;
    this.askAgain();
    if (isOther) this.follow();
    this.draw();
  }

  setLine(line) {
    this.line = line;
    this.shownLine = undefined;
    this.draw();
  }

  setTheme(theme) {
    if (theme === this.theme) return;
    this.theme = theme;
    if (!this.isReady) return;
    const { layers } = mapStyle.style(this.info, theme);
    for (const { id, paint = {}, layout = {} } of layers) {
      for (const [name, value] of Object.entries(paint)) this.map.setPaintProperty(id, name, value, { validate: false });
      if (layout["text-size"]) this.map.setLayoutProperty(id, "text-size", layout["text-size"], { validate: false });
    }
    this.addPictures();
    this.shownShare = undefined;
    this.drawPassed();
    this.draw();
  }

  addPictures() {
    for (const [name, picture, options] of mapStyle.pictures(this.theme)) {
      if (this.map.hasImage(name)) this.map.removeImage(name);
      this.map.addImage(name, picture, options);
    }
  }

  draw() {
    const { scene, map, isReady } = this;
    if (!isReady || !scene) return;
    this.drawPlaces();
    this.drawTurn();
    this.box.classList.toggle("old", scene.isOld);
    if (this.isFree) return this.camera.rest(scene);
    const kind = scene.focus?.kind ?? "position";
    const isFollowing = kind === "position" && scene.position;
    this.camera.aim(scene, isFollowing ? this.following() : this.looking(kind), map.getZoom());
  }

  /** The view that follows the position: its pixel, zoom, direction and tilt. */
  following() {
    const { scene, chart, box } = this;
    const [width, height] = [box.clientWidth, box.clientHeight];
    const view = chart.view(width, height);
    // A vehicle that stands has no direction: the map stays as it is.
    const last = this.camera.view?.bearing ?? 0;
    const up = scene.isHeadingUp ? (Number.isFinite(scene.bearing) ? scene.bearing : last) : 0;
    const isFast = (scene.metersPerSecond ?? 0) > (this.isTilted ? 17 : 22);
    this.isTilted = scene.isHeadingUp && isFast;
    const ahead = scene.isHeadingUp ? view.y * 0.85 : Math.min(width - chart.before, view.y * 2) / 2 - 8;
    const seen = scene.seenMeters ? Math.max(scene.seenMeters, 120) * 1.15 : ahead / view.scale;
    // A tilted map shows more ahead.
    const pixelsPerMeter = (ahead / seen) * (this.isTilted ? 1.6 : 1);
    const zoom = Math.log2((pixelsPerMeter * 40075017 * Math.cos((scene.position[0] * Math.PI) / 180)) / 512);
    const [x, y] = [view.x, view.y];
    return {
      zoom: Math.min(18, Math.max(10, zoom)), bearing: up, pitch: this.isTilted ? 45 : 0,
      padding: {
        top: Math.max(0, 2 * y - height), bottom: Math.max(0, height - 2 * y), left: Math.max(0, 2 * x - width),
        right: Math.max(0, width - 2 * x),
      },
    };
  }

  /** The view of the whole route, or of a point. */
  looking(kind) {
    const { scene, line, map } = this;
    const { below, before } = this.chart;
    const padding = { top: 40, bottom: Math.min(below + 30, this.box.clientHeight / 3), left: before + 40, right: 70 };
    const none = { top: 0, bottom: 0, left: 0, right: 0 };
    if (kind === "point") return { center: [scene.focus.longitudeDegrees, scene.focus.latitudeDegrees], zoom: 16, bearing: 0, pitch: 0, padding: none };
    if (!line || line.points.length < 2) return null;
    const bounds = line.points.reduce((box, [lat, lon]) => box.extend([lon, lat]), new maplibregl.LngLatBounds());
    const found = map.cameraForBounds(bounds, { padding, bearing: 0, maxZoom: 16 });
    return found && { center: found.center, zoom: found.zoom, bearing: 0, pitch: 0, padding: none };
  }

  /** One frame of the camera. */
  frame() {
    const { camera, map } = this;
    if (!this.isFree && !this.isHeld && camera.view) map.jumpTo(camera.view);
    this.drawPassed();
    this.placeArrow();
  }

  /** Puts the arrow on the position; the map may be tilted and turned. */
  placeArrow() {
    const { camera, map, arrow, scene } = this;
    const isKnown = this.isReady && camera.position && scene?.position;
    arrow.classList.toggle("unseen", !isKnown);
    if (!isKnown) return;
    const [lat, lon] = camera.position;
    const { x, y } = map.project([lon, lat]);
    const hasBearing = Number.isFinite(camera.bearing);
    arrow.dataset.kind = hasBearing ? "arrow" : "dot";
    const turn = hasBearing ? camera.bearing - map.getBearing() : 0;
    arrow.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotateX(${map.getPitch().toFixed(1)}deg) rotate(${turn.toFixed(1)}deg)`;
    const pixels = ((scene.accuracy ?? 0) * 512 * 2 ** map.getZoom()) / (40075017 * Math.cos((lat * Math.PI) / 180));
    arrow.style.setProperty("--uncertain", pixels > 24 ? `${Math.min(600, 2 * pixels).toFixed(0)}px` : "0px");
  }

  drawPlaces() {
    const { line, map } = this;
    if (this.shownLine === line) return;
    this.shownLine = line;
    this.shownShare = undefined;
    this.shownTurn = undefined;
    const feature = (geometry, properties = {}) => ({ type: "Feature", geometry, properties });
    const collection = (...features) => ({ type: "FeatureCollection", features });
    const hasLine = line && line.points.length > 1;
    const coordinates = hasLine ? RouteMap.unwrapped(line.points) : [];
    map.getSource("route").setData(hasLine ? feature({ type: "LineString", coordinates }) : collection());
    const places = line?.stopovers ?? [];
    map.getSource("places").setData(collection(...places.map(({ latitudeDegrees, longitudeDegrees }, index) => feature(
      { type: "Point", coordinates: [longitudeDegrees, latitudeDegrees] },
      { isLast: index === places.length - 1, number: String(index + 1) }))));
  }

  /** Longitudes that do not jump at the date line. */
  static unwrapped(points) {
    let before = points[0][1];
    return points.map(([lat, lon]) => {
      before += RouteLine.east(before, lon);
      return [before, lat];
    });
  }

  /** Colours the part of the route that was passed. */
  drawPassed() {
    const { line, camera, scene, map } = this;
    if (!line || line.points.length < 2 || !scene) return;
    // Each change is drawn twice by MapLibre.
    const now = performance.now();
    if (this.shownShare !== undefined && now - this.passedAt < RouteMap.passing) return;
    this.passedAt = now;
    const along = camera.position && scene.position ? line.distanceAlong(camera.position, scene.remaining) : 0;
    const share = Number((along / Math.max(1, line.length)).toFixed(6));
    if (share === this.shownShare) return;
    this.shownShare = share;
    for (const [id, gradient] of Object.entries(mapStyle.passed(this.theme, share))) {
      map.setPaintProperty(id, "line-gradient", gradient, { validate: false });
    }
  }

  /** Draws the arrow of the next maneuver along the route. */
  drawTurn() {
    const { line, scene, map } = this;
    const passed = line && scene.position ? line.distanceAlong(scene.position, scene.remaining) : 0;
    const along = line && Number.isFinite(scene.toManeuver) ? passed + scene.toManeuver : null;
    const isShown = along !== null && along < line.length - 5;
    // The arrow has the same length on the screen at all zooms.
    const reach = isShown ? Math.round(32 * (40075017 * Math.cos((scene.position[0] * Math.PI) / 180)) / (512 * 2 ** Math.round(map.getZoom()))) : 0;
    const before = this.shownTurn;
    if (before && isShown === before.isShown && reach === before.reach && Math.abs((along ?? 0) - (before.along ?? 0)) < 6) return;
    this.shownTurn = { along, isShown, reach };
    const points = isShown ? line.part(Math.max(0, along - reach), Math.min(line.length, along + reach * 1.1)) : [];
    if (points.length < 2) {
      map.getSource("turn").setData({ type: "FeatureCollection", features: [] });
      return;
    }
    const coordinates = RouteMap.unwrapped(points);
    const end = coordinates[coordinates.length - 1];
    const [backLat, backLon] = line.pointAt(Math.max(0, along + reach * 0.7));
    const east = RouteLine.east(backLon, end[0]) * Math.cos((end[1] * Math.PI) / 180);
    const bearing = (Math.atan2(east, end[1] - backLat) * 180) / Math.PI;
    map.getSource("turn").setData({
      type: "FeatureCollection",
      features: [
        { type: "Feature", properties: {}, geometry: { type: "LineString", coordinates } },
        { type: "Feature", properties: { bearing }, geometry: { type: "Point", coordinates: end } }],
    });
  }
}
