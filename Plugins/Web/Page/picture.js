"use strict";

/**
 * The pictures of the server, which are SVG text. They are parsed as data and rebuilt from an allow list of elements
 * and attributes, so that only shapes get into the page.
 */
const pictures = {
  namespace: "http://www.w3.org/2000/svg",
  maximumLength: 200000,
  maximumElements: 2000,
  elements: new Set(["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"]),
  attributes: new Set([
    "viewBox", "d", "points", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "transform",
    "fill", "fill-rule", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin",
  ]),
  classes: new Set(["ink-symbol", "ink-faint", "ink-plate"]),
  values: /^[\w\s.,#()%+-]*$/,

  /** Shows a picture in an element, or clears the element; an unchanged text is not parsed again. */
  show(element, svg) {
    if (element.shownPicture === svg) return;
    element.shownPicture = svg;
    const picture = svg ? this.read(svg) : null;
    element.replaceChildren(...(picture ? [picture] : []));
  },

  /** The SVG as an element of the page, or null if the text is not a picture. */
  read(text) {
    if (typeof text !== "string" || text.length > this.maximumLength) return null;
    const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (root.localName !== "svg" || root.namespaceURI !== this.namespace) return null;
    if (root.getElementsByTagName("*").length > this.maximumElements) return null;
    const picture = this.copy(root);
    picture.setAttribute("aria-hidden", "true");
    return picture;
  },

  copy(element) {
    const made = document.createElementNS(this.namespace, element.localName);
    for (const { name, value } of element.attributes) {
      if (name === "class") made.classList.add(...value.split(/\s+/).filter((one) => this.classes.has(one)));
      else if (this.attributes.has(name) && this.values.test(value)) made.setAttribute(name, value);
    }
    for (const child of element.children) {
      if (child.namespaceURI === this.namespace && this.elements.has(child.localName)) made.append(this.copy(child));
    }
    return made;
  },
};
