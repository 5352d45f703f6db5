"use strict";

/** Begins, changes and ends a drive: a dialog with the search, the kept places, a preview of the routes, and the drive. */
class DrivePanel {
  /** The time for an answer, milliseconds; a routing server may take long. */
  static patience = 75_000;
  static modes = ["car", "bicycle", "foot"];
  static avoidances = ["tolls", "motorways", "ferries"];

  constructor() {
    this.dialog = element("drive");
    this.state = null;
    /** The place of the preview, or null. */
    this.place = null;
    this.offer = null;
    this.kept = { saved: [], recent: [], isKept: false };
    /** The number of the newest request for routes: the answers of older ones are dropped. */
    this.request = 0;
    this.field = new PlaceField(
      element("drive-text"), element("drive-found"), (text) => this.find(text), (place) => this.preview(place));
    this.makeChoices();
    for (const id of ["start", "add", "save", "back", "skip", "end", "erase-all"]) {
      element(`drive-${id}`).addEventListener("click", () => this.acts[id].call(this));
    }
    for (const id of ["drive-modes", "drive-avoid"]) element(id).addEventListener("change", () => this.route());
    // Letters belong to the search, not to the keys of the page.
    this.dialog.addEventListener("keydown", (event) => event.stopPropagation());
    this.dialog.addEventListener("close", () => this.leave());
    element("where-to").addEventListener("click", () => this.open());
    document.addEventListener("mapchoice", ({ detail }) => this.chooseOnMap(detail));
  }

  makeChoices() {
    const choice = (group, type, name, isChecked) => {
      const label = made("label");
      const input = made("input");
      Object.assign(input, { type, name: group, value: name, checked: isChecked });
      label.append(input, " ", made("span", words.driveChoices[name]));
      return label;
    };
    element("drive-modes").append(...DrivePanel.modes.map((name, index) => choice("drive-mode", "radio", name, index === 0)));
    element("drive-avoid").append(...DrivePanel.avoidances.map((name) => choice("drive-avoid", "checkbox", name, false)));
  }

  // Operations of the server.

  /** Sends an operation; returns the answer, or null after a failure, which is shown. */
  async send(name, content = {}) {
    let answer;
    try {
      const response = await fetch(`/drive/${name}`, {
        method: "POST", cache: "no-store", headers: { "Content-Type": "application/json" }, body: JSON.stringify(content),
        signal: AbortSignal.timeout(DrivePanel.patience),
      });
      if (!response.ok) {
        this.tell(response.status === 429 ? words.driveProblems.busy : words.driveRefused);
        return null;
      }
      answer = await response.json();
    } catch {
      // No network or no server; the page shows that too.
      this.tell(words.driveLost);
      return null;
    }
    if (!answer.problem) return answer;
    const sentence = words.driveProblems[answer.problem] ?? words.driveRefused;
    this.tell([sentence, answer.text].filter(Boolean).join(" "));
    return answer.places ? answer : null;
  }

  /** Shows a sentence, which screen readers announce. */
  tell(sentence) { setText("drive-status", sentence); }

  /** The groups of the list for a text. */
  async find(text) {
    this.tell("");
    if (text === "") return this.groups();
    setHidden("drive-erase-all", true);
    const answer = await this.send("search", { text });
    setText("drive-count", answer ? word("placesFound", { count: answer.places.length }) : "");
    if (!answer) return [];
    if (answer.places.length === 0 && !answer.problem) this.tell(words.nothingFound);
    return [{ label: words.places, places: answer.places }];
  }

  groups() {
    setHidden("drive-erase-all", this.kept.saved.length + this.kept.recent.length === 0);
    return [{ label: words.savedPlaces, places: this.kept.saved }, { label: words.recentPlaces, places: this.kept.recent }];
  }

  // The display.

  /** Shows a state of the page. */
  update(state) {
    this.state = state;
    const isOffered = state.display?.offersDrives === true;
    const isDriving = this.isDriving;
    for (const id of ["drive-open", "switch-drive"]) setHidden(id, !isOffered);
    setHidden("where-to", !isOffered || isDriving);
    if (!isOffered && this.dialog.open) this.dialog.close();
    setHidden("drive-now", !isDriving);
    setText("drive-goal", isDriving && state.destination ? word("driveTo", { name: `\u2068${clipped(state.destination, 80)}\u2069` }) : "");
    setHidden("drive-skip", !state.stopover);
    if (state.stopover) setText("drive-skip", word("skipStop", { name: `\u2068${clipped(state.stopover.name || words.aStopover, 60)}\u2069` }));
    setHidden("drive-add", !isDriving);
    setText("drive-start", isDriving ? words.driveHereInstead : words.startDrive);
  }

  get isDriving() { return ["guiding", "rerouting"].includes(this.state?.phase); }

  async open() {
    if (!this.state?.display?.offersDrives) return;
    if (!this.dialog.open) page.openDialog("drive");
    this.showSearch();
    await this.load("places");
    if (!this.place) this.field.update();
  }

  async load(name, content) {
    const answer = await this.send(name, content);
    if (answer?.saved) this.kept = answer;
    return Boolean(answer);
  }

  showSearch() {
    this.place = null;
    this.request += 1;
    this.tell("");
    setHidden("drive-preview", true);
    setHidden("drive-search", false);
    element("drive-text").focus();
  }

  leave() {
    this.showSearch();
    element("drive-text").value = "";
  }

  /** Shows a place with the routes to it. */
  preview(place) {
    this.place = place;
    setHidden("drive-search", true);
    setHidden("drive-preview", false);
    setHidden("drive-routes", true);
    setText("drive-place", place.title);
    setText("drive-around", [place.surroundings, place.distanceText].filter(Boolean).join(" · "));
    this.showKept();
    this.route();
    element("drive-place").focus();
  }

  async chooseOnMap({ latitude, longitude }) {
    if (!this.state?.display?.offersDrives || !Number.isFinite(latitude) || !Number.isFinite(longitude)) return;
    const title = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
    if (!this.dialog.open) page.openDialog("drive");
    this.preview({ title, surroundings: words.mapPoint, latitudeDegrees: latitude, longitudeDegrees: longitude });
    await this.load("places");
    this.showKept();
  }

  get isSaved() { return this.kept.saved.some(({ id }) => id === this.place?.id); }
  get isErasable() { return this.isSaved || this.kept.recent.some(({ id }) => id === this.place?.id); }

  showKept() {
    setHidden("drive-save", !this.kept.isKept);
    setText("drive-save", this.isErasable ? words.erasePlace : words.savePlace);
  }

  /** The part of a place that the server needs. */
  get stop() {
    const { title, surroundings, latitudeDegrees, longitudeDegrees } = this.place;
    return { title, surroundings: surroundings ?? "", latitudeDegrees, longitudeDegrees };
  }

  get wish() {
    const checked = (id) => Array.from(element(id).querySelectorAll("input:checked"), ({ value }) => value);
    return { stops: [this.stop], mode: checked("drive-modes")[0], avoid: checked("drive-avoid") };
  }

  /** Requests the routes to the place of the preview. */
  async route() {
    const request = ++this.request;
    this.offer = null;
    element("drive-start").disabled = true;
    element("drive-routes").setAttribute("aria-busy", "true");
    this.tell(words.searchingRoutes);
    const answer = await this.send("routes", this.wish);
    if (request !== this.request) return;
    element("drive-routes").setAttribute("aria-busy", "false");
    setHidden("drive-routes", !answer);
    if (!answer) return;
    this.offer = answer.offer;
    this.tell("");
    element("drive-start").disabled = false;
    element("drive-routes").replaceChildren(made("legend", words.routes), ...answer.routes.map((route, index) => {
      const label = made("label");
      const input = made("input");
      Object.assign(input, { type: "radio", name: "drive-route", value: String(index), checked: index === 0 });
      const about = made("span");
      about.append(made("strong", [route.durationText, route.distanceText].filter(Boolean).join(" · ")));
      if (route.street) about.append(" ", isolated(word("viaStreet", { street: route.street }), "text"));
      label.append(input, " ", about);
      return label;
    }));
  }

  /** Sends an operation that ends the dialog. */
  async finish(name, content) {
    if (await this.send(name, content)) this.dialog.close();
  }

  acts = {
    start() {
      const route = Number(element("drive-routes").querySelector("input:checked")?.value ?? 0);
      if (this.offer) return this.finish("start", { offer: this.offer, route });
    },
    async add() {
      const request = ++this.request;
      this.tell(words.searchingRoutes);
      const { stops, avoid } = this.wish;
      const answer = await this.send("routes", { stops, avoid, add: true });
      if (answer && request === this.request) await this.finish("start", { offer: answer.offer, route: 0 });
    },
    async save() {
      const isDone = this.isErasable
        ? await this.load("erase", { id: this.place.id })
        : await this.load("save", { place: this.stop });
      if (!isDone) return;
      // The server makes the id of a place that was not found by a search.
      this.place.id ??= this.kept.saved[0]?.id;
      this.showKept();
    },
    back() { this.showSearch(); this.field.update(); },
    skip() { return this.finish("skip"); },
    end() { return this.finish("stop"); },
    async "erase-all"() {
      if (await this.load("erase", { all: true })) this.field.update();
    },
  };
}
