import Synchronization

/// Whether people have muted what is announced: known to the control, asked by the thread of the devices when a button is
/// held.
final class MuteState: Sendable {
    private let value = Atomic<Bool>(false)

    var isMuted: Bool {
        get { value.load(ordering: .relaxed) }
        set { value.store(newValue, ordering: .relaxed) }
    }
}
