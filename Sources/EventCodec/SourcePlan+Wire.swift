public import NavigationEvents

extension SourcePlan: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "kind", kind.rawValue)
        sink.string(2, "path", ifPresent: path)
        sink.string(3, "host", host)
        sink.uint32(4, "port", UInt32(port))
        sink.int32(5, "baud", baud)
        if case .factor(let factor) = pace { sink.double(6, "paceFactor", ifPresent: factor) }
        sink.double(7, "speedFactor", speedFactor)
        sink.double(8, "noiseMeters", noiseMeters)
        sink.uint64(9, "seed", seed)
        sink.double(10, "rateHertz", rateHertz)
        sink.sfixed64(11, "startTimeNanoseconds", ifPresent: startTime?.nanosecondsSinceEpoch)
        sink.string(12, "listen", ifPresent: listen)
        sink.string(13, "token", ifPresent: token)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var kind: Kind?
        var source = SourcePlan.blank
        while let field = try reader.nextField() {
            switch field {
            case 1: kind = try reader.member("kind")
            case 2: source.path = try reader.string("path")
            case 3: source.host = try reader.string("host")
            case 4: source.port = try reader.port("port")
            case 5: source.baud = try Int(reader.int32("baud"))
            case 6: source.pace = try .factor(reader.double("paceFactor"))
            case 7: source.speedFactor = try reader.double("speedFactor")
            case 8: source.noiseMeters = try reader.double("noiseMeters")
            case 9: source.seed = try reader.uint64("seed")
            case 10: source.rateHertz = try reader.double("rateHertz")
            case 11: source.startTime = try reader.timestamp("startTimeNanoseconds")
            case 12: source.listen = try reader.string("listen")
            case 13: source.token = try reader.string("token")
            default: try reader.skip()
            }
        }
        source.kind = try reader.require(kind, "kind")
        self = source
    }

    /// A source in which every absent field has its value on the wire.
    private static var blank: SourcePlan {
        var source = SourcePlan(kind: .gpsd)
        source.host = ""
        source.port = 0
        source.baud = 0
        source.pace = .max
        source.speedFactor = 0
        source.noiseMeters = 0
        source.seed = 0
        source.rateHertz = 0
        return source
    }
}

extension WireReader {
    fileprivate mutating func port(_ name: StaticString) throws(WireError) -> UInt16 {
        let start = position
        let number = try uint32(name)
        guard let port = UInt16(exactly: number) else { throw Self.failure(.outOfRange("\(number)"), name, at: start) }
        return port
    }
}
