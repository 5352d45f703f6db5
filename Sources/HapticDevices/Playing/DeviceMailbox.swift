import Glibc
import Platform
import Synchronization

/// The mailbox of the thread of the devices: the control and the threads that open devices put their orders here.
final class DeviceMailbox: Sendable {
    enum Order: Sendable {
        case play(HapticCommand, at: Int)
        case cancel
        case opened(Int, any HapticDevice)
        case failed(Int, HapticDeviceError)
        case leave
    }

    private let orders = Mutex<(waiting: [Order], isClosed: Bool)>(([], false))
    private let busySince = Atomic<Int>(0)
    private let working = Atomic<Bool>(false)
    private let over = Atomic<Bool>(false)
    private let wakeUp: WakeUp

    init() throws(HapticDeviceError) {
        do throws(SystemError) { wakeUp = try WakeUp() } catch { throw .devices(reason: error.reason) }
    }

    /// Readable when there are orders.
    var descriptor: Int32 { wakeUp.descriptor }

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
        if isTaken { wakeUp.wake() }
        return isTaken
    }

    /// Takes all pending orders.
    func take() -> [Order] {
        wakeUp.clear()
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

    /// The thread begins to do something that takes no time, if nothing hangs.
    func beginWork() { busySince.store(MonotonicInstant.now.milliseconds, ordering: .relaxed) }
    /// It waits, as it should most of the time.
    func endWork() { busySince.store(0, ordering: .relaxed) }

    /// For how long the thread has been working, milliseconds; 0 while it waits.
    var busyMilliseconds: Int {
        let since = busySince.load(ordering: .relaxed)
        return since == 0 ? 0 : MonotonicInstant.now.milliseconds - since
    }
}
