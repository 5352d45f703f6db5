"use strict";

/** The style of the map: one table of colours for each theme, and one of the widths of lines, for MapLibre. */
const mapStyle = {
  /** The colours by theme; those of `MapTheme.swift`, which draws the map without a browser. */
  colors: {
    day: {
      land: "#f2efe9", grass: "#d3e6be", wood: "#bfdbae", sand: "#f0e6c8", water: "#a5cdeb", building: "#dfd8ce",
      minor: "#ffffff", secondary: "#fff3b0", primary: "#ffdf80", motorway: "#ffa95c", casing: "#c4bbac",
      motorwayCasing: "#bf6f2a", path: "#b39f83", rail: "#8f8c8a", text: "#23262b", waterText: "#0b3a5e", halo: "#ffffff",
      shield: "#0b3f86", shieldText: "#ffffff", route: "#1f6fe5", passed: "#93a4ba", routeCasing: "#0d3c8c",
      turn: "#ffffff",
    },
    night: {
      land: "#12181f", grass: "#16241e", wood: "#14221b", sand: "#201f1a", water: "#0d2a44", building: "#1d252e",
      minor: "#3a4551", secondary: "#4a5460", primary: "#5a5646", motorway: "#70552c", casing: "#0a0e13",
      motorwayCasing: "#2a2010", path: "#39424c", rail: "#4b525b", text: "#cfd8e0", waterText: "#9cc4e6", halo: "#0c1117",
      shield: "#24384f", shieldText: "#e3eaf0", route: "#3f8cf0", passed: "#4c5968", routeCasing: "#0a2448",
      turn: "#e3eaf0",
    },
    contrast: {
      land: "#000000", grass: "#000000", wood: "#000000", sand: "#000000", water: "#00264f", building: "#1c1c1c",
      minor: "#6a6a6a", secondary: "#8c8c8c", primary: "#a6a6a6", motorway: "#c8c8c8", casing: "#000000",
      motorwayCasing: "#000000", path: "#3c3c3c", rail: "#4a4a4a", text: "#ffffff", waterText: "#cde6ff", halo: "#000000",
      shield: "#000000", shieldText: "#ffffff", route: "#ffe100", passed: "#6b5f00", routeCasing: "#000000",
      turn: "#ffffff",
    },
  },

  /** The width of the lines of a class in pixels, by zoom. Below the first zoom, a line is not drawn. */
  widths: {
    path: [15, 0.7, 16, 1.2, 18, 3, 20, 6], track: [14, 0.7, 16, 1.6, 18, 4, 20, 8],
    service: [13.5, 0.6, 15, 2, 16, 4, 18, 13, 20, 40], minor: [11.5, 0.5, 13, 1.4, 14, 3, 15, 5.5, 16, 9, 18, 24, 20, 80],
    tertiary: [10, 0.5, 12, 1.3, 14, 4.2, 15, 7, 16, 11, 18, 28, 20, 90],
    secondary: [8, 0.5, 11, 1.4, 14, 5, 15, 8, 16, 12, 18, 30, 20, 100],
    primary: [7, 0.6, 10, 1.5, 12, 2.8, 14, 6, 16, 14, 18, 32, 20, 110],
    trunk: [5, 0.6, 9, 1.5, 12, 3.4, 14, 7, 16, 15, 18, 34, 20, 120],
    motorway: [4, 0.7, 8, 1.8, 12, 4, 14, 8, 16, 16, 18, 36, 20, 130],
    rail: [9, 0.5, 13, 1.1, 16, 2, 20, 5], waterway: [9, 0.6, 13, 1.6, 16, 5, 20, 40],
  },

  /** The classes of roads of the OpenMapTiles schema, in the order in which they are drawn, with their colours. */
  roads: [
    ["service", ["service"], "minor"], ["minor", ["minor", "raceway", "busway"], "minor"], ["tertiary", ["tertiary"], "minor"],
    ["secondary", ["secondary"], "secondary"], ["primary", ["primary"], "primary"], ["trunk", ["trunk"], "primary"],
    ["motorway", ["motorway"], "motorway"],
  ],

  /** A width that grows with the zoom; `more` pixels are added for an edge. */
  width(stops, more = 0) {
    const pairs = [];
    for (let index = 0; index < stops.length; index += 2) pairs.push(stops[index], stops[index + 1] + more);
    return ["interpolate", ["exponential", 2], ["zoom"], ...pairs];
  },

  isClass: (...names) => ["in", ["get", "class"], ["literal", names]],
  name: ["coalesce", ["get", "name:latin"], ["get", "name"], ["get", "name_int"], ""],

  /** The style for a map whose tiles have the path `tiles`, with `minZoom`, `maxZoom` and `bounds`. */
  style({ tiles, minZoom, maxZoom, bounds }, theme) {
    const empty = { type: "FeatureCollection", features: [] };
    const map = { type: "vector", tiles: [`${location.origin}${tiles}`], minzoom: minZoom, maxzoom: maxZoom };
    if (bounds) map.bounds = bounds;
    return {
      version: 8,
      // MapLibre demands an address; the letters come from the fonts of this machine instead (RouteMap).
      glyphs: "local://{fontstack}/{range}",
      transition: { duration: 0, delay: 0 },
      sources: {
        map,
        route: { type: "geojson", data: empty, lineMetrics: true, tolerance: 0.2 },
        turn: { type: "geojson", data: empty, tolerance: 0.1 },
        places: { type: "geojson", data: empty },
      },
      layers: this.layers(this.colors[theme], theme === "contrast" ? 16 : 13),
    };
  },

  layers(colors, textSize) {
    return [
      { id: "land", type: "background", paint: { "background-color": colors.land } },
      ...this.areas(colors), ...this.lines(colors), ...this.route(colors), ...this.names(colors, textSize),
      ...this.marks(colors),
    ];
  },

  areas(colors) {
    const area = (id, layer, color, filter) => ({
      id, type: "fill", source: "map", "source-layer": layer, paint: { "fill-color": color }, ...(filter && { filter }) });
    const green = ["cemetery", "pitch", "playground", "park", "garden", "stadium", "zoo", "theme_park"];
    return [
      area("grass", "landcover", colors.grass, this.isClass("grass", "wetland")),
      area("wood", "landcover", colors.wood, this.isClass("wood")),
      area("sand", "landcover", colors.sand, this.isClass("sand")),
      area("green", "landuse", colors.grass, this.isClass(...green)),
      area("park", "park", colors.grass),
      area("water", "water", colors.water),
      { ...area("building", "building", colors.building), minzoom: 13.5 },
    ];
  },

  lines(colors) {
    const line = (id, classes, color, width, more = {}) => ({
      id, type: "line", source: "map", "source-layer": "transportation",
      filter: ["all", ["==", ["geometry-type"], "LineString"], this.isClass(...classes)], minzoom: this.widths[width][0],
      layout: { "line-cap": more.dash ? "butt" : "round", "line-join": "round" },
      paint: {
        "line-color": color, "line-width": this.width(this.widths[width], more.edge), ...(more.dash && { "line-dasharray": more.dash }) },
    });
    const casing = (name) => (name === "motorway" ? colors.motorwayCasing : colors.casing);
    return [
      {
        id: "waterway", type: "line", source: "map", "source-layer": "waterway", minzoom: 9,
        paint: { "line-color": colors.water, "line-width": this.width(this.widths.waterway) } },
      line("path", ["path", "pier"], colors.path, "path", { dash: [3, 1.5] }),
      line("track", ["track"], colors.path, "track", { dash: [4, 2] }),
      ...this.roads.map(([name, classes]) => line(`${name}-edge`, classes, casing(name), name, { edge: 2 })),
      ...this.roads.map(([name, classes, color]) => line(name, classes, colors[color], name)),
      line("rail", ["rail", "transit", "narrow_gauge", "tram", "light_rail", "subway", "funicular"], colors.rail, "rail"),
      line("ferry", ["ferry"], colors.waterText, "rail", { dash: [3, 3] }),
    ];
  },

  /** The route with its edge; {@link RouteMap} colours the part that was passed. */
  route(colors) {
    const line = (id, source, color, stops) => ({
      id, type: "line", source, layout: { "line-cap": "round", "line-join": "round" },
      paint: { "line-color": color, "line-width": this.width(stops) } });
    const filter = ["==", ["geometry-type"], "LineString"];
    return [
      line("route-edge", "route", colors.routeCasing, [8, 5, 14, 9, 17, 17, 20, 40]),
      line("route", "route", colors.route, [8, 3, 14, 6, 17, 12.5, 20, 32]),
      { ...line("turn-edge", "turn", colors.routeCasing, [8, 7, 14, 11, 17, 16, 20, 34]), filter },
      { ...line("turn", "turn", colors.turn, [8, 4, 14, 6.5, 17, 10, 20, 24]), filter },
      {
        id: "turn-head", type: "symbol", source: "turn", filter: ["==", ["geometry-type"], "Point"],
        layout: {
          "icon-image": "head", "icon-rotate": ["get", "bearing"], "icon-rotation-alignment": "map", "icon-pitch-alignment": "map",
          "icon-allow-overlap": true, "icon-ignore-placement": true, "icon-size": this.width([8, 0.4, 14, 0.62, 17, 0.95, 20, 2]) } },
    ];
  },

  /** The paint of the route for the share that was passed, 0 to 1. */
  passed(theme, share) {
    const { passed, land, route, routeCasing } = this.colors[theme];
    const step = (before, after) => ["step", ["line-progress"], before, Math.min(Math.max(share, 1e-6), 1), after];
    return { route: step(passed, route), "route-edge": step(land, routeCasing) };
  },

  names(colors, textSize) {
    const name = (id, layer, layout, more = {}) => ({
      id, type: "symbol", source: "map", "source-layer": layer,
      layout: { "text-field": this.name, "text-font": ["Regular"], "text-size": textSize, "text-pitch-alignment": "viewport", ...layout },
      paint: { "text-color": more.color ?? colors.text, "text-halo-color": colors.halo, "text-halo-width": 1.8 },
      ...(more.filter && { filter: more.filter }), ...(more.minzoom && { minzoom: more.minzoom }),
    });
    const street = (id, classes, minzoom, size) => name(
      id, "transportation_name", { "symbol-placement": "line", "text-size": size, "text-max-angle": 35, "symbol-spacing": 350 },
      { filter: this.isClass(...classes), minzoom });
    return [
      name("housenumber", "housenumber", { "text-field": ["get", "housenumber"], "text-size": textSize - 2 }, { minzoom: 17.5 }),
      name("water-name", "water_name", { "text-max-width": 6 }, { color: colors.waterText }),
      name("waterway-name", "waterway", { "symbol-placement": "line" }, { color: colors.waterText, minzoom: 13 }),
      street("minor-name", ["minor", "service", "path", "pedestrian"], 15, textSize - 1),
      street("street-name", ["tertiary", "secondary"], 13.5, textSize),
      street("road-name", ["primary", "trunk", "motorway"], 12, textSize + 1),
      this.shield(colors, textSize),
      name("quarter", "place", { "text-size": textSize, "text-max-width": 8 }, { filter: this.isClass("suburb", "quarter", "neighbourhood"), minzoom: 12 }),
      name("village", "place", { "text-size": textSize + 1, "text-font": ["Medium"] }, { filter: this.isClass("village", "hamlet"), minzoom: 9.5 }),
      name("town", "place", { "text-size": textSize + 5, "text-font": ["Bold"] }, { filter: this.isClass("city", "town") }),
    ];
  },

  /** The numbers of roads on plates. */
  shield(colors, textSize) {
    return {
      id: "shield", type: "symbol", source: "map", "source-layer": "transportation_name", minzoom: 9,
      filter: ["all", ["has", "ref"], ["<=", ["length", ["get", "ref"]], 9], this.isClass("motorway", "trunk", "primary", "secondary")],
      layout: {
        "symbol-placement": "line", "symbol-spacing": 500, "text-field": ["get", "ref"], "text-font": ["Bold"],
        "text-size": textSize - 2, "text-rotation-alignment": "viewport", "icon-rotation-alignment": "viewport",
        "text-pitch-alignment": "viewport", "icon-image": "shield", "icon-text-fit": "both", "icon-text-fit-padding": [2, 4, 2, 4] },
      paint: { "text-color": colors.shieldText },
    };
  },

  /** Stopovers and the destination. */
  marks(colors) {
    const isLast = ["get", "isLast"];
    return [
      {
        id: "stop", type: "circle", source: "places",
        paint: {
          "circle-radius": ["case", isLast, 12, 10], "circle-color": colors.turn, "circle-stroke-width": 3,
          "circle-stroke-color": colors.routeCasing } },
      {
        id: "destination", type: "circle", source: "places", filter: isLast,
        paint: { "circle-radius": 5, "circle-color": colors.routeCasing } },
      {
        id: "stop-number", type: "symbol", source: "places", filter: ["!", isLast],
        layout: {
          "text-field": ["get", "number"], "text-font": ["Bold"], "text-size": 13, "text-allow-overlap": true, "text-ignore-placement": true },
        paint: { "text-color": colors.routeCasing } },
    ];
  },

  /** The pictures of a theme, with their names and options: the head of the maneuver's arrow, and the plate of road numbers. */
  pictures(theme) {
    const colors = this.colors[theme];
    const drawn = (size, draw) => {
      const pen = new OffscreenCanvas(size, size).getContext("2d");
      draw(pen);
      return pen.getImageData(0, 0, size, size);
    };
    const head = drawn(56, (pen) => {
      Object.assign(pen, { lineJoin: "round", lineWidth: 6, strokeStyle: colors.routeCasing, fillStyle: colors.turn });
      pen.beginPath();
      for (const [x, y] of [[28, 6], [50, 42], [6, 42]]) pen.lineTo(x, y);
      pen.closePath();
      pen.stroke();
      pen.fill();
    });
    const shield = drawn(20, (pen) => {
      for (const [color, edge, radius] of [[colors.shieldText, 0, 5], [colors.shield, 1.5, 4]]) {
        pen.fillStyle = color;
        pen.beginPath();
        pen.roundRect(edge, edge, 20 - 2 * edge, 20 - 2 * edge, radius);
        pen.fill();
      }
    });
    const stretched = { content: [4, 4, 16, 16], stretchX: [[6, 14]], stretchY: [[6, 14]] };
    return [["head", head, { pixelRatio: 2 }], ["shield", shield, { pixelRatio: 2, ...stretched }]];
  },
};
