public import NavigationEvents

extension EventNumbers {
    /// Reads the numbers of an envelope with an event of an unknown kind; `nil` if the kind is known, or if the bytes
    /// are no envelope.
    public init?(ofUnknownEvent bytes: UnsafeRawBufferPointer) {
        var reader = WireReader(bytes)
        do {
            guard let numbers = try Self.ifUnknown(from: &reader) else { return nil }
            self = numbers
        } catch {
            return nil
        }
    }

    /// Reads only the numbers of an envelope with any event; `nil` if the bytes are no envelope.
    public init?(inEnvelope bytes: UnsafeRawBufferPointer) {
        var reader = WireReader(bytes)
        self.init(run: 0, sequence: 0, topicSequence: 0)
        do {
            while let field = try reader.nextField() {
                switch field {
                case 1: run = try reader.fixed64("run")
                case 2: sequence = try reader.uint64("sequence")
                case 3: topicSequence = try reader.uint64("topicSequence")
                default: try reader.skip()
                }
            }
        } catch {
            return nil
        }
    }

    /// Reads the numbers of an envelope; `nil` if its event is known, or if it has no session.
    static func ifUnknown(from reader: inout WireReader) throws(WireError) -> EventNumbers? {
        var numbers = EventNumbers(run: 0, sequence: 0, topicSequence: 0)
        var hasSession = false
        while let field = try reader.nextField() {
            switch field {
            case 1: numbers.run = try reader.fixed64("run")
            case 2: numbers.sequence = try reader.uint64("sequence")
            case 3: numbers.topicSequence = try reader.uint64("topicSequence")
            case 4:
                _ = try reader.session("session")
                hasSession = true
            case 8...14: return nil
            default: try reader.skip()
            }
        }
        return hasSession ? numbers : nil
    }
}
