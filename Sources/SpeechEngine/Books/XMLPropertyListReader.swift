import XML

/// Parses an XML property list.
///
/// The document type that every such list names is not loaded and may not contain declarations.
final class XMLPropertyListReader {
    /// An element being read, with its content so far.
    private final class OpenElement {
        let element: String
        let line: Int
        var text: [UInt8] = []
        var list: [PropertyList] = []
        var dictionary: [String: PropertyList] = [:]
        /// The key of the next value.
        var key: String?

        init(_ element: String, line: Int) {
            self.element = element
            self.line = line
        }

        /// Whether the element contains text, not other elements.
        var holdsText: Bool { element != "dict" && element != "array" }
    }

    private let file: String
    private var reader: XMLReader?
    private var open: [OpenElement] = []
    private var root: PropertyList?
    private var hasList = false
    private var values = 0

    init(file: String) { self.file = file }

    /// Returns the root value of the list.
    func list(_ bytes: [UInt8]) throws(BookError) -> PropertyList {
        var limits = XMLReader.Limits()
        // One level is <plist> itself; the next level is reported here with a better message.
        limits.maxDepth = PropertyList.Limit.depth + 2
        limits.allowsDocumentType = true
        let reader = XMLReader(self, limits: limits)
        self.reader = reader
        defer { self.reader = nil }
        do throws(XMLReader.Failure) {
            try reader.read(bytes)
        } catch {
            throw .malformed(file: file, line: error.line, column: error.column, problem: error.reason)
        }
        guard let root else {
            throw .malformed(
                file: file, line: reader.line, column: reader.column, problem: "the element <plist> holds no value")
        }
        return root
    }
}

extension XMLPropertyListReader: XMLHandler {
    private var line: Int { reader?.line ?? 0 }

    /// Records the first problem and stops the parser.
    private func fail(_ text: String) { reader?.stop(text) }

    func start(_ element: XMLElement) {
        let name = element.fullName
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
            open.append(OpenElement(name, line: line))
        default: fail("<\(name)> is not an element of a property list")
        }
    }

    func text(_ characters: UnsafeRawBufferPointer) {
        if let last = open.last, last.holdsText {
            last.text += characters
        } else if let stray = characters.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
            let found = stray < 0x80 ? "the character '\(Character(Unicode.Scalar(stray)))' stands" : "characters stand"
            fail("\(found) outside of an element; a text stands in <string>")
        }
    }

    func end() {
        guard let last = open.popLast() else { return }
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
            return fail("the key \"\(key)\" occurs twice in one <dict>")
        }
        dictionary.key = key
    }

    /// Adds a value to the open array or dictionary, or makes it the root.
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
        fail("\"\(word)\" is not a number of the kind <\(element)>")
        return nil
    }
}

extension String {
    /// The text without white space at either end.
    var trimmed: String {
        let isBlank = { (character: Character) in character.isWhitespace }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}
