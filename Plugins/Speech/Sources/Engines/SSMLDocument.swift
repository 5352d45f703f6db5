/// SSML as an engine gets it: written anew, of the elements in ``SSMLElement`` alone.
struct SSMLDocument: Equatable {
    /// What the engine gets.
    private(set) var text = ""
    /// What the engine does not get: elements and attributes, each once.
    private(set) var omitted: [String] = []
    /// For each Unicode scalar of ``text`` the scalars of the given text that it stands for; empty for markup.
    private var origins: [Range<Int>] = []

    /// More than these are not named.
    private static let mostOmitted = 8

    /// Reads SSML; a piece without `speak` around it is taken, too.
    init(reading given: String) throws(SSMLError) {
        self = try SSMLReader(given).document()
    }

    /// An empty document, to be written.
    init() {}

    /// The place in the given text of a range of ``text``; `nil` if it is markup.
    func origin(of range: Range<Int>) -> Range<Int>? {
        let places = origins[range.clamped(to: origins.indices)].filter { !$0.isEmpty }
        guard let first = places.map(\.lowerBound).min(), let last = places.map(\.upperBound).max() else { return nil }
        return first..<last
    }

    /// How many scalars were written.
    var count: Int { origins.count }

    mutating func write(markup: String) {
        text += markup
        origins += Array(repeating: 0..<0, count: markup.unicodeScalars.count)
    }

    /// Writes a scalar of a text.
    mutating func write(_ scalar: Unicode.Scalar, of origin: Range<Int>) {
        let written = String(scalar).withoutControls.escapedForXML
        text += written
        origins += Array(repeating: origin, count: written.unicodeScalars.count)
    }

    /// Tells for what the scalars from a place on stand.
    mutating func setOrigin(_ origin: Range<Int>, from place: Int) {
        for index in origins.indices[place...] { origins[index] = origin }
    }

    mutating func omit(_ name: String) {
        if omitted.count < Self.mostOmitted, !omitted.contains(name) { omitted.append(name) }
    }
}

extension String {
    /// With spaces in place of control characters, scalar for scalar: XML has none, and to espeak-ng the first of them
    /// begins a command.
    var withoutControls: String {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            scalars.append(scalar.properties.generalCategory == .control && scalar != "\n" ? " " : scalar)
        }
        return String(scalars)
    }

    /// As it stands in an XML text.
    var escapedForXML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
