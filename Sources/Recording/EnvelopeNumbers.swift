public import NavigationEvents

/// The numbers at the beginning of an envelope, read without decoding its event, which may be of a later version.
public struct EnvelopeNumbers: Sendable, Hashable {
    /// ``Envelope/run``
    public var run: UInt64 = 0
    /// ``Envelope/sequence``
    public var sequence: UInt64 = 0
    /// ``Envelope/topicSequence``
    public var topicSequence: UInt64 = 0
    /// ``Envelope/monotonicNanoseconds``
    public var monotonicNanoseconds: UInt64 = 0
    /// ``Envelope/publishedAt``
    public var publishedAt = Timestamp(nanosecondsSinceEpoch: 0)
    /// ``Envelope/tick``
    public var tick: UInt64 = 0

    /// Reads the numbers from the bytes of an envelope; absent ones are 0.
    public init(_ bytes: [UInt8]) {
        var fields = ProtobufFields(bytes)
        while let (field, value) = fields.next(), field < 8 {
            guard case .number(let number) = value else { continue }
            switch field {
            case 1: run = number
            case 2: sequence = number
            case 3: topicSequence = number
            case 5: monotonicNanoseconds = number
            case 6: publishedAt = Timestamp(nanosecondsSinceEpoch: Int64(bitPattern: number))
            case 7: tick = number
            default: continue
            }
        }
    }
}

extension RecordedEvent {
    /// The numbers of the envelope, without decoding its event.
    public var numbers: EnvelopeNumbers { EnvelopeNumbers(bytes) }
}
