/// A value of a ``JSONDocument``.
///
/// Members that are `null` count as absent. A member of another type than requested is an error with its path.
struct JSONNode {
    let document: JSONDocument
    let index: Int

    private var value: JSONDocument.Value { document.values[index] }

    /// The kind of the value.
    var kind: JSONDocument.Kind { value.kind }

    /// The member with a name; `nil` if it is absent, or if this value is not an object.
    func member(_ name: StaticString) -> JSONNode? {
        guard value.kind == .object else { return nil }
        let (end, length) = (Int(value.next), name.utf8CodeUnitCount)
        var place = index + 1
        while place < end {
            let key = document.values[place]
            if Int(key.end - key.start) == length, isNamed(name, length, at: Int(key.start)) {
                return document.values[place + 1].kind == .null ? nil : JSONNode(document: document, index: place + 1)
            }
            place = Int(document.values[place + 1].next)
        }
        return nil
    }

    private func isNamed(_ name: StaticString, _ length: Int, at start: Int) -> Bool {
        for place in 0..<length where document.bytes[start + place] != name.utf8Start[place] { return false }
        return true
    }

    /// Names of all members; `nil` if this value is not an object.
    var memberNames: [String]? {
        guard kind == .object else { return nil }
        return children.enumerated().filter { $0.offset % 2 == 0 }.map(\.element.rawText)
    }

    /// The elements of a list; of an object, names and values in turn.
    private var children: [JSONNode] {
        var nodes: [JSONNode] = []
        var place = index + 1
        while place < Int(value.next) {
            nodes.append(JSONNode(document: document, index: place))
            place = Int(document.values[place].next)
        }
        return nodes
    }

    private var rawText: String {
        let bytes = document.bytes[Int(value.start)..<Int(value.end)]
        return value.hasEscapes ? JSONDecoding.unescaped(bytes) : String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONNode {
    /// The value as a text.
    func asText() throws(RouteError) -> String {
        guard kind == .text else { throw malformed("is not a text") }
        return rawText
    }

    /// The value as a number; always finite.
    func asNumber() throws(RouteError) -> Double {
        guard kind == .number else { throw malformed("is not a number") }
        guard let number = JSONDecoding.number(document.bytes, from: Int(value.start), to: Int(value.end)) else {
            throw malformed("is out of range")
        }
        return number
    }

    /// The value as an integer of at most 2⁵³, so that sums cannot overflow.
    func asInteger() throws(RouteError) -> Int {
        guard let number = Int(exactly: try asNumber()), abs(number) <= 1 << 53 else {
            throw malformed("is not a whole number")
        }
        return number
    }

    /// The value as a Boolean.
    func asFlag() throws(RouteError) -> Bool {
        switch kind {
        case .yes: true
        case .no: false
        default: throw malformed("is not true or false")
        }
    }

    /// The elements of a list.
    func asList() throws(RouteError) -> [JSONNode] {
        guard kind == .list else { throw malformed("is not a list") }
        return children
    }

    /// The value, which must be an object.
    func asObject() throws(RouteError) -> JSONNode {
        guard kind == .object else { throw malformed("is not an object") }
        return self
    }
}

extension JSONNode {
    /// A required member.
    func required(_ name: StaticString) throws(RouteError) -> JSONNode {
        guard let member = try asObject().member(name) else {
            throw .malformed(path: path.isEmpty ? "\(name)" : "\(path).\(name)", problem: "is missing")
        }
        return member
    }

    /// A text, if the member exists.
    func text(_ name: StaticString) throws(RouteError) -> String? { try member(name)?.asText() }

    /// A text, if the member exists and is not empty.
    func words(_ name: StaticString) throws(RouteError) -> String? {
        guard let text = try text(name), !text.isEmpty else { return nil }
        return text
    }

    /// A number, if the member exists.
    func number(_ name: StaticString) throws(RouteError) -> Double? { try member(name)?.asNumber() }

    /// An integer, if the member exists.
    func integer(_ name: StaticString) throws(RouteError) -> Int? { try member(name)?.asInteger() }

    /// A Boolean, if the member exists.
    func flag(_ name: StaticString) throws(RouteError) -> Bool? { try member(name)?.asFlag() }

    /// The elements of a list; empty if the member is absent.
    func list(_ name: StaticString) throws(RouteError) -> [JSONNode] { try member(name)?.asList() ?? [] }

    /// The texts of a list; empty if the member is absent.
    func texts(_ name: StaticString) throws(RouteError) -> [String] {
        try list(name).map { (node) throws(RouteError) in try node.asText() }
    }

    /// The error for this value, with its path.
    func malformed(_ problem: String) -> RouteError {
        .malformed(path: path.isEmpty ? "the document" : path, problem: problem)
    }

    /// The path of the value in the document ("routes[0].legs[1].steps[4]"), computed for errors.
    var path: String {
        var path = ""
        var around = 0
        while around < index {
            let holder = document.values[around]
            var (place, number) = (around + 1, 0)
            while Int(document.values[place].next) <= index {
                place = Int(document.values[place].next)
                number += 1
            }
            if holder.kind == .list {
                path += "[\(number)]"
            } else if number % 2 == 1 {
                let name = JSONNode(document: document, index: document.before(place, in: around)).rawText
                path += path.isEmpty ? name : ".\(name)"
            }
            around = place
        }
        return path
    }
}

extension JSONDocument {
    /// Index of the value before another one in an object or a list.
    fileprivate func before(_ place: Int, in holder: Int) -> Int {
        var last = holder + 1
        while Int(values[last].next) < place { last = Int(values[last].next) }
        return last
    }
}
