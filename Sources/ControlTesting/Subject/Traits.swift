import NavigationEvents

/// What a control does, as a first drive has shown: what it never does is not asked of it.
struct Traits: Sendable {
    /// Whether it says hello at all.
    var saysHello = false
    /// The id it says hello under.
    var control = ""
    /// The topics it says it will subscribe to.
    var topics: [Topic] = []
    /// Whether it carries out what people ask.
    var takesCommands = false
    /// Whether it says that it is alive.
    var hasHeartbeat = false
    /// Whether it reports effects that begin with the cue that they render.
    var rendersCues = false
    /// Whether it reports anything.
    var reports = false
}
