import NavigationEvents

extension WireReader {
    /// The value of a required field; throws if it is missing.
    @inline(__always)
    func require<Value>(_ value: Value?, _ name: StaticString) throws(WireError) -> Value {
        guard let value else { throw Self.failure(.missing, name, at: position) }
        return value
    }

    /// Whether this text follows: the common one need not be decoded and checked.
    @inline(__always)
    private func isNext(_ text: String) -> Bool {
        let length = text.utf8.count
        guard wireType == WireType.lengthDelimited.rawValue, end &- position > length, Int(bytes[position]) == length
        else { return false }
        let start = position &+ 1
        return Self.isSame(text, UnsafeRawBufferPointer(rebasing: bytes[start..<start &+ length]))
    }

    mutating func session(_ name: StaticString) throws(WireError) -> Session {
        let start = position
        let known = memory?.session ?? .main
        if isNext(known.name) {
            position &+= 1 &+ known.name.utf8.count
            return known
        }
        let text = try string(name)
        guard let session = Session(text) else {
            let problem = "\"\(text)\" is not a session name; use 1 to 32 of a-z, 0-9, - and _"
            throw Self.failure(.invalidValue(problem), name, at: start)
        }
        memory?.session = session
        return session
    }

    /// A member of an enumeration that is a text on the wire.
    mutating func member<Member: RawRepresentable<String> & CaseIterable>(
        _ name: StaticString
    ) throws(WireError) -> Member {
        let start = position
        let text = try string(name)
        guard let member = Member(rawValue: text) else {
            let known = Member.allCases.map(\.rawValue).joined(separator: ", ")
            throw Self.failure(.invalidValue("\"\(text)\" is unknown; use one of \(known)"), name, at: start)
        }
        return member
    }

    mutating func topic(_ name: StaticString) throws(WireError) -> Topic {
        let start = position
        let text = try string(name)
        guard let topic = Topic(rawValue: text) else {
            let known = Topic.allCases.map(\.rawValue).joined(separator: ", ")
            throw Self.failure(.invalidValue("\"\(text)\" is no topic; use one of \(known)"), name, at: start)
        }
        return topic
    }
}
