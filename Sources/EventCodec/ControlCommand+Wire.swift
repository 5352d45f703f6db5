public import NavigationEvents

extension ControlCommand: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.bool(1, "isMuted", isMuted)
        sink.enumeration(2, "verbosity", verbosity)
        switch action {
        case nil: break
        // Members of a oneof are written even if they equal their defaults.
        case .mute(let isMuted): sink.bool(3, "mute", ifPresent: isMuted)
        case .verbosity(let verbosity): sink.enumeration(4, "setVerbosity", ifPresent: verbosity)
        case .repeatAnnouncement: sink.message(5, "repeatAnnouncement", EmptyMessage())
        case .calibrate: sink.message(6, "calibrate", EmptyMessage())
        case .say(let text): sink.message(7, "say", text)
        case .playback(let playback): sink.enumeration(8, "playback", ifPresent: playback)
        case .turnPage(let turn): sink.message(9, "turnPage", turn)
        case .focus(let focus): sink.message(10, "focus", focus)
        }
    }

    /// Reads a message up to the end of the reader. An action that this version does not know is `nil`; the state is
    /// read all the same.
    public init(from reader: inout WireReader) throws(WireError) {
        var command = ControlCommand()
        while let field = try reader.nextField() {
            switch field {
            case 1: command.isMuted = try reader.bool("isMuted")
            case 2: command.verbosity = try reader.enumeration("verbosity")
            case 3: command.action = try .mute(reader.bool("mute"))
            case 4: command.action = try .verbosity(reader.enumeration("setVerbosity"))
            case 5: command.action = try reader.nothing("repeatAnnouncement", as: .repeatAnnouncement)
            case 6: command.action = try reader.nothing("calibrate", as: .calibrate)
            case 7: command.action = try .say(reader.message("say"))
            case 8: command.action = try .playback(reader.enumeration("playback"))
            case 9:
                let turn = try reader.nested("turnPage") { (reader) throws(WireError) in
                    try PageTurn.ifKnown(from: &reader)
                }
                command.action = turn.map { .turnPage($0) }
            case 10:
                let focus = try reader.nested("focus") { (reader) throws(WireError) in
                    try MapFocus.ifKnown(from: &reader)
                }
                command.action = focus.map { .focus($0) }
            default: try reader.skip()
            }
        }
        self = command
    }
}
