import CExpat

/// Reads SSML and writes it anew. Entities and document types are refused: no speech needs them.
final class SSMLReader {
    /// An element that is being read.
    private enum Open {
        /// The engine gets it, and with its end this.
        case written(end: String)
        /// What is in it is said, and no more.
        case transparent
        /// It is left out, and separates what is before and behind it.
        case omitted
        /// What is in it is not said; from this place on stands what is said in its place.
        case silent(from: Int)
    }

    private enum Limit {
        static let bytes = 1 << 20
        /// espeak-ng keeps no more properties of speech at a time.
        static let depth = 16
    }

    private static let wrapping = (begin: Array("<speak>".utf8), end: Array("</speak>".utf8))

    private let parser: XML_Parser?
    private let given: [UInt8]
    /// Whether the text has no root of its own.
    private let isPiece: Bool
    private var written = SSMLDocument()
    private var open: [Open] = []
    private var hasRoot = false
    /// How many elements are open in which nothing is said.
    private var silence = 0
    /// The scalars in the outermost of these.
    private var hushed = 0..<0
    private var problem: SSMLError?
    /// A byte of the given text, and how many scalars are before it.
    private var place = (byte: 0, scalar: 0)

    init(_ text: String) {
        given = Array(text.utf8)
        let start = text.drop(while: \.isWhitespace)
        isPiece = !start.hasPrefix("<speak") && !start.hasPrefix("<?xml")
        parser = XML_ParserCreate("UTF-8")
        guard let parser else { return }
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { context, name, attributes in
                SSMLReader.of(context)?.start(name.map { String(cString: $0) } ?? "", SSMLReader.pairs(attributes))
            }, { context, _ in SSMLReader.of(context)?.end() })
        XML_SetCharacterDataHandler(parser) { context, characters, count in
            guard let characters else { return }
            SSMLReader.of(context)?.add(UnsafeRawBufferPointer(start: characters, count: Int(count)))
        }
        XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            SSMLReader.of(context)?.fail("it has a document type, which no speech needs: leave <!DOCTYPE …> out")
        }
    }

    deinit {
        if let parser { XML_ParserFree(parser) }
    }

    /// What the engine gets.
    func document() throws(SSMLError) -> SSMLDocument {
        guard let parser, given.count <= Limit.bytes else {
            throw SSMLError(line: 1, column: 1, problem: "it is longer than \(Limit.bytes) bytes")
        }
        let bytes = isPiece ? Self.wrapping.begin + given + Self.wrapping.end : given
        let status = bytes.withUnsafeBytes { buffer in
            XML_Parse(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 1)
        }
        if let problem { throw problem }
        guard status == XML_STATUS_OK else {
            throw error(XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "the XML is broken")
        }
        return written
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> SSMLReader? {
        context.map { Unmanaged<SSMLReader>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The attributes of an element, in order: names and values take turns, until none comes.
    private static func pairs(
        _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        var next = attributes
        while let name = next?[0], let value = next?[1] {
            pairs.append((String(cString: name), String(cString: value)))
            next = next?.advanced(by: 2)
        }
        return pairs
    }
}

extension SSMLReader {
    private func error(_ problem: String) -> SSMLError {
        let line = parser.map { Int(XML_GetCurrentLineNumber($0)) } ?? 1
        let column = parser.map { Int(XML_GetCurrentColumnNumber($0)) } ?? 0
        let added = isPiece && line == 1 ? Self.wrapping.begin.count : 0
        return SSMLError(line: line, column: max(column - added, 0) + 1, problem: problem)
    }

    /// Notes the first problem, and ends the reading.
    private func fail(_ text: String) {
        guard problem == nil, let parser else { return }
        problem = error(text)
        XML_StopParser(parser, 0)
    }

    private func start(_ name: String, _ attributes: [(name: String, value: String)]) {
        guard problem == nil else { return }
        guard open.count < Limit.depth else { return fail("it is nested deeper than \(Limit.depth) elements") }
        guard hasRoot else { return beginRoot(name, attributes) }
        if name == "sub", let alias = attributes.first(where: { $0.name == "alias" })?.value {
            hush()
            if silence == 1 { for scalar in alias.unicodeScalars { written.write(scalar, of: 0..<0) } }
        } else if SSMLElement.silent.contains(name) {
            hush()
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

    private func hush() {
        open.append(.silent(from: written.count))
        silence += 1
        if silence == 1 { hushed = 0..<0 }
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
            if let allowed = element.attributes[name], allowed.admits(value) {
                taken += " \(name)=\"\(value)\""
            } else if !SSMLElement.isOfNoEffect(attribute: name) {
                written.omit("\(name.prefix(32)) of <\(element.rawValue)>")
            }
        }
        written.write(markup: "<\(element.written)\(taken)>")
        open.append(.written(end: "</\(element.written)>"))
    }

    private func end() {
        guard problem == nil, let last = open.popLast() else { return }
        switch last {
        case .written(let end): written.write(markup: end)
        case .omitted: written.write(markup: " ")
        case .transparent: break
        case .silent(let start):
            silence -= 1
            if silence == 0 { written.setOrigin(hushed, from: start) }
        }
    }

    private func add(_ characters: UnsafeRawBufferPointer) {
        guard problem == nil, let parser else { return }
        let first = Int(XML_GetCurrentByteIndex(parser)) - (isPiece ? Self.wrapping.begin.count : 0)
        let count = Int(XML_GetCurrentByteCount(parser))
        let begin = scalar(at: first)
        let end = scalar(at: first + count)
        guard silence == 0 else {
            hushed = hushed.isEmpty ? begin..<end : hushed.lowerBound..<end
            return
        }
        // A reference to a character, &amp;, stands for less than it is long.
        let isVerbatim = count == characters.count
        for (index, scalar) in String(decoding: characters, as: UTF8.self).unicodeScalars.enumerated() {
            written.write(scalar, of: isVerbatim ? begin + index..<begin + index + 1 : begin..<end)
        }
    }

    /// How many scalars are before a byte of the given text. Bytes are asked for in order.
    private func scalar(at byte: Int) -> Int {
        while place.byte < min(byte, given.count) {
            if given[place.byte] & 0xC0 != 0x80 { place.scalar += 1 }
            place.byte += 1
        }
        return place.scalar
    }
}
