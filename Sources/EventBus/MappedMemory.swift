import Glibc

/// Whole pages of memory, of this process alone or of a file.
final class MappedMemory {
    let start: UnsafeMutableRawPointer
    let capacity: Int

    /// Maps the first bytes of a file, which must have them: this process and the file see the same.
    init?(descriptor: Int32, capacity: Int) {
        guard let start = mmap(nil, capacity, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), start != MAP_FAILED
        else { return nil }
        self.start = start
        self.capacity = capacity
    }

    /// Takes memory that is gone with the process; it costs nothing until it is written.
    init?(capacity: Int) {
        guard let start = mmap(nil, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            start != MAP_FAILED
        else { return nil }
        self.start = start
        self.capacity = capacity
    }

    deinit { munmap(start, capacity) }
}
