import Glibc
import Synchronization

// Two threads that work behind locks as they should; with an argument also on a number that no lock protects.
// scripts/sanitize.sh looks whether the thread sanitizer tells the one from the other before it is believed.

final class Shared: @unchecked Sendable {
    let locked = Mutex([0])
    var bare = 0
}

func work(on shared: Shared, isRacing: Bool) {
    for _ in 0..<20_000 {
        shared.locked.withLock { $0[0] += 1 }
        if isRacing { shared.bare += 1 }
    }
}

let shared = Shared()
let isRacing = CommandLine.arguments.count > 1
let tasks = (0..<2).map { _ in Task.detached { work(on: shared, isRacing: isRacing) } }
for task in tasks { await task.value }
exit(shared.locked.withLock { $0[0] } == 40_000 ? 0 : 1)
