/// A segment in a file that readers in other processes may map.
package struct SharedSegment: Sendable, Hashable {
    /// The number of its memory, which a later segment may reuse.
    package let buffer: UInt64
    /// The number of the segment within its session.
    package let number: UInt64
    /// Number of bytes.
    package let capacity: Int
    /// The path of the file.
    package let path: String
}

/// A place between two events in a segment.
package struct SharedPosition: Sendable, Hashable {
    /// The segment.
    package let segment: SharedSegment
    /// The offset of the next event, bytes.
    package let offset: Int
    /// The number of the event before it.
    package let sequence: UInt64
}

/// Gets the changes of the memory that readers in other processes map.
package protocol SharedMemoryObserver: AnyObject {
    /// A segment begins. It follows the previous one after this call.
    func began(_ segment: SharedSegment)
    /// The memory of this number is never used again.
    func freed(_ buffer: UInt64)
    /// The next events are not in memory that others can read.
    func interrupted()
}
