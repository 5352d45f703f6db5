/// A part of a request that is too large for one frame of the request socket.
///
/// The whole is an encoded request. Its parts are sent in order, in frames with the same id.
public struct RequestPart: Sendable, Hashable {
    /// Size of the whole request, bytes, at most 16 MiB; the same in each part.
    public var totalBytes: UInt64
    /// Offset of this part in the whole request, bytes; 0: the first part.
    public var offset: UInt64
    /// The bytes of this part; at least 16 KiB except in the last part.
    public var data: [UInt8]

    /// Makes a part.
    public init(totalBytes: UInt64, offset: UInt64, data: [UInt8]) {
        self.totalBytes = totalBytes
        self.offset = offset
        self.data = data
    }
}
