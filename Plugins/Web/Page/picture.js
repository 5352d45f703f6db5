"use strict";

/**
 * The server's pictures, which come as SVG text. They are read without being run and built anew of a closed list of
 * elements and attributes, so that nothing but shapes ever gets into the page.
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

  /** Shows a picture in an element, or nothing where there is none; the same text is not drawn twice. */
  show(element, svg) {
    if (element.shownPicture === svg) return;
    element.shownPicture = svg;
    const picture = svg ? this.read(svg) : null;
    element.replaceChildren(...(picture ? [picture] : []));
  },

  /** An element of the page, or null if the text is no picture. */
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
