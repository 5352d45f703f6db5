"use strict";

/** The choices of the user, kept in the storage of the browser if it has one. */
class Choices {
  static themes = ["auto", "day", "night", "contrast"];

  /** @param onChange called after each change, and when the preferences of the machine change */
  constructor(onChange) {
    this.onChange = onChange;
    this.theme = this.kept("theme", Choices.themes, null);
    this.orientation = this.kept("orientation", ["heading", "north"], "heading");
    this.areKeysOn = this.kept("keys", ["on", "off"], "on") === "on";
    this.serverTheme = "auto";
    this.isDark = matchMedia("(prefers-color-scheme: dark)");
    this.isStrong = matchMedia("(prefers-contrast: more)");
    this.isForced = matchMedia("(forced-colors: active)");
    for (const query of [this.isDark, this.isStrong, this.isForced]) query.addEventListener("change", onChange);
  }

  kept(name, allowed, usual) {
    try {
      const value = localStorage.getItem(`navbus.${name}`);
      return allowed.includes(value) ? value : usual;
    } catch {
      // Without storage, a choice lasts as long as the page.
      return usual;
    }
  }

  keep(name, value) {
    try {
      localStorage.setItem(`navbus.${name}`, value);
    } catch {
      // As above.
    }
    this.onChange();
  }

  /** The chosen theme: that of the user, else that of the settings of the server. */
  get chosenTheme() { return this.theme ?? (Choices.themes.includes(this.serverTheme) ? this.serverTheme : "auto"); }

  /** The visible theme: `"day"`, `"night"` or `"contrast"`. */
  get seenTheme() {
    if (this.chosenTheme !== "auto") return this.chosenTheme;
    if (this.isStrong.matches || this.isForced.matches) return "contrast";
    return this.isDark.matches ? "night" : "day";
  }

  nextTheme() {
    this.theme = Choices.themes[(Choices.themes.indexOf(this.chosenTheme) + 1) % Choices.themes.length];
    this.keep("theme", this.theme);
  }

  turnMap() {
    this.orientation = this.orientation === "heading" ? "north" : "heading";
    this.keep("orientation", this.orientation);
  }

  turnKeys(areOn) {
    this.areKeysOn = areOn;
    this.keep("keys", areOn ? "on" : "off");
  }
}
