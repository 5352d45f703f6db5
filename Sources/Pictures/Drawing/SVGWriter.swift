/// Writes pictures as SVG: each shape is a `<path>`, in units of the board. Equal pictures have equal bytes.
///
///     let forAFile = SVGWriter(.theme(.night, size: .banner)).bytes(Picture(Sign(step)))
///     let forAPage = SVGWriter(.classes).bytes(Picture(Sign(step)))
///
/// The SVG is self-contained: texts are outlines, colours and widths are attributes.
public struct SVGWriter: Sendable {
    /// The source of the colours.
    public enum Inks: Sendable, Hashable {
        /// The colours of a theme, at a size in points: for a file.
        case theme(Theme, size: PictureStyle.Size)
        /// The style sheet of a page that contains the SVG: each path has the class `ink-symbol`, `ink-faint` or
        /// `ink-plate` and the colour `currentColor`. The page adds the background and the size.
        case classes
    }

    private let inks: Inks

    /// Creates a writer.
    public init(_ inks: Inks) { self.inks = inks }

    /// The SVG, in UTF-8; without a picture it is square and empty.
    public func bytes(_ picture: Picture?) -> [UInt8] {
        var text = SVGText()
        let side = Picture.unitsOfSize
        let (width, height) = picture.map { ($0.width, $0.height) } ?? (side, side)
        text.add("<svg xmlns=\"http://www.w3.org/2000/svg\"")
        switch inks {
        case .theme(_, let size):
            let scale = Double(size.rawValue) / side
            add("width", width * scale, to: &text)
            add("height", height * scale, to: &text)
        case .classes: text.add(" aria-hidden=\"true\"")
        }
        text.add(" viewBox=\"0 0 ")
        text.add(width)
        text.add(" ")
        text.add(height)
        text.add("\" fill=\"none\" stroke-linejoin=\"round\">")
        add(shapes(of: picture), to: &text)
        text.add("</svg>")
        return text.bytes
    }

    /// The shapes to write, without the background if the page has its own.
    private func shapes(of picture: Picture?) -> ArraySlice<Shape> {
        let shapes = picture?.shapes[...] ?? []
        return inks == .classes && shapes.first?.ink == .plate ? shapes.dropFirst() : shapes
    }

    /// Writes the shapes; consecutive lines of one ink and width become one path.
    private func add(_ shapes: ArraySlice<Shape>, to text: inout SVGText) {
        var last: Shape?
        for shape in shapes {
            if let last, last.ink == shape.ink, last.brush == shape.brush, shape.isLine {
                shape.path.add(to: &text)
            } else {
                if last != nil { text.add("\"/>") }
                begin(shape, in: &text)
                shape.path.add(to: &text)
            }
            last = shape
        }
        if last != nil { text.add("\"/>") }
    }

    private func begin(_ shape: Shape, in text: inout SVGText) {
        text.add("<path")
        if inks == .classes { text.add(Self.className(of: shape.ink)) }
        switch shape.brush {
        case .fill(let edge):
            add("fill", shape.ink, to: &text)
            if edge > 0 {
                add("stroke", shape.ink, to: &text)
                add("stroke-width", edge, to: &text)
            }
        case .line(let width, let isRoundEnded):
            add("stroke", shape.ink, to: &text)
            add("stroke-width", width, to: &text)
            if isRoundEnded { text.add(" stroke-linecap=\"round\"") }
        }
        text.add(" d=\"")
    }

    private func add(_ attribute: StaticString, _ value: Double, to text: inout SVGText) {
        text.add(" ")
        text.add(attribute)
        text.add("=\"")
        text.add(value)
        text.add("\"")
    }

    private func add(_ attribute: StaticString, _ ink: Shape.Ink, to text: inout SVGText) {
        text.add(" ")
        text.add(attribute)
        text.add("=\"")
        switch inks {
        case .theme(let theme, _): text.add(theme[ink])
        case .classes: text.add("currentColor")
        }
        text.add("\"")
    }

    private static func className(of ink: Shape.Ink) -> StaticString {
        switch ink {
        case .symbol: " class=\"ink-symbol\""
        case .faint: " class=\"ink-faint\""
        case .plate: " class=\"ink-plate\""
        }
    }
}

extension Shape {
    fileprivate var isLine: Bool { if case .line = brush { true } else { false } }
}

extension Path {
    /// Writes the path data, with relative coordinates, which are shorter. The points are rounded before the
    /// subtraction, so that rounding errors do not accumulate.
    fileprivate func add(to text: inout SVGText) {
        var (pen, start) = (FixedPoint(Point(0, 0)), FixedPoint(Point(0, 0)))
        for (index, element) in elements.enumerated() {
            switch element {
            case .move(let point):
                pen = FixedPoint(point)
                start = pen
                text.add("M")
                text.add(hundredths: pen.x)
                text.add(nextHundredths: pen.y)
            case .line(let point):
                let end = FixedPoint(point)
                if end != pen || isDot(index) { end.addLine(from: pen, to: &text) }
                pen = end
            case .curve(let first, let second, let point):
                text.add("c")
                FixedPoint(first).add(from: pen, isFirst: true, to: &text)
                FixedPoint(second).add(from: pen, to: &text)
                let end = FixedPoint(point)
                end.add(from: pen, to: &text)
                pen = end
            case .close:
                text.add("z")
                pen = start
            }
        }
    }

    /// Whether a line of length zero is the whole subpath: with round ends it is a dot.
    private func isDot(_ index: Int) -> Bool {
        guard index > 0, case .move = elements[index - 1] else { return false }
        guard index + 1 < elements.count else { return true }
        if case .move = elements[index + 1] { return true }
        return false
    }
}

/// A point in hundredths of a unit.
private struct FixedPoint: Equatable {
    let x: Int
    let y: Int

    init(_ point: Point) { (x, y) = (SVGText.hundredths(point.x), SVGText.hundredths(point.y)) }

    func add(from pen: FixedPoint, isFirst: Bool = false, to text: inout SVGText) {
        if isFirst { text.add(hundredths: x - pen.x) } else { text.add(nextHundredths: x - pen.x) }
        text.add(nextHundredths: y - pen.y)
    }

    func addLine(from pen: FixedPoint, to text: inout SVGText) {
        if y == pen.y, x != pen.x {
            text.add("h")
            text.add(hundredths: x - pen.x)
        } else if x == pen.x, y != pen.y {
            text.add("v")
            text.add(hundredths: y - pen.y)
        } else {
            text.add("l")
            add(from: pen, isFirst: true, to: &text)
        }
    }
}
