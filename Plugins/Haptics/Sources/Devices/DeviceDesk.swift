import Glibc
import Synchronization

/// The mailbox of the thread of the devices: the control and the threads that open devices put their orders here.
final class DeviceDesk: Sendable {
    enum Order: Sendable {
        case play(HapticCommand, at: Int)
        case cancel
        case opened(Int, any HapticDevice)
        case failed(Int, HapticsError)
        case leave
    }

    private let orders = Mutex<(waiting: [Order], isClosed: Bool)>(([], false))
    private let busySince = Atomic<Int>(0)
    private let working = Atomic<Bool>(false)
    private let over = Atomic<Bool>(false)
    private let reading: Int32
    private let writing: Int32

    init() throws(HapticsError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .devices(reason: String(cString: strerror(errno))) }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Readable when there are orders.
    var descriptor: Int32 { reading }

    /// Puts an order.
    ///
    /// - Returns: `false` if the mailbox was closed.
    @discardableResult
    func put(_ order: Order) -> Bool {
        let isTaken = orders.withLock { state in
            guard !state.isClosed else { return false }
            state.waiting.append(order)
            return true
        }
        if isTaken {
            var byte: UInt8 = 1
            // A full pipe is readable as well.
            _ = write(writing, &byte, 1)
        }
        return isTaken
    }

    /// Takes all pending orders.
    func take() -> [Order] {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(reading, &bytes, bytes.count) == bytes.count {}
        return orders.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Takes the last orders, and closes the mailbox.
    func closeAndTake() -> [Order] {
        orders.withLock { state in
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Whether a device works.
    var isWorking: Bool {
        get { working.load(ordering: .relaxed) }
        set { working.store(newValue, ordering: .relaxed) }
    }

    /// Whether the thread of the devices has ended.
    var isOver: Bool { over.load(ordering: .acquiring) }
    func end() { over.store(true, ordering: .releasing) }

    /// Marks the start of work that takes no time unless a device hangs.
    func beginWork() { busySince.store(MonotonicClock.milliseconds, ordering: .relaxed) }
    /// Marks the end of the work: the thread waits.
    func endWork() { busySince.store(0, ordering: .relaxed) }

    /// For how long the thread has been working, milliseconds; 0 while it waits.
    var busyMilliseconds: Int {
        let since = busySince.load(ordering: .relaxed)
        return since == 0 ? 0 : MonotonicClock.milliseconds - since
    }
}
