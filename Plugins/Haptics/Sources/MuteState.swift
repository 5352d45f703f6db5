import Synchronization

/// Whether announcements are muted: set by the control, read by the thread of the devices when a button is pressed.
final class MuteState: Sendable {
    private let value = Atomic<Bool>(false)

    var isMuted: Bool {
        get { value.load(ordering: .relaxed) }
        set { value.store(newValue, ordering: .relaxed) }
    }
}
