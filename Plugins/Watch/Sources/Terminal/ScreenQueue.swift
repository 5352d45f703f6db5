/// What is on its way to a terminal: one frame at the most, so that a terminal that does not read costs no memory and
/// makes nobody wait. Frames that find it busy are dropped; the next one brings it up to date.
struct ScreenQueue {
    private let writer: FrameWriter
    private var pending: ArraySlice<UInt8> = []
    private var shown: Frame?

    init(palette: Palette) { writer = FrameWriter(palette: palette) }

    /// Whether something is on its way.
    var isBusy: Bool { !pending.isEmpty }

    /// What is on the screen is not known any more.
    mutating func forget() { shown = nil }

    /// Draws a frame, if what is on its way has been taken.
    ///
    /// - Parameter write: Takes bytes, and says how many.
    mutating func offer(_ frame: Frame, _ write: (ArraySlice<UInt8>) -> Int) {
        flush(write)
        guard !isBusy else { return }
        pending = writer.bytes(from: shown, to: frame)[...]
        shown = frame
        flush(write)
    }

    /// Writes on.
    mutating func flush(_ write: (ArraySlice<UInt8>) -> Int) {
        guard !pending.isEmpty else { return }
        pending = pending.dropFirst(write(pending))
        if pending.isEmpty { pending = [] }
    }
}
