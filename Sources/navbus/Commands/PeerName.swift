/// The rule for names of controls and taps, which are shown to people.
enum PeerName {
    /// The rule; it completes "the name …".
    static let rule = "has to be 1 to 32 of a-z, A-Z, 0-9, ., - and _"

    /// Whether a control or a tap may have this name.
    static func isValid(_ name: String) -> Bool { name.wholeMatch(of: /[a-zA-Z0-9._-]{1,32}/) != nil }
}
