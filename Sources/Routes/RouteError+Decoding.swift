import FoundationEssentials

extension RouteError {
    /// What a failure of the JSON decoder means for the reader of a route.
    init(_ error: DecodingError, bytes: [UInt8]) {
        switch error {
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            let offset = JSONSyntax.firstBreak(in: bytes)
            let problem =
                switch offset {
                case nil: "it has a number or a text that is none"
                case bytes.count: "it breaks off"
                default: "the text is broken there"
                }
            self = .notJSON(problem: problem, byteOffset: offset)
        case .dataCorrupted(let context):
            self = .malformed(path: Self.path(context.codingPath), problem: "cannot be read")
        case .keyNotFound(let key, let context):
            self = .malformed(path: Self.path(context.codingPath + [key]), problem: "is missing")
        case .typeMismatch(let type, let context):
            self = .malformed(path: Self.path(context.codingPath), problem: "is not \(Self.name(of: type))")
        case .valueNotFound(let type, let context):
            self = .malformed(
                path: Self.path(context.codingPath), problem: "is empty and should be \(Self.name(of: type))")
        @unknown default:
            self = .malformed(path: "the document", problem: "cannot be read")
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }

    private static func name(of type: Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Double.Type, is Int.Type: "a number"
        case is Bool.Type: "true or false"
        case is [Any].Type: "a list"
        default: "of the right type"
        }
    }
}
