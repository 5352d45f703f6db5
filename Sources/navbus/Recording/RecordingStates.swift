import EventBus
import Recording
import Synchronization

/// How the recording fares, on its way from the writer's thread to the one that talks to the bus.
final class RecordingStates: Sendable {
    private let states = Mutex<[RecordingState]>([])
    private let wakeup: BusWakeUp

    init(waking wakeup: BusWakeUp) { self.wakeup = wakeup }

    /// Adds a state, from any thread.
    func add(_ state: RecordingState) {
        states.withLock { $0.append(state) }
        wakeup.wake()
    }

    /// Takes all out, oldest first.
    func takeAll() -> [RecordingState] {
        states.withLock { states in
            defer { states = [] }
            return states
        }
    }
}
