package import NavigationEvents

/// An event that was copied out of the journal of another process. Its memory is reused for the next one.
package final class ReadEvent {
    /// The topic.
    package internal(set) var topic = Topic.onGPS
    /// ``NavigationEvents/Envelope/sequence``.
    package internal(set) var sequence: UInt64 = 0
    /// ``NavigationEvents/Envelope/topicSequence``.
    package internal(set) var topicSequence: UInt64 = 0

    private static let usualBytes = 4096
    private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: usualBytes, alignment: 8)
    private var count = 0

    /// Makes memory for events.
    package init() {}

    deinit { memory.deallocate() }

    /// The encoded envelope.
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

    /// Memory for an event with so many bytes. That of a large one is not kept for long.
    func reserve(_ count: Int) -> UnsafeMutableRawPointer {
        self.count = count
        if count > memory.count || memory.count > Self.usualBytes && count <= Self.usualBytes {
            memory.deallocate()
            memory = .allocate(byteCount: max(count, Self.usualBytes), alignment: 8)
        }
        // Never empty, so never without an address.
        return memory.baseAddress.unsafelyUnwrapped
    }
}
