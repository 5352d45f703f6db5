import NavigationEvents

/// Features of a control, observed in the first cases: a case about any other feature does not apply.
struct Traits: Sendable {
    /// Whether it sends a hello.
    var saysHello = false
    /// The id in its hello.
    var control = ""
    /// The topics in its hello.
    var topics: [Topic] = []
    /// Whether it accepts commands.
    var acceptsCommands = false
    /// Whether it sends heartbeats.
    var hasHeartbeat = false
    /// Whether its reports name the cue that an effect renders.
    var rendersCues = false
    /// Whether it reports effects of any kind. Such a control may have a device, which has to be off at its end.
    var reportsEffects = false
    /// Whether an effect that it reports begins while there is no cue, as that of a display does.
    var showsState = false
    /// Whether it reads events out of the memory of the bus.
    var readsMemory = false
    /// Whether it sends reports.
    var reports = false
}
