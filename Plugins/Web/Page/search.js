"use strict";

/**
 * A field with a list of places below it: a combobox with a listbox, for keys, touch and screen readers. While the field is
 * empty, the list has the kept places.
 */
class PlaceField {
  /** The pause after a letter before a search, milliseconds. */
  static pause = 200;

  /**
   * @param input the field
   * @param list the listbox
   * @param find returns a promise of the groups `{ label, places }` for a text
   * @param choose called with the chosen place
   */
  constructor(input, list, find, choose) {
    Object.assign(this, { input, list, find, choose });
    this.places = [];
    this.active = -1;
    /** The number of the newest search: the answers of older ones are dropped. */
    this.search = 0;
    this.timer = null;
    input.addEventListener("input", () => this.wait());
    input.addEventListener("keydown", (event) => this.key(event));
    list.addEventListener("click", ({ target }) => {
      const option = target.closest("[role=option]");
      if (option) this.take(Number(option.dataset.index));
    });
  }

  get text() { return this.input.value.trim(); }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.update(), PlaceField.pause);
  }

  /** Searches the text of the field now. */
  async update() {
    clearTimeout(this.timer);
    this.timer = null;
    const search = ++this.search;
    const groups = await this.find(this.text);
    if (search === this.search) this.show(groups ?? []);
  }

  show(groups) {
    this.places = groups.flatMap(({ places }) => places);
    let index = 0;
    this.list.replaceChildren(...groups.filter(({ places }) => places.length > 0).map(({ label, places }) => {
      const group = made("li");
      const rows = made("ul");
      group.setAttribute("role", "presentation");
      rows.setAttribute("role", "group");
      rows.setAttribute("aria-label", label);
      if (groups.length > 1) {
        const heading = made("h3", label);
        heading.setAttribute("aria-hidden", "true");
        group.append(heading);
      }
      rows.append(...places.map((place) => this.option(place, index++)));
      group.append(rows);
      return group;
    }));
    this.mark(-1);
    this.input.setAttribute("aria-expanded", String(this.places.length > 0));
  }

  option(place, index) {
    const row = made("li");
    row.id = `drive-option-${index}`;
    row.dataset.index = String(index);
    row.setAttribute("role", "option");
    row.setAttribute("aria-selected", "false");
    const about = [place.surroundings, place.distanceText].filter(Boolean).join(" · ");
    row.append(isolated(place.title, "name"));
    if (about) row.append(" ", isolated(about, "text"));
    return row;
  }

  /** Marks an option as the active one; -1 for none. */
  mark(index) {
    this.active = index;
    for (const row of this.list.querySelectorAll("[role=option]")) {
      const isActive = Number(row.dataset.index) === index;
      row.setAttribute("aria-selected", String(isActive));
      if (isActive) row.scrollIntoView({ block: "nearest" });
    }
    if (index < 0) this.input.removeAttribute("aria-activedescendant");
    else this.input.setAttribute("aria-activedescendant", `drive-option-${index}`);
  }

  async key(event) {
    const { length } = this.places;
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps && length > 0) {
      event.preventDefault();
      const from = this.active < 0 && steps[event.key] < 0 ? 0 : this.active;
      this.mark((from + steps[event.key] + length) % length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      // The list may still be that of an earlier text.
      if (this.timer !== null) await this.update();
      this.take(Math.max(0, this.active));
    } else if (event.key === "Escape" && this.input.value) {
      // The first press clears the field, the next one closes the dialog.
      event.preventDefault();
      this.input.value = "";
      this.update();
    }
  }

  take(index) {
    if (this.places[index]) this.choose(this.places[index]);
  }
}
