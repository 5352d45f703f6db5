public import NavigationEvents

extension Welcome: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.fixed64(1, "run", run)
        sink.string(2, "eventsEndpoint", eventsEndpoint)
        sink.map(3, "settings", settings)
    }

    /// Reads a message up to the end of what the reader holds.
    public init(from reader: inout WireReader) throws(WireError) {
        var run: UInt64 = 0
        var eventsEndpoint: String = ""
        var settings: [String: SettingValue] = [:]
        while let field = try reader.nextField() {
            switch field {
            case 1: run = try reader.fixed64("run")
            case 2: eventsEndpoint = try reader.string("eventsEndpoint")
            case 3: try reader.entry("settings", of: &settings)
            default: try reader.skip()
            }
        }
        self.init(
            run: run, eventsEndpoint: eventsEndpoint, settings: settings)
    }
}
