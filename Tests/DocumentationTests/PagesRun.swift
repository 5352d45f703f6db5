import Foundation
import Synchronization

/// Runs several pages at the same time, since they mostly wait.
final class PagesRun: Sendable {
    private let waiting: Mutex<[Page]>
    private let found = Mutex<[String]>([])
    private let lanes: Int

    init(_ pages: [Page]) throws {
        waiting = Mutex(pages.filter { $0.blocks.contains { $0.marks.reason == nil } })
        // Pages use the same ports: without separate networks they run one after the other.
        lanes = try OwnNetwork.isPossible() ? 3 : 1
    }

    /// Runs all pages and returns the problems found.
    func complaints() -> [String] {
        DispatchQueue.concurrentPerform(iterations: lanes) { _ in
            while let page = waiting.withLock({ $0.popLast() }) { run(page) }
        }
        return found.withLock { $0.sorted() }
    }

    private func run(_ page: Page) {
        do {
            let begun = ContinuousClock.now
            let run = try PageRun(page)
            try run.run()
            print("\(page.path): \((ContinuousClock.now - begun).components.seconds) s")
            found.withLock { $0 += run.complaints }
        } catch {
            found.withLock { $0.append("\(page.path): \(error)") }
        }
    }
}
