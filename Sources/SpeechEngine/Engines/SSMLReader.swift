import XML

/// Parses SSML and rewrites it. Entities and document types are refused.
final class SSMLReader {
    /// An element being read.
    private enum OpenElement {
        /// The element was written; `end` is its end tag.
        case written(end: String)
        /// The element is omitted; its text is spoken.
        case transparent
        /// The element is omitted and separates the texts before and after it.
        case omitted
        /// The text of the element is not spoken. A substitute, if any, was written from this offset on.
        case silent(from: Int)
    }

    private enum Limit {
        static let bytes = 1 << 20
        /// The maximum nesting of speech properties in espeak-ng.
        static let depth = 16
    }

    private static let wrapping = (begin: Array("<speak>".utf8), end: Array("</speak>".utf8))

    private var reader: XMLReader?
    private let given: [UInt8]
    /// Whether the text has no root element.
    private let isFragment: Bool
    private var written = SSMLDocument()
    private var open: [OpenElement] = []
    private var hasRoot = false
    /// The number of open elements whose text is not spoken.
    private var silence = 0
    /// The range of the text in the outermost of these elements.
    private var silentRange = 0..<0
    /// A byte offset in the original text and the number of scalars before it.
    private var cursor = (byte: 0, scalar: 0)

    init(_ text: String) {
        given = Array(text.utf8)
        let start = text.drop(while: \.isWhitespace)
        isFragment = !start.hasPrefix("<speak") && !start.hasPrefix("<?xml")
    }

    /// Parses the text and returns the rewritten document.
    func document() throws(SSMLError) -> SSMLDocument {
        guard given.count <= Limit.bytes else {
            throw SSMLError(line: 1, column: 1, problem: "it is longer than \(Limit.bytes) bytes")
        }
        var limits = XMLReader.Limits()
        limits.maxDepth = Limit.depth + 2
        let reader = XMLReader(self, limits: limits, encoding: "UTF-8")
        self.reader = reader
        defer { self.reader = nil }
        do throws(XMLReader.Failure) {
            try reader.read(isFragment ? Self.wrapping.begin + given + Self.wrapping.end : given)
        } catch {
            let added = isFragment && error.line == 1 ? Self.wrapping.begin.count : 0
            throw SSMLError(line: error.line, column: max(error.column - 1 - added, 0) + 1, problem: error.reason)
        }
        return written
    }
}

extension SSMLReader: XMLHandler {
    /// Records the first problem and stops the parser.
    private func fail(_ text: String) { reader?.stop(text) }

    func start(_ begun: XMLElement) { start(begun.fullName, begun.attributes) }

    private func start(_ name: String, _ attributes: [(name: String, value: String)]) {
        guard open.count < Limit.depth else { return fail("it is nested deeper than \(Limit.depth) elements") }
        guard hasRoot else { return beginRoot(name, attributes) }
        if name == "sub", let alias = attributes.first(where: { $0.name == "alias" })?.value {
            beginSilence()
            if silence == 1 { for scalar in alias.unicodeScalars { written.write(scalar, of: 0..<0) } }
        } else if SSMLElement.silent.contains(name) {
            beginSilence()
        } else if silence > 0 || SSMLElement.transparent.contains(name) {
            open.append(.transparent)
        } else if let element = SSMLElement(rawValue: name), element != .speak {
            begin(element, attributes)
        } else {
            written.omit("<\(name.prefix(32))>")
            open.append(.omitted)
            written.write(markup: " ")
        }
    }

    private func beginSilence() {
        open.append(.silent(from: written.count))
        silence += 1
        if silence == 1 { silentRange = 0..<0 }
    }

    private func beginRoot(_ name: String, _ attributes: [(name: String, value: String)]) {
        hasRoot = true
        if name == SSMLElement.speak.rawValue { return begin(.speak, attributes) }
        written.omit("<\(name.prefix(32))>")
        begin(.speak, [])
    }

    private func begin(_ element: SSMLElement, _ attributes: [(name: String, value: String)]) {
        var taken = ""
        for (name, value) in attributes {
            if let allowed = element.attributes[name], allowed.accepts(value) {
                taken += " \(name)=\"\(value)\""
            } else if !SSMLElement.hasNoEffect(attribute: name) {
                written.omit("\(name.prefix(32)) of <\(element.rawValue)>")
            }
        }
        written.write(markup: "<\(element.written)\(taken)>")
        open.append(.written(end: "</\(element.written)>"))
    }

    func end() {
        guard let last = open.popLast() else { return }
        switch last {
        case .written(let end): written.write(markup: end)
        case .omitted: written.write(markup: " ")
        case .transparent: break
        case .silent(let start):
            silence -= 1
            if silence == 0 { written.setOrigin(silentRange, from: start) }
        }
    }

    func text(_ characters: UnsafeRawBufferPointer) {
        guard let reader else { return }
        let first = reader.byteRange.lowerBound - (isFragment ? Self.wrapping.begin.count : 0)
        let count = reader.byteRange.count
        let begin = scalar(at: first)
        let end = scalar(at: first + count)
        guard silence == 0 else {
            silentRange = silentRange.isEmpty ? begin..<end : silentRange.lowerBound..<end
            return
        }
        // A character reference such as &amp; is longer than its character.
        let isVerbatim = count == characters.count
        for (index, scalar) in String(decoding: characters, as: UTF8.self).unicodeScalars.enumerated() {
            written.write(scalar, of: isVerbatim ? begin + index..<begin + index + 1 : begin..<end)
        }
    }

    /// Returns the number of scalars before a byte of the original text. Calls must be in increasing order.
    private func scalar(at byte: Int) -> Int {
        while cursor.byte < min(byte, given.count) {
            if given[cursor.byte] & 0xC0 != 0x80 { cursor.scalar += 1 }
            cursor.byte += 1
        }
        return cursor.scalar
    }
}
