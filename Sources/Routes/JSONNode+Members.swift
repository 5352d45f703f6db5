import Platform

/// The members of an answer. A member of another type than requested is an error with its path.
extension JSONNode {
    /// The value as a text.
    func asText() throws(RouteError) -> String {
        guard let text else { throw malformed("is not a text") }
        return text
    }

    /// The value as a number; always finite.
    func asNumber() throws(RouteError) -> Double {
        guard kind == .number else { throw malformed("is not a number") }
        guard let number else { throw malformed("is out of range") }
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
        guard let flag else { throw malformed("is not true or false") }
        return flag
    }

    /// The elements of a list.
    func asList() throws(RouteError) -> [JSONNode] {
        guard let elements else { throw malformed("is not a list") }
        return elements
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
}
