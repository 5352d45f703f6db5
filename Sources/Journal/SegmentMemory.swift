/// The memory of a segment as its writer and its readers in other processes use it. Offsets are multiples of eight.
protocol SegmentMemory {
    /// Number of bytes.
    var capacity: Int { get }

    /// Changes a word.
    func put(_ word: UInt64, at offset: Int)
    /// Changes bytes.
    func put(_ bytes: UnsafeRawBufferPointer, at offset: Int)
    /// Changes a word. A reader that acquires it sees all earlier changes.
    func publish(_ word: UInt64, at offset: Int)
    /// Orders the changes: a reader that sees a later one, and then orders its reads, sees the earlier ones.
    func orderChanges()

    /// Reads a word.
    func load(_ offset: Int) -> UInt64
    /// Reads a word, and sees all changes before its publishing.
    func acquire(_ offset: Int) -> UInt64
    /// The checksum of an event as this process sees it.
    func checksum(_ start: Int, _ size: Int, _ commit: UInt64) -> UInt64
    /// Reads bytes.
    func copy(_ range: Range<Int>, to target: UnsafeMutableRawPointer)
    /// Sees, after a read, all changes that were ordered before the change it has read.
    func orderReads()
}
