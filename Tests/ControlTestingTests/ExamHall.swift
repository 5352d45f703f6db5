import ControlTesting
import Foundation
import TestSupport

/// Holds a few exams at a time: each has processes of its own, and the machine is shared with other tests.
actor ExamHall {
    private static let hall = ExamHall()
    private var free = 8
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Sits an exam when there is room.
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

/// The checkout that the tests are built in.
enum Checkout {
    static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
}

extension BuiltProgram {
    /// The folder of the programs that were built with the tests.
    static var folder: String { BuiltProgram("navbus").url.deletingLastPathComponent().path }
}
