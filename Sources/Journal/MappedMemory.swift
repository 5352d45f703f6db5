import Glibc
import Synchronization

/// Mapped pages of memory, of this process alone or of a file.
final class MappedMemory: SegmentMemory {
    let start: UnsafeMutableRawPointer
    let capacity: Int
    /// The number by which readers in other processes know these pages; 0 if they are not shared.
    let buffer: UInt64

    /// Maps the first bytes of a file that has at least as many. Changes reach the file.
    convenience init?(descriptor: Int32, capacity: Int, buffer: UInt64) {
        self.init(capacity, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, buffer)
    }

    /// Maps the first bytes of a file to read what another process writes there.
    convenience init?(reading descriptor: Int32, capacity: Int, buffer: UInt64) {
        self.init(capacity, PROT_READ, MAP_SHARED, descriptor, buffer)
    }

    /// Maps memory that ends with the process. A page uses memory only after it is written.
    convenience init?(capacity: Int) {
        self.init(capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    }

    private init?(_ capacity: Int, _ protection: Int32, _ flags: Int32, _ descriptor: Int32, _ buffer: UInt64) {
        guard let start = mmap(nil, capacity, protection, flags, descriptor, 0), start != MAP_FAILED else { return nil }
        self.start = start
        self.capacity = capacity
        self.buffer = buffer
    }

    deinit { munmap(start, capacity) }

    /// Takes the pages of a file from the memory of this process, until they are used again.
    func releasePages() { madvise(start, capacity, MADV_DONTNEED) }

    // MARK: - Words

    @inline(__always)
    func put(_ word: UInt64, at offset: Int) { start.storeBytes(of: word, toByteOffset: offset, as: UInt64.self) }

    @inline(__always)
    func put(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard let source = bytes.baseAddress else { return }
        (start + offset).copyMemory(from: source, byteCount: bytes.count)
    }

    @inline(__always)
    func publish(_ word: UInt64, at offset: Int) { atomic(offset).pointee.store(word, ordering: .releasing) }

    @inline(__always)
    func orderChanges() { atomicMemoryFence(ordering: .releasing) }

    @inline(__always)
    func load(_ offset: Int) -> UInt64 { start.load(fromByteOffset: offset, as: UInt64.self) }

    @inline(__always)
    func acquire(_ offset: Int) -> UInt64 { atomic(offset).pointee.load(ordering: .acquiring) }

    @inline(__always)
    func checksum(_ start: Int, _ size: Int, _ commit: UInt64) -> UInt64 {
        let checked = start &+ JournalLayout.Record.sequence..<start &+ size
        let bytes = UnsafeRawBufferPointer(start: self.start, count: capacity)
        return journalChecksum(UnsafeRawBufferPointer(rebasing: bytes[checked]), seed: commit)
    }

    @inline(__always)
    func copy(_ range: Range<Int>, to target: UnsafeMutableRawPointer) {
        target.copyMemory(from: start + range.lowerBound, byteCount: range.count)
    }

    @inline(__always)
    func orderReads() { atomicMemoryFence(ordering: .acquiring) }

    @inline(__always)
    private func atomic(_ offset: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
        (start + offset).assumingMemoryBound(to: Atomic<UInt64>.self)
    }
}
