/// A part of a request that is too large for one frame of the request channel.
///
/// The whole is an encoded request. Its parts follow one another in order, in frames with the same id.
public struct RequestPart: Sendable, Hashable {
    /// Bytes of the whole.
    public var totalBytes: UInt64
    /// Where this part begins in the whole; 0: it is the first.
    public var offset: UInt64
    /// The bytes.
    public var data: [UInt8]

    /// Makes a part.
    public init(totalBytes: UInt64, offset: UInt64, data: [UInt8]) {
        self.totalBytes = totalBytes
        self.offset = offset
        self.data = data
    }
}
