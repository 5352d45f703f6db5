import NavigationEvents

/// The message of a navigation's end. The bytes of earlier versions are empty: the reason is then unknown.
struct NavigationStopped: DescribedMessage {
    var reason: StopReason

    init(reason: StopReason) { self.reason = reason }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.enumeration(1, "reason", reason)
    }

    init(from reader: inout WireReader) throws(WireError) {
        reason = .unrecognized
        while let field = try reader.nextField() {
            switch field {
            case 1: reason = try reader.enumeration("reason")
            default: try reader.skip()
            }
        }
    }
}
