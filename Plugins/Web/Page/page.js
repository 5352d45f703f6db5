"use strict";

/** Connects the parts of the page: shows states and handles input. */
const page = {
  state: null,
  isReadable: true,
  lineNumber: undefined,

  start() {
    for (const node of document.querySelectorAll("[data-word]")) node.textContent = words[node.dataset.word];
    for (const node of document.querySelectorAll("[data-label]")) setLabel(node, words[node.dataset.label]);
    setLabel("chart", words.chart);
    this.chart = new Chart(element("chart"), element("caption"), element("tools"), element("guide"));
    this.map = new RouteMap(element("tiles"), element("me"), this.chart, () => this.showMap());
    this.announcer = new LiveAnnouncer();
    this.choices = new Choices(() => this.showChoices());
    this.player = new AudioPlayer(() => this.showChoices());
    this.screen = new ScreenLock();
    this.receiver = new Receiver(() => this.showReceiver());
    this.drive = new DrivePanel();
    this.showKeys();
    this.showChoices();
    document.addEventListener("click", (event) => this.press(event));
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("visibilitychange", () => this.stayAwake());
    element("keys-on").checked = this.choices.areKeysOn;
    element("keys-on").addEventListener("change", ({ target }) => this.choices.turnKeys(target.checked));
    this.connection = new Connection(
      (text) => this.take(text),
      () => {
        this.lineNumber = undefined;
        this.player.forget();
        this.map.ask();
      },
      () => this.show(),
    );
    this.show();
  },

  /** Shows a state. An invalid state raises the alarm, so that no old state looks live. */
  take(text) {
    const { state: before, isReadable: wasReadable } = this;
    try {
      this.isReadable = true;
      this.present(JSON.parse(text));
    } catch (error) {
      if (wasReadable) console.error(error);
      this.isReadable = false;
      this.state = before;
      this.show();
    }
  },

  present(state) {
    if (state.version !== 2) throw new Error(`a state of version ${state.version}`);
    this.state = state;
    if (state.display && state.display.theme !== this.choices.serverTheme) {
      this.choices.serverTheme = state.display.theme;
      this.showChoices();
    }
    this.player.update(state);
    this.receiver.offer(state.display?.offersReceiver === true);
    this.drive.update(state);
    this.fetchLine(state.route);
    this.show();
    this.stayAwake();
  },

  /** The text of the problem that makes the page stale, or null. */
  alarm() {
    const { connection, state } = this;
    if (connection.refusal) return words[connection.refusal];
    if (!connection.isLive) {
      if (connection.lostAt === null) return performance.now() > Connection.quiet ? words.never : null;
      return word("noConnection", { time: clock(connection.lostAt) });
    }
    if (!this.isReadable) return words.unreadable;
    if (!state) return null;
    const since = state.bus.silentSince;
    if (!state.bus.isAlive) return since ? word("busSilent", { time: since }) : words.busGone;
    if (!state.flags.includes("stale") || !["guiding", "rerouting"].includes(state.phase)) return null;
    return since ? word("noEventSince", { time: since }) : words.noEvent;
  },

  show() {
    const alarm = this.alarm();
    const { state, connection } = this;
    const root = document.documentElement;
    const link = alarm ? "lost" : state ? "live" : "connecting";
    if (root.dataset.link !== link) root.dataset.link = link;
    setHidden("alarm", !alarm);
    setText("alarm", alarm);
    // With an alarm, the current values are unknown: no instruction, speed, utterance or pulse.
    const unknown = { sign: null, activeUtterance: null, pulse: null, speed: { ...state?.speed, value: null, isOverLimit: false } };
    const seen = alarm && state ? { ...state, ...unknown } : state;
    if (seen) panel.show(seen, alarm);
    else setText("notice-text", alarm ? words.waiting : words.connecting);
    this.showReceiver();
    this.showChart(alarm);
    if (state || !connection.isLive) this.announce(alarm);
  },

  showChart(alarm) {
    const { state } = this;
    if (!state) return;
    const { fix, position } = state;
    const place = position ?? (fix && Number.isFinite(fix.latitudeDegrees) ? fix : null);
    const scene = {
      focus: state.focus ?? null,
      position: place ? [place.latitudeDegrees, place.longitudeDegrees] : null,
      bearing: position?.bearingDegrees ?? fix?.courseDegrees ?? null,
      isHeadingUp: this.choices.orientation === "heading",
      toManeuver: state.phase === "guiding" && !alarm ? state.distance?.meters ?? null : null,
      remaining: state.arrival?.meters ?? null,
      metersPerSecond: speedOf(state.speed),
      seenMeters: alarm ? null : state.suggestedZoomMeters ?? null,
      accuracy: Number.isFinite(fix?.accuracyMeters) ? Math.round(fix.accuracyMeters) : null,
      isOld: Boolean(alarm),
    };
    this.chart.show(scene);
    this.map.show(scene);
  },

  /** Shows the map instead of the line, or the reason for which there is none. */
  showMap() {
    const { map } = this;
    setHidden("chart", map.isShown);
    document.documentElement.dataset.map = map.isShown ? "yes" : "no";
    const note = map.isShown ? map.info.attribution : words.mapProblems[map.problem];
    for (const id of ["map-note", "map-source"]) setText(id, note);
    setHidden("follow", !map.isFree || !map.isShown);
  },

  setLine(line) {
    this.chart.setLine(line);
    this.map.setLine(line);
  },

  announce(alarm) {
    const state = this.state ?? { flags: [], fix: { quality: "gps" }, phase: "idle" };
    const isGuiding = document.documentElement.dataset.instruction === "yes";
    const sentence = this.announcer.update({
      sign: isGuiding ? state.sign : null, street: state.street, distance: state.distance, alarm,
      notice: isGuiding || alarm || !this.state ? null : element("notice-text").textContent,
      notes: panel.notes(state).map(([key]) => words[key]),
    }, performance.now() / 1000, this.player.isOn && !this.player.trouble);
    if (sentence !== null) element("live-region").textContent = sentence;
  },

  /** Fetches the line of the route, once for each route. */
  async fetchLine(route) {
    const number = route ? route.number : null;
    if (number === this.lineNumber) return;
    this.lineNumber = number;
    if (number === null) {
      this.setLine(null);
      return;
    }
    try {
      const answer = await fetch(`/route/${encodeURIComponent(number)}.json`, { cache: "no-store" });
      if (!answer.ok) throw new Error(`${answer.status}`);
      const line = new RouteLine(await answer.json());
      if (this.lineNumber === number) this.setLine(line);
    } catch {
      // A later state fetches the line again; guidance works without it.
      if (this.lineNumber === number) setTimeout(() => { this.lineNumber = undefined; }, 2000);
    }
  },

  showChoices() {
    const { choices, player } = this;
    const root = document.documentElement;
    root.dataset.orientation = choices.orientation;
    root.dataset.chosenTheme = choices.chosenTheme;
    const orientation = word("orientation", { choice: words[choices.orientation] });
    const theme = word("theme", { choice: words[choices.chosenTheme] });
    for (const [id, text] of [["turn-map", orientation], ["turn-light", theme]]) {
      setLabel(id, text);
      element(id).title = text;
    }
    setText("switch-map", orientation);
    setText("switch-light", theme);
    for (const id of ["listen", "switch-listen"]) element(id).setAttribute("aria-pressed", String(player.isOn));
    setLabel("listen", words.listen);
    element("listen").title = player.trouble ? words[player.trouble] : words[player.isOn ? "listening" : "listen"];
    element("listen").classList.toggle("ill", player.trouble !== null);
    element("more").title = words.more;
    setLabel("drive-open", words.driveTitle);
    element("drive-open").title = words.driveTitle;
    setText("switch-listen", words[player.isOn ? "listening" : "listen"]);
    setText("listen-text", words[player.trouble ?? (player.isOn ? "listenOn" : "listenOff")]);
    if (root.dataset.theme !== choices.seenTheme || !this.chart.colors) {
      root.dataset.theme = choices.seenTheme;
      this.chart.recolor();
      this.map.setTheme(choices.seenTheme);
    }
    if (this.state) this.showChart(this.alarm());
  },

  /** Shows whether this phone is the receiver, and whether its positions are sent. */
  showReceiver() {
    const { receiver, screen, state } = this;
    const { isOffered, isOn, problem, text } = receiver;
    const hasFix = Boolean(state?.fix) && state.fix.quality !== "none" && !state.flags.includes("stale");
    setHidden("receive", !isOffered);
    element("receive").setAttribute("aria-pressed", String(isOn));
    element("receive").classList.toggle("ill", problem !== null);
    setLabel("receive", words.receiver);
    element("receive").title = words[isOn ? "stopReceiver" : "useReceiver"];
    setHidden("offer", !isOffered || isOn || hasFix);
    setHidden("receiver-state", !isOn);
    element("receiver-state").classList.toggle("warn", problem !== null);
    const note = isOn && screen.isRefused ? words.screenOff : null;
    setText("receiver-state", isOn ? [text, note].filter(Boolean).join(" · ") : "");
    setHidden("receiver-part", !isOffered);
    setText("switch-receiver", words[isOn ? "stopReceiver" : "useReceiver"]);
    setText("receiver-text", note ? `${text}. ${note}. ${words.screenRemedy}` : text);
    this.stayAwake();
  },

  showKeys() {
    const keys = [
      ["s", "keyDrive"], ["n", "keyOrientation"], ["t", "keyTheme"], ["l", "keyListen"], ["d", "keyDetails"], ["f", "keyFullScreen"],
      ["?", "keyHelp"], ["Esc", "keyEscape"],
    ];
    setRows("keys", keys, ([key, name]) => {
      const term = made("dt");
      term.append(made("kbd", key));
      return [term, made("dd", words[name])];
    });
  },

  acts: {
    orientation() { this.choices.turnMap(); },
    theme() { this.choices.nextTheme(); },
    follow() { this.map.follow(); },
    listen() { this.player.turn(!this.player.isOn); },
    receive() { this.receiver.turn(!this.receiver.isOn); },
    drive() { this.drive.open(); },
    details() { this.openDialog("details"); },
    help() { this.openDialog("help"); },
    close(target) { target.closest("dialog").close(); },
    fullscreen() {
      const root = document.documentElement;
      if (document.fullscreenElement) document.exitFullscreen();
      // Without permission, the window stays as it is.
      else root.requestFullscreen?.().catch(() => {});
    },
  },

  openDialog(id) {
    for (const dialog of document.querySelectorAll("dialog[open]")) {
      dialog.close();
      if (dialog.id === id) return;
    }
    element(id).showModal();
    this.show();
  },

  press({ target }) {
    const button = target.closest("[data-act]");
    if (button) this.acts[button.dataset.act].call(this, button);
    // A click outside a dialog closes it.
    else if (target instanceof HTMLDialogElement) target.close();
  },

  key(event) {
    const acts = { s: "drive", n: "orientation", t: "theme", l: "listen", d: "details", f: "fullscreen", "?": "help" };
    if (!this.choices.areKeysOn || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    const act = acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    this.acts[act].call(this, event.target);
  },

  /** Keeps the screen on during guidance, and while this phone is the receiver. */
  stayAwake() { this.screen.keep(this.receiver.isOn || this.state?.phase === "guiding"); },
};

/** The local time of day with seconds. */
function clock(milliseconds) {
  const time = new Date(milliseconds);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":");
}

/** The displayed speed in metres per second. */
function speedOf(speed) {
  if (!speed || !Number.isFinite(speed.value)) return null;
  return speed.unit === "mph" ? speed.value * 0.44704 : speed.value / 3.6;
}

page.start();
