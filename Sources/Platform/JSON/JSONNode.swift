/// A value of a ``JSONDocument``.
///
/// Members that are `null` count as absent. If a name occurs twice, its first member counts.
public struct JSONNode: Sendable {
    let document: JSONDocument
    let index: Int

    private var value: JSONDocument.Value { document.values[index] }

    /// The kind of the value.
    public var kind: JSONDocument.Kind { value.kind }

    /// The member with a name; `nil` if it is absent, or if this value is not an object.
    public func member(_ name: StaticString) -> JSONNode? {
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

    /// How often an object has a member with a name, `null` included; 0 if this value is not an object.
    public func count(of name: StaticString) -> Int {
        guard value.kind == .object else { return 0 }
        var (count, place) = (0, index + 1)
        while place < Int(value.next) {
            let key = document.values[place]
            if Int(key.end - key.start) == name.utf8CodeUnitCount,
                isNamed(name, name.utf8CodeUnitCount, at: Int(key.start))
            {
                count += 1
            }
            place = Int(document.values[place + 1].next)
        }
        return count
    }

    private func isNamed(_ name: StaticString, _ length: Int, at start: Int) -> Bool {
        for place in 0..<length where document.bytes[start + place] != name.utf8Start[place] { return false }
        return true
    }

    /// The text; `nil` if this value is not a text.
    public var text: String? { kind == .text ? rawText : nil }

    /// The number; `nil` if this value is not a number, or if it is not finite.
    public var number: Double? {
        guard kind == .number else { return nil }
        return JSONDecoding.number(document.bytes, from: Int(value.start), to: Int(value.end))
    }

    /// The Boolean; `nil` if this value is neither true nor false.
    public var flag: Bool? {
        switch kind {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// The elements of a list; `nil` if this value is not a list.
    public var elements: [JSONNode]? { kind == .list ? children : nil }

    /// The members of an object in their order; `nil` if this value is not an object.
    package var members: [(name: String, value: JSONNode)]? {
        guard kind == .object else { return nil }
        let nodes = children
        return stride(from: 0, to: nodes.count - 1, by: 2).map { (nodes[$0].rawText, nodes[$0 + 1]) }
    }

    /// Names of all members; `nil` if this value is not an object.
    public var memberNames: [String]? {
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
    /// The path of the value in the document ("routes[0].legs[1].steps[4]"), computed for errors.
    public var path: String {
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
