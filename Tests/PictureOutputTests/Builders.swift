import Foundation
import NavigationControl
import NavigationEvents
import Pictures
import Synchronization
import TestSupport
import Platform

@testable import PictureOutput

extension DisplayContent {
    static let blank = DisplayContent(document: [.init("sign", .null)])

    static func make(_ picture: SignPicture = .turn(.right), line: String? = nil) -> DisplayContent {
        DisplayContent(picture: Picture(Sign(picture)), line: line, document: [.init("sign", .string("\(picture)"))])
    }
}

extension PictureSettings {
    static func make(_ folder: String, panel: PanelSize? = nil) -> PictureSettings {
        var settings = PictureSettings(folder: folder)
        settings.panel = panel
        return settings
    }
}

/// A display that records its contents, and fails on demand.
final class RecordingDisplay: PictureDisplay {
    struct State {
        var shown: [DisplayContent] = []
        var failure: DisplayError?
        var isIntact = true
        var attempts = 0
    }

    private let state = Mutex(State())

    func open() throws(DisplayError) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    func show(_ content: DisplayContent) throws(DisplayError) {
        let failure = state.withLock { state -> DisplayError? in
            state.attempts += 1
            if state.failure == nil {
                state.shown.append(content)
                state.isIntact = true
            }
            return state.failure
        }
        if let failure { throw failure }
    }

    func isIntact() -> Bool { state.withLock { $0.isIntact } }

    var shown: [DisplayContent] { state.withLock { $0.shown } }
    var attempts: Int { state.withLock { $0.attempts } }
    func lose() { state.withLock { $0.isIntact = false } }
    func fail(_ failure: DisplayError?) { state.withLock { $0.failure = failure } }
}

/// Collects values from callbacks.
final class Collector<Value: Sendable>: Sendable {
    private let state = Mutex<[Value]>([])
    var values: [Value] { state.withLock { $0 } }
    func add(_ word: Value) { state.withLock { $0.append(word) } }
}

extension TemporaryFolder {
    /// Writes into an existing file, without replacing it.
    func write(over name: String, with text: String) throws {
        let handle = try FileHandle(forWritingTo: URL(filePath: "\(path)/\(name)"))
        defer { handle.closeFile() }
        try handle.write(contentsOf: Data(text.utf8))
    }
}
