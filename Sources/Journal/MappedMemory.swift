import Glibc

/// Mapped pages of memory, of this process alone or of a file.
final class MappedMemory {
    let start: UnsafeMutableRawPointer
    let capacity: Int

    /// Maps the first bytes of a file that has at least as many. Changes reach the file.
    init?(descriptor: Int32, capacity: Int) {
        guard let start = mmap(nil, capacity, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), start != MAP_FAILED
        else { return nil }
        self.start = start
        self.capacity = capacity
    }

    /// Maps memory that ends with the process. A page uses memory only after it is written.
    init?(capacity: Int) {
        guard let start = mmap(nil, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            start != MAP_FAILED
        else { return nil }
        self.start = start
        self.capacity = capacity
    }

    deinit { munmap(start, capacity) }
}
