import NavigationEvents
import Platform

/// The members of a JSON object, by name and type. A member that is `null` counts as absent.
struct TrackerObject: TrackerValues {
    private let node: JSONNode
    private let prefix: String

    /// Parses a message.
    ///
    /// - Throws: ``TrackerError/tooLarge(byteCount:)``, ``TrackerError/notJSON(problem:byteOffset:)``,
    ///   ``TrackerError/invalidField(_:wanted:)`` if it is JSON, but not an object.
    init(json: [UInt8]) throws(TrackerError) {
        guard json.count <= TrackerPosition.maxBytes else { throw .tooLarge(byteCount: json.count) }
        do throws(JSONError) {
            node = try JSONDocument(json).root
        } catch {
            switch error {
            case .syntax(let problem, let offset): throw .notJSON(problem: problem, byteOffset: offset)
            case .tooManyValues: throw .notJSON(problem: "it has too many values", byteOffset: json.count)
            }
        }
        guard node.kind == .object else { throw .invalidField("the message", wanted: "an object") }
        prefix = ""
    }

    private init(node: JSONNode, prefix: String) {
        self.node = node
        self.prefix = prefix
    }

    func path(_ field: StaticString) -> String { prefix + field.description }

    func number(_ field: StaticString) throws(TrackerError) -> Double? {
        try value(field, "a finite number", \.number)
    }

    func time(_ field: StaticString) throws(TrackerError) -> Timestamp? {
        guard let member = try member(field) else { return nil }
        if let text = member.text { return try TrackerTime.time(of: text, field: path(field)) }
        return try number(field).map { number throws(TrackerError) in
            try TrackerTime.time(of: number, field: path(field))
        }
    }

    /// A text; `nil` if the member is absent.
    func text(_ field: StaticString) throws(TrackerError) -> String? { try value(field, "a text", \.text) }

    /// A Boolean; `nil` if the member is absent.
    func flag(_ field: StaticString) throws(TrackerError) -> Bool? { try value(field, "true or false", \.flag) }

    /// An object; `nil` if the member is absent.
    func object(_ field: StaticString) throws(TrackerError) -> TrackerObject? {
        try value(field, "an object") { $0.kind == .object ? $0 : nil }
            .map { TrackerObject(node: $0, prefix: path(field) + ".") }
    }

    private func value<Value>(
        _ field: StaticString, _ wanted: String, _ read: (JSONNode) -> Value?
    ) throws(TrackerError) -> Value? {
        guard let member = try member(field) else { return nil }
        guard let value = read(member) else { throw .invalidField(path(field), wanted: wanted) }
        return value
    }

    /// The member; a repeated one is refused, because readers of JSON do not agree on which of them counts.
    private func member(_ field: StaticString) throws(TrackerError) -> JSONNode? {
        guard node.count(of: field) <= 1 else { throw .repeatedField(path(field)) }
        return node.member(field)
    }
}
