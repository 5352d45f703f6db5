/// What the name of a control or a tap may be: names are shown to people.
enum PeerName {
    /// The rule, completing "the name …".
    static let rule = "has to be 1 to 32 of a-z, A-Z, 0-9, ., - and _"

    /// Whether a control or a tap may call itself so.
    static func isValid(_ name: String) -> Bool { name.wholeMatch(of: /[a-zA-Z0-9._-]{1,32}/) != nil }
}
