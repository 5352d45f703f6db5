"use strict";

const element = (id) => document.getElementById(id);

/** Sets a text if it has changed. Names are set as text, never as HTML. */
function setText(id, text) {
  const target = typeof id === "string" ? element(id) : id;
  const shown = clipped(text ?? "");
  if (target.textContent !== shown) target.textContent = shown;
}

function setLabel(id, text) {
  const target = typeof id === "string" ? element(id) : id;
  if (target.getAttribute("aria-label") !== text) target.setAttribute("aria-label", text);
}

function setHidden(id, isHidden) {
  const target = element(id);
  if (target.hidden !== isHidden) target.hidden = isHidden;
}

/** Rebuilds a list of rows if it has changed. */
function setRows(id, rows, make) {
  const target = element(id);
  const key = JSON.stringify(rows);
  if (target.shownRows === key) return;
  target.shownRows = key;
  target.replaceChildren(...rows.flatMap(make));
}

function made(tag, text, className) {
  const node = document.createElement(tag);
  if (text !== undefined) node.textContent = clipped(text ?? "");
  if (className) node.className = className;
  return node;
}

/** A name with its own writing direction. */
function isolated(text, className) {
  return made("bdi", text, className);
}

/** Shows a state. The panel keeps no data, because each state is complete. */
const panel = {
  show(state, alarm) {
    const root = document.documentElement;
    const phase = this.phase(state, alarm);
    // An arrival with a sign shows the sign, which has the side of the destination.
    const hasInstruction = Boolean(state.sign) && (phase === "guiding" || phase === "arrived");
    root.dataset.phase = phase;
    root.dataset.instruction = hasInstruction ? "yes" : "no";
    root.dataset.units = state.display?.units ?? "metric";
    this.showInstruction(hasInstruction ? state : {});
    setText("notice-text", hasInstruction ? "" : state.notice || words[phase]);
    setText("notice-street", hasInstruction || phase !== "arrived" ? "" : state.destination || state.street);
    this.showTrip(state);
    this.showPage(state.page);
    this.showFlags(state);
    // The last announcement is an instruction too, so an alarm hides it; it stays in the details.
    this.showCaption(alarm ? {} : state);
    this.showDetails(state);
    const title = state.display?.title || "navbus";
    setText("title", title);
    if (document.title !== title) document.title = clipped(title, 80);
  },

  /** The shown phase, or `"waiting"` with an alarm. An arrival stays. */
  phase({ phase, sign }, alarm) {
    if (phase === "arrived") return phase;
    if (alarm) return "waiting";
    const isKnown = phase === "rerouting" || (phase === "guiding" && sign);
    return isKnown ? phase : "idle";
  },

  showInstruction({ sign, distance, street, towards, exit, then, lanes }) {
    pictures.show(element("sign"), sign?.svg);
    setLabel("sign", sign?.words ?? "");
    const text = distance?.text ?? "";
    const [, number, unit] = /^(.*\d)\s*(\D*)$/.exec(text) ?? [null, text, ""];
    setText("distance-number", number);
    setText("distance-unit", unit && `\u00A0${unit}`);
    element("distance").style.setProperty("--characters", String(Math.max(3, number.length + 0.2 + unit.length * 0.6)));
    const left = Math.min(1, Math.max(0, distance?.bar ?? 0));
    element("bar-left").style.transform = `scaleX(${left.toFixed(3)})`;
    setText("street", street || sign?.words);
    element("street").classList.toggle("no-name", !street);
    const letters = (street || "").length;
    element("street").dataset.length = letters > 34 ? "long" : letters > 20 ? "middle" : letters > 13 || !street ? "short" : "brief";
    // Directions equal to the street are not repeated.
    const places = towards === street ? null : towards;
    setText("towards-names", places);
    setHidden("exit", !exit);
    setText("exit", exit ? word("exit", { number: `\u2068${clipped(exit, 12)}\u2069` }) : "");
    setHidden("towards", !exit && !places);
    this.showLanes(lanes);
    pictures.show(element("then-sign"), then?.svg);
    setLabel("then-sign", then?.words ?? "");
    setHidden("then", !then);
    setText("then-word", words.then);
    setText("then-distance", then?.distanceText ?? "");
    setText("then-street", then?.street || then?.towards || then?.words);
  },

  showLanes(lanes) {
    const target = element("lanes");
    document.documentElement.dataset.lanes = lanes ? "yes" : "no";
    setHidden("lanes", !lanes);
    setLabel("lanes", lanes?.words ?? "");
    if (lanes && !lanes.svg) {
      // Without a picture, the lanes are arrows of text.
      target.shownPicture = undefined;
      setText(target, lanes.text);
    } else {
      pictures.show(target, lanes?.svg);
    }
  },

  showTrip({ speed, currentStreet, arrival, stopover }) {
    const value = speed?.value;
    setText("speed-value", Number.isFinite(value) ? String(Math.round(value)) : "–");
    setText("speed-unit", speed?.unit ?? "");
    element("speed").classList.toggle("over", Boolean(speed?.isOverLimit));
    setLabel("speed-now", `${value ?? "–"} ${speed?.unit ?? ""}${speed?.isOverLimit ? `, ${words.tooFast}` : ""}`);
    const limit = speed?.limit ?? null;
    const isUnlimited = Boolean(speed?.isUnlimited);
    setHidden("limit", limit === null && !isUnlimited);
    element("limit").classList.toggle("free", isUnlimited);
    element("limit").dataset.digits = String(limit ?? "").length;
    setText("limit-value", limit === null ? "" : String(limit));
    if (isUnlimited) setLabel("limit", words.noLimit);
    else if (limit !== null) setLabel("limit", word("limit", { limit: `${limit} ${speed.unit}` }));
    setText("current-street", currentStreet);
    setHidden("arrival", !arrival);
    setText("arrival-clock", arrival?.clock);
    setText("arrival-duration", arrival?.durationText);
    setText("arrival-distance", arrival?.distanceText);
    setHidden("stopover", !stopover);
    if (stopover) {
      const name = stopover.name ? word("stopover", { name: `\u2068${clipped(stopover.name, 60)}\u2069` }) : words.aStopover;
      setText("stopover", [name, stopover.clock, stopover.distanceText].filter(Boolean).join(" · "));
    }
  },

  /** The notes above the map, those that matter most first. */
  notes({ flags, fix, phase, approach }) {
    const notes = [];
    if (flags.includes("wrongWay")) notes.push(["wrongWay", "bad"]);
    if (flags.includes("offRoute")) notes.push(["offRoute", "warn"]);
    if (flags.includes("rerouting") && phase !== "rerouting") notes.push(["reroutingFlag", "note"]);
    if (!fix || fix.quality === "none") notes.push(["noFix", "warn"]);
    else if (fix.status === "unreliable") notes.push(["weakFix", "warn"]);
    else if (fix.status === "estimated" || fix.quality === "deadReckoning") notes.push(["guessedFix", "note"]);
    if (flags.includes("tunnel")) notes.push(["tunnel", "note"]);
    if (flags.includes("ferry")) notes.push(["ferry", "note"]);
    if (approach) notes.unshift(["approach", "note", this.approachText(approach)]);
    return notes;
  },

  /** The way to the route: its distance and its direction, as far as they are known. */
  approachText({ distanceText, direction }) {
    return [words.approach, distanceText, words.directions[direction]].filter(Boolean).join(" ");
  },

  showFlags(state) {
    const rows = this.notes(state).map(([key, kind, text]) => [text ?? words[key], kind]);
    if (state.pulse) rows.push([state.pulse.text, "felt"]);
    setRows("flags", rows, ([text, kind]) => {
      const item = made("li", undefined, kind);
      item.append(isolated(text));
      return item;
    });
  },

  showCaption({ activeUtterance, lastUtterance }) {
    const announcement = activeUtterance ?? lastUtterance;
    element("caption").classList.toggle("live", Boolean(activeUtterance));
    setHidden("caption", !announcement);
    const text = clipped(announcement?.text ?? "", 600);
    const target = element("caption-text");
    const key = JSON.stringify([text, activeUtterance?.from, activeUtterance?.to]);
    if (target.shownWords === key) return;
    target.shownWords = key;
    const hasWord = activeUtterance && Number.isInteger(activeUtterance.from) && Number.isInteger(activeUtterance.to);
    if (!hasWord) {
      target.textContent = text;
      return;
    }
    const letters = Array.from(text);
    const part = (from, to) => letters.slice(from, to).join("");
    const mark = made("mark", part(activeUtterance.from, activeUtterance.to));
    target.replaceChildren(part(0, activeUtterance.from), mark, part(activeUtterance.to));
    // A long text scrolls with the spoken word.
    const line = target.clientHeight / Math.max(1, Math.round(target.clientHeight / mark.offsetHeight));
    target.scrollTop = Math.max(0, Math.round(mark.offsetTop / line - 1) * line);
  },

  /** The picture of the page of a book covers the map while it is read. */
  showPage(page) {
    setHidden("book", !page?.picture);
    if (!page?.picture) return;
    const target = element("book");
    const address = `picture/${page.processId}-${page.effectNumber}`;
    if (target.getAttribute("src") !== address) target.setAttribute("src", address);
    const words = clipped(page.text);
    if (target.alt !== words) target.alt = words;
  },

  showDetails(state) {
    const troubled = state.controls.filter(({ isWell }) => !isWell).length;
    setHidden("troubles", troubled === 0);
    setText("troubles", String(troubled));
    setLabel("more", troubled === 0 ? words.more : word("moreTroubles", { count: troubled }));
    if (!element("details").open) return;
    setText("last-said", state.lastUtterance?.text ?? words.nothingSaid);
    setText("felt", state.pulse ? word("felt", { text: state.pulse.text }) : "");
    this.showFix(state);
    setRows("controls", this.controlRows(state.controls), ({ name, isWell, how, text }) => {
      const item = made("li", undefined, isWell ? "well" : "ill");
      item.append(isolated(name, "name"), " ", made("span", how, "how"));
      if (text) item.append(" ", isolated(text, "text"));
      return item;
    });
    const warnings = state.warnings.length > 0 ? state.warnings : [{ control: "", clock: "", text: words.none }];
    setRows("warnings", warnings, ({ control, text, clock, count }) => {
      const item = made("li");
      item.append(made("time", clock), " ", isolated(control, "name"), " ", isolated(text, "text"));
      if (count > 1) item.append(" ", made("span", word("timesSeen", { count }), "name"));
      return item;
    });
  },

  controlRows(controls) {
    if (controls.length === 0) return [{ name: words.none, isWell: true, how: "", text: "" }];
    return controls.map(({ name, state, isWell, ageSeconds, text }) => {
      const how = words.states[state] ?? words.states.unknown;
      // Only an old heartbeat is shown.
      const isOld = Number.isFinite(ageSeconds) && ageSeconds >= 3;
      const age = isOld ? ` · ${word("ago", { seconds: Math.round(ageSeconds) })}` : "";
      return { name, isWell, how: how + age, text };
    });
  },

  showFix({ fix, route, bus, position, destination }) {
    const rows = [];
    if (fix) {
      rows.push([words.quality, words.qualities[fix.quality] ?? words.qualities.unknown]);
      rows.push([words.status, words.statuses[fix.status] ?? words.statuses.unknown]);
      if (Number.isFinite(fix.accuracyMeters)) {
        rows.push([words.accuracy, word("meters", { meters: fix.accuracyMeters.toFixed(1) })]);
      }
      if (Number.isFinite(fix.satellites)) rows.push([words.satellites, String(fix.satellites)]);
      const place = position ?? fix;
      const { latitudeDegrees, longitudeDegrees } = place;
      if (Number.isFinite(latitudeDegrees)) {
        rows.push([words.place, `${latitudeDegrees.toFixed(5)}, ${longitudeDegrees.toFixed(5)}`]);
      }
    } else {
      rows.push([words.quality, words.noFix]);
    }
    if (destination) rows.push([words.destination, destination]);
    if (route?.provider) rows.push([words.route, route.provider]);
    if (bus.session) rows.push([words.session, bus.session]);
    setRows("fix", rows, ([name, value]) => {
      const description = made("dd");
      description.append(isolated(value));
      return [made("dt", name), description];
    });
  },
};
