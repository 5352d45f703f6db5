import ControlConformance
import Foundation
import TestSupport

/// Limits the number of parallel conformance tests: each has several processes, and other tests run too.
actor ConformanceTestQueue {
    private static let shared = ConformanceTestQueue()
    private var free = 8
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Runs a conformance test when the limit allows it.
    static func run(_ test: ConformanceTest) async throws -> ConformanceReport {
        await shared.enter()
        do {
            let report = try await test.run()
            await shared.leave()
            return report
        } catch {
            await shared.leave()
            throw error
        }
    }

    private func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}

/// The checkout of the tests.
enum Checkout {
    static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
}

extension BuiltProgram {
    /// The folder of the built programs.
    static var folder: String { BuiltProgram("navbus").url.deletingLastPathComponent().path }
}
