/// The displays of a control, which all show the same. The failure of one display is reported once, its attempt is
/// repeated, and the other displays are not affected.
public struct DisplayGroup: Sendable {
    private struct Slot: Sendable {
        var display: any PictureDisplay
        var failure: DisplayError?
    }

    private var slots: [Slot]
    private var current: DisplayContent?

    /// Creates a row; opens no display.
    public init(_ displays: [any PictureDisplay]) { slots = displays.map { Slot(display: $0) } }

    /// Whether at least one display shows the current content.
    public var isVisible: Bool { slots.contains { $0.failure == nil } }

    /// Opens all displays. May be called twice.
    public mutating func open() throws(DisplayError) {
        for index in slots.indices { try slots[index].display.open() }
    }

    /// Replaces the content, unless it is already shown.
    ///
    /// - Returns: The failures to report. A failure of one display is not repeated before the display has worked again.
    public mutating func show(_ content: DisplayContent) -> [DisplayError] {
        guard content != current else { return repair() }
        current = content
        return slots.indices.compactMap { attempt(content, at: $0) }
    }

    /// Repeats failed attempts and restores removed content. To be called with every event.
    ///
    /// - Returns: The failures to report, as with ``show(_:)``.
    public mutating func repair() -> [DisplayError] {
        guard let current else { return [] }
        return slots.indices.compactMap { index in
            guard slots[index].failure != nil || !slots[index].display.isIntact() else { return nil }
            return attempt(current, at: index)
        }
    }

    private mutating func attempt(_ content: DisplayContent, at index: Int) -> DisplayError? {
        do {
            try slots[index].display.show(content)
            slots[index].failure = nil
            return nil
        } catch {
            defer { slots[index].failure = error }
            return error == slots[index].failure ? nil : error
        }
    }
}
