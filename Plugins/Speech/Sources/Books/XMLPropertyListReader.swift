import CExpat

/// Reads a property list of XML.
///
/// Entities may not be declared: no list needs them, and documents that declare them are attacks. The document type
/// that every such list names is not looked up.
final class XMLPropertyListReader {
    /// An element that is being read, and what was read of it.
    private final class Open {
        let element: String
        let line: Int
        var text: [UInt8] = []
        var list: [PropertyList] = []
        var dictionary: [String: PropertyList] = [:]
        /// The key whose value comes next.
        var key: String?

        init(_ element: String, line: Int) {
            self.element = element
            self.line = line
        }

        /// Whether it holds characters, not other elements.
        var holdsText: Bool { element != "dict" && element != "array" }
    }

    private let file: String
    private let parser: XML_Parser?
    private var open: [Open] = []
    private var root: PropertyList?
    private var hasList = false
    private var values = 0
    private var problem: BookError?

    init(file: String) {
        self.file = file
        parser = XML_ParserCreate(nil)
        guard let parser else { return }
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { context, name, _ in XMLPropertyListReader.of(context)?.start(name.map { String(cString: $0) } ?? "") },
            { context, name in XMLPropertyListReader.of(context)?.end(name.map { String(cString: $0) } ?? "") })
        XML_SetCharacterDataHandler(parser) { context, characters, count in
            guard let characters else { return }
            XMLPropertyListReader.of(context)?.add(UnsafeRawBufferPointer(start: characters, count: Int(count)))
        }
        XML_SetEntityDeclHandler(parser) { context, _, _, _, _, _, _, _, _ in
            XMLPropertyListReader.of(context)?.fail("it declares an entity, which no book needs; write the text itself")
        }
        XML_SetSkippedEntityHandler(parser) { context, name, _ in
            let name = name.map { String(cString: $0) } ?? ""
            XMLPropertyListReader.of(context)?.fail("the entity &\(name); is unknown; write the character itself")
        }
    }

    deinit {
        if let parser { XML_ParserFree(parser) }
    }

    /// The value of the list.
    func list(_ bytes: [UInt8]) throws(BookError) -> PropertyList {
        guard let parser else { throw .unreadable(file: file, reason: "there is no memory for it") }
        let status = bytes.withUnsafeBytes { buffer in
            XML_Parse(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 1)
        }
        if let problem { throw problem }
        guard status == XML_STATUS_OK else {
            let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "the XML is broken"
            throw malformed(reason)
        }
        guard let root else { throw malformed("the element <plist> holds no value") }
        return root
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> XMLPropertyListReader? {
        context.map { Unmanaged<XMLPropertyListReader>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension XMLPropertyListReader {
    private var line: Int { parser.map { Int(XML_GetCurrentLineNumber($0)) } ?? 0 }

    private func malformed(_ problem: String) -> BookError {
        let column = parser.map { Int(XML_GetCurrentColumnNumber($0)) } ?? 0
        return .malformed(file: file, line: line, column: column + 1, problem: problem)
    }

    /// Notes the first problem, and ends the reading.
    private func fail(_ text: String) {
        guard problem == nil, let parser else { return }
        problem = malformed(text)
        XML_StopParser(parser, 0)
    }

    private func start(_ name: String) {
        guard problem == nil else { return }
        values += 1
        guard values <= PropertyList.Limit.values else { return fail("it holds too many values for a book") }
        guard open.count < PropertyList.Limit.depth else { return fail("it is nested too deeply for a book") }
        if let last = open.last, last.holdsText {
            return fail("<\(name)> stands inside <\(last.element)>, which holds characters only")
        }
        if !hasList {
            hasList = true
            guard name == "plist" else { return fail("it begins with <\(name)>; a property list begins with <plist>") }
            return
        }
        guard open.isEmpty ? root == nil : true else { return fail("<plist> holds a second value, <\(name)>") }
        begin(name)
    }

    private func begin(_ name: String) {
        if let last = open.last, last.element == "dict" {
            if name == "key", let key = last.key { return fail("the key \"\(key)\" has no value") }
            if name != "key", last.key == nil { return fail("<\(name)> has no <key> before it") }
        } else if name == "key" {
            return fail("<key> stands outside of <dict>")
        }
        switch name {
        case "dict", "array", "key", "string", "integer", "real", "true", "false", "date", "data":
            open.append(Open(name, line: line))
        default: fail("<\(name)> is no element of a property list")
        }
    }

    private func add(_ characters: UnsafeRawBufferPointer) {
        guard problem == nil else { return }
        if let last = open.last, last.holdsText {
            last.text += characters
        } else if let stray = characters.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
            let found = stray < 0x80 ? "the character '\(Character(Unicode.Scalar(stray)))' stands" : "characters stand"
            fail("\(found) outside of an element; a text stands in <string>")
        }
    }

    private func end(_ name: String) {
        guard problem == nil, let last = open.popLast() else { return }
        switch last.element {
        case "array": finish(PropertyList(.list(last.list), line: last.line))
        case "dict":
            if let key = last.key { return fail("the key \"\(key)\" has no value") }
            finish(PropertyList(.dictionary(last.dictionary), line: last.line))
        case "key": take(key: String(decoding: last.text, as: UTF8.self))
        default:
            guard let content = content(of: last.element, String(decoding: last.text, as: UTF8.self)) else { return }
            finish(PropertyList(content, line: last.line))
        }
    }

    private func take(key: String) {
        guard let dictionary = open.last else { return }
        guard dictionary.dictionary[key] == nil else {
            return fail("the key \"\(key)\" stands twice in one <dict>")
        }
        dictionary.key = key
    }

    /// Puts a value where it belongs.
    private func finish(_ value: PropertyList) {
        guard let last = open.last else {
            root = value
            return
        }
        if let key = last.key {
            last.dictionary[key] = value
            last.key = nil
        } else {
            last.list.append(value)
        }
    }

    private func content(of element: String, _ text: String) -> PropertyList.Content? {
        let word = text.trimmed
        switch element {
        case "string": return .text(text)
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "date": return .date(word)
        case "data": return .data(count: word.utf8.count * 3 / 4)
        case "integer":
            if let number = Int(word) { return .integer(number) }
        case "real":
            if let number = Double(word) { return .real(number) }
        default: break
        }
        fail("\"\(word)\" is no number of the kind <\(element)>")
        return nil
    }
}

extension String {
    /// Without white space at either end.
    var trimmed: String {
        let isBlank = { (character: Character) in character.isWhitespace }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}
