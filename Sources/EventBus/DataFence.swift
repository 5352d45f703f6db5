import Glibc
import Platform
import ZeroMQ

/// A bound of the kernel on the memory of this process (`RLIMIT_DATA`), beside what the bus bounds by itself.
///
/// It follows what the work of the bus explains. If the bus grows beyond it, this process ends, and its
/// launcher starts another one that continues from the journal. The memory of the machine is not used up.
struct DataFence {
    /// Bytes beyond what is explained: what connections may hold, and stacks of threads.
    private static let maxExtraBytes = 512 * 1024 * 1024
    private static let stackBytes = 16 * 1024 * 1024

    /// The frame of a stranger is given back to the system when its connection ends, and so is a route.
    private static let returnedBytes = 32 * 1024

    private let startBytes: Int

    /// Takes the present memory as that of the start; `nil` if the system does not tell.
    init?() {
        FreedMemory.isReturned(fromBytes: Self.returnedBytes)
        guard let bytes = ownDataBytes() else { return nil }
        startBytes = bytes
        follow(0)
    }

    /// Sets the bound for the present work.
    func follow(_ explainedBytes: Int) {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_DATA.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return }
        let stacks = Self.stackBytes * max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)
        // Memory that is explained may be copied while it is worked on.
        limit.rlim_cur = min(rlim_t(startBytes + stacks + Self.maxExtraBytes + 2 * explainedBytes), limit.rlim_max)
        setrlimit(resource, &limit)
    }
}

/// Bytes of data and stacks this process may write to, whether it has or not; `nil` if the system does not tell.
private func ownDataBytes() -> Int? { memoryPages(5).map { $0 * Int(getpagesize()) } }
