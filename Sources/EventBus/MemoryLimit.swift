import Glibc
import Platform
import ZeroMQ

/// A limit of the kernel on the memory of this process (`RLIMIT_DATA`), in addition to the limits of the bus itself.
///
/// The limit follows the memory that the work of the bus explains. If the bus exceeds it, this process ends, and its
/// launcher starts another one that continues from the journal. The memory of the machine is not exhausted.
struct MemoryLimit {
    /// Bytes beyond the explained ones: for connections, and stacks of threads.
    private static let maxExtraBytes = 512 * 1024 * 1024
    private static let stackBytes = 16 * 1024 * 1024

    /// Allocations of this size are returned to the system when freed: the frame of an unknown peer, or a route.
    private static let returnedBytes = 32 * 1024

    private let startBytes: Int

    /// Takes the present memory as that of the start; `nil` if the system does not report it.
    init?() {
        FreedMemory.returnBlocks(fromBytes: Self.returnedBytes)
        guard let bytes = ownDataBytes() else { return nil }
        startBytes = bytes
        follow(0)
    }

    /// Sets the limit for the present work.
    func follow(_ explainedBytes: Int) {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_DATA.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return }
        let stacks = Self.stackBytes * max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)
        // Explained memory may be copied while it is processed.
        limit.rlim_cur = min(rlim_t(startBytes + stacks + Self.maxExtraBytes + 2 * explainedBytes), limit.rlim_max)
        setrlimit(resource, &limit)
    }
}

/// Bytes of data and stacks that this process may write to, used or not; `nil` if the system does not report them.
private func ownDataBytes() -> Int? { memoryPages(5).map { $0 * Int(getpagesize()) } }
