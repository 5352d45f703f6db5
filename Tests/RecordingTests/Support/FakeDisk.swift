import Foundation
import Synchronization

@testable import Recording

/// A disk in memory that can be full, fail to sync, and lose power.
final class FakeDisk: Disk {
    /// The content of a file, and the part of it that survives a power cut.
    struct Content {
        var bytes: [UInt8] = []
        var synced: [UInt8] = []
        var isNameSynced = false
    }

    struct State {
        var files: [String: Content] = [:]
        var room = Int.max
        /// Suffix of the names of files that cannot be synced.
        var unsyncable: Set<String> = []
        var isUnwritable = false
    }

    private let state = Mutex(State())

    func change<Answer: Sendable>(_ body: @Sendable (inout State) -> Answer) -> Answer { state.withLock { body(&$0) } }

    func create(_ path: String) throws(RecordingError) -> any DiskFile {
        let isRefused = state.withLock { state in
            if state.isUnwritable { return true }
            state.files[path] = Content()
            return false
        }
        if isRefused { throw .system(path: path, doing: "create", reason: "Read-only file system") }
        return FakeFile(path: path, disk: self)
    }

    func remove(_ path: String) throws(RecordingError) { state.withLock { $0.files[path] = nil } }

    func syncFolder(of path: String) throws(RecordingError) {
        state.withLock { state in for name in state.files.keys { state.files[name]?.isNameSynced = true } }
    }

    /// Writes the files as after a power cut: all that was synced, and random blocks of the rest.
    func write(afterPowerCutTo folder: String, using random: inout some RandomNumberGenerator) throws {
        for (path, content) in state.withLock({ $0.files }).sorted(by: { $0.key < $1.key }) {
            if !content.isNameSynced, Bool.random(using: &random) { continue }
            var bytes: [UInt8] = []
            let size = Bool.random(using: &random) ? content.synced.count : content.bytes.count
            for start in stride(from: 0, to: size, by: 64) {
                let isNew = Bool.random(using: &random)
                for offset in start..<min(start + 64, size) {
                    let old = offset < content.synced.count ? content.synced[offset] : 0
                    bytes.append(isNew && offset < content.bytes.count ? content.bytes[offset] : old)
                }
            }
            try Data(bytes).write(to: URL(filePath: folder + "/" + (path.split(separator: "/").last ?? "")))
        }
    }

    /// Writes the current files, for a reader.
    func write(to folder: String) throws {
        for (path, content) in state.withLock({ $0.files }) {
            try Data(content.bytes).write(to: URL(filePath: folder + "/" + (path.split(separator: "/").last ?? "")))
        }
    }
}

private struct FakeFile: DiskFile {
    let path: String
    let disk: FakeDisk

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(RecordingError) {
        let added = Array(bytes)
        let isWritten = disk.change { state in
            let used = state.files.values.reduce(0) { $0 + $1.bytes.count }
            var content = state.files[path]?.bytes ?? []
            let growth = max(0, offset + added.count - content.count)
            // A full disk accepts the bytes that fit.
            let taken = state.isUnwritable ? 0 : growth <= state.room - used ? added.count : max(0, state.room - used)
            if content.count < offset + taken {
                content += [UInt8](repeating: 0, count: offset + taken - content.count)
            }
            content.replaceSubrange(offset..<offset + taken, with: added.prefix(taken))
            state.files[path]?.bytes = content
            return taken == added.count
        }
        if !isWritten { throw .system(path: path, doing: "write to", reason: "No space left on device") }
    }

    func truncate(to size: Int) throws(RecordingError) {
        disk.change { state in
            guard let count = state.files[path]?.bytes.count, count > size else { return }
            state.files[path]?.bytes.removeLast(count - size)
        }
    }

    func sync() throws(RecordingError) {
        let isSynced = disk.change { state in
            guard !state.unsyncable.contains(where: { path.hasSuffix($0) }) else { return false }
            if let bytes = state.files[path]?.bytes { state.files[path]?.synced = bytes }
            return true
        }
        if !isSynced { throw .system(path: path, doing: "sync", reason: "Input/output error") }
    }

    func truncatedSize() -> Int? { nil }
    func remove() throws(RecordingError) { try disk.remove(path) }
}

/// Keeps the announcements of a writer.
final class Announcements: Sendable {
    private let kept = Mutex<[RecordingState]>([])
    var all: [RecordingState] { kept.withLock { $0 } }
    func note(_ state: RecordingState) { kept.withLock { $0.append(state) } }

    /// The states as short names: `failing`, `recording`.
    var names: [String] {
        all.map { state in
            switch state {
            case .recording: "recording"
            case .failing: "failing"
            case .closed: "closed"
            }
        }
    }
}
