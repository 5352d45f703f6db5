import EventBus
import EventCodec
import Foundation
import Glibc
import Journal
import NavigationEvents
import Positions
import TestSupport

@testable import NavigationLoop

/// A bus process, started like the launcher starts it; it is killed when the object is released.
final class BusProcess: @unchecked Sendable {
    private let process = Process()
    private let orders = Pipe()
    private let errors = Pipe()
    private let ended = DispatchGroup()

    init(_ plan: LoopPlan?, begin: Bool = false) throws {
        // Writing to a dead bus must not end the tests.
        _ = Glibc.signal(SIGPIPE, SIG_IGN)
        process.executableURL = BuiltProgram("navbus-bus").url
        process.standardInput = orders
        process.standardError = errors
        let ended = ended
        ended.enter()
        process.terminationHandler = { _ in ended.leave() }
        try process.run()
        if let plan { send(.plan(plan)) }
        if begin { send(.begin) }
    }

    deinit { kill() }

    func send(_ order: LaunchOrder) {
        let bytes = order.wireBytes()
        var frame: [UInt8] = []
        frame.appendLittleEndian(UInt32(bytes.count))
        send(bytes: frame + bytes)
    }

    /// Sends bytes; a dead process loses them.
    func send(bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { write(orders.fileHandleForWriting.fileDescriptor, $0.baseAddress, $0.count) }
    }

    /// Closes its standard input, as when the launcher has died.
    func closeInput() { orders.fileHandleForWriting.closeFile() }

    /// Kills it with SIGKILL.
    func kill() {
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
        ended.wait()
    }

    func signal(_ number: Int32) { _ = Foundation.kill(process.processIdentifier, number) }

    /// Waits for its end and returns its exit status and standard error.
    func wait() async -> (status: Int32, errors: String) {
        await withCheckedContinuation { continuation in ended.notify(queue: .global()) { continuation.resume() } }
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return (process.terminationStatus, text)
    }

    /// A plan for a bus in a folder, with the example drive as its source.
    static func plan(in folder: TemporaryFolder, pace: ReplayPace?) -> LoopPlan {
        var source = pace.map { _ in SourcePlan(kind: .nmea) }
        source?.path = ExampleDrive.folder + "/drive.nmea"
        if let pace { source?.pace = pace }
        return LoopPlan(
            endpoints: BusEndpoints(folder: RunFolder(path: folder.path + "/run")), source: source,
            journal: JournalSettings(folder: folder.path + "/run/journal"), maxSessions: BusLimits.maxOpenedSessions,
            resumeKey: "the same")
    }
}

/// Runs a blocking call on its own thread.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
