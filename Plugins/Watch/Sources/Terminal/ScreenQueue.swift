/// The pending output to a terminal: at most one frame, so that a stalled terminal costs no memory and no time. Frames
/// that arrive meanwhile are dropped; the next one contains all changes.
struct ScreenQueue {
    private let writer: FrameWriter
    private var pending: ArraySlice<UInt8> = []
    private var shown: ScreenFrame?

    init(palette: Palette) { writer = FrameWriter(palette: palette) }

    /// Whether output is pending.
    var isBusy: Bool { !pending.isEmpty }

    /// Forgets the content of the screen, so that the next frame is written completely.
    mutating func forget() { shown = nil }

    /// Writes a frame, unless output is pending.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - write: Writes bytes without blocking and returns their number.
    mutating func offer(_ frame: ScreenFrame, _ write: (ArraySlice<UInt8>) -> Int) {
        flush(write)
        guard !isBusy else { return }
        pending = writer.bytes(from: shown, to: frame)[...]
        shown = frame
        flush(write)
    }

    /// Writes pending output.
    mutating func flush(_ write: (ArraySlice<UInt8>) -> Int) {
        guard !pending.isEmpty else { return }
        pending = pending.dropFirst(write(pending))
        if pending.isEmpty { pending = [] }
    }
}
