public import NavigationEvents

extension AccessSettings: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.message(1, "remote", ifPresent: remote)
        sink.string(2, "keysFolder", keysFolder)
        sink.strings(3, "otherUsers", otherUsers.map(\.rawValue).sorted())
        sink.int32(4, "maxPeers", maxPeers)
        sink.int32(5, "requestsPerSecond", requestsPerSecond)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self.init(otherUsers: [], maxPeers: 0, requestsPerSecond: 0)
        while let field = try reader.nextField() {
            switch field {
            case 1: remote = try reader.message("remote")
            case 2: keysFolder = try reader.string("keysFolder")
            case 3: try otherUsers.insert(reader.member("otherUsers"))
            case 4: maxPeers = try Int(reader.int32("maxPeers"))
            case 5: requestsPerSecond = try Int(reader.int32("requestsPerSecond"))
            default: try reader.skip()
            }
        }
    }
}
