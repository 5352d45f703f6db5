/// SSML for an engine, rewritten with only the elements of ``SSMLElement``.
struct SSMLDocument: Equatable {
    /// The rewritten SSML.
    private(set) var text = ""
    /// The names of the omitted elements and attributes, each once.
    private(set) var omitted: [String] = []
    /// For each Unicode scalar of ``text`` its range in the original text, in scalars; empty for markup.
    private var origins: [Range<Int>] = []

    /// The maximum number of names in ``omitted``.
    private static let maxOmitted = 8

    /// Parses SSML; the element `speak` around it may be missing.
    init(reading given: String) throws(SSMLError) {
        self = try SSMLReader(given).document()
    }

    /// Creates an empty document.
    init() {}

    /// Maps a range of ``text`` to the original text; `nil` for markup.
    func origin(of range: Range<Int>) -> Range<Int>? {
        let ranges = origins[range.clamped(to: origins.indices)].filter { !$0.isEmpty }
        guard let first = ranges.map(\.lowerBound).min(), let last = ranges.map(\.upperBound).max() else { return nil }
        return first..<last
    }

    /// The number of written scalars.
    var count: Int { origins.count }

    mutating func write(markup: String) {
        text += markup
        origins += Array(repeating: 0..<0, count: markup.unicodeScalars.count)
    }

    /// Writes a scalar with its range in the original text.
    mutating func write(_ scalar: Unicode.Scalar, of origin: Range<Int>) {
        let written = String(scalar).withoutControls.escapedForXML
        text += written
        origins += Array(repeating: origin, count: written.unicodeScalars.count)
    }

    /// Sets the range in the original text for all scalars from an offset on.
    mutating func setOrigin(_ origin: Range<Int>, from offset: Int) {
        for index in origins.indices[offset...] { origins[index] = origin }
    }

    mutating func omit(_ name: String) {
        if omitted.count < Self.maxOmitted, !omitted.contains(name) { omitted.append(name) }
    }
}

extension String {
    /// The text with a space in place of each control character. XML allows none, and U+0001 begins a command of
    /// espeak-ng.
    var withoutControls: String {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            scalars.append(scalar.properties.generalCategory == .control && scalar != "\n" ? " " : scalar)
        }
        return String(scalars)
    }

    /// The text with escaped characters for XML.
    var escapedForXML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
