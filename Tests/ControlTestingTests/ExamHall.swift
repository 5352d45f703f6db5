import ControlTesting
import Foundation
import TestSupport

/// Limits the number of parallel conformance tests: each has several processes, and other tests run too.
actor ExamHall {
    private static let hall = ExamHall()
    private var free = 8
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Runs a conformance test when the limit allows it.
    static func sit(_ exam: ControlExam) async throws -> ExamReport {
        await hall.enter()
        do {
            let report = try await exam.run()
            await hall.leave()
            return report
        } catch {
            await hall.leave()
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
