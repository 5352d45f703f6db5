public import NavigationEvents
import Synchronization

/// The memory of a control for a restart during a drive: the cues that it has rendered, and a few numbers. It holds for
/// one run of the bus and is emptied when navigation ends.
///
///     if memory.hasRendered(cue, at: fix.time) { return }  // the previous process has announced it
///     …
///     memory.rendered(cue)  // after the announcement, just before its end is reported
///
/// Each fact reaches the kernel before the call returns, so that it survives any death of the process. The file has a
/// few hundred bytes, in the folder of the socket of the bus or in `NAVBUS_STATE`; it is opened by the first call. If
/// it cannot be opened, the memory ends with the process. All methods may be called from any thread.
public final class ControlMemory: Sendable {
    /// Number of cues that are kept; the oldest are dropped first.
    static let maxCues = 256
    /// Size of the file, in bytes, at which it is rewritten.
    static let maxFileBytes = 256 * 1024

    private struct State {
        var facts: MemoryFacts
        /// Cues that previous processes have rendered.
        var recovered: [CueReference: MemoryFacts.Rendering] = [:]
        var file: MemoryFile?
        var isOpen = false
        var isRecovered = false
        /// Whether the contents of the file no longer count, although it has not been opened yet.
        var isForgotten = false
        var path: String?
        var fileBytes = 0
    }

    private let state: Mutex<State>
    private let complain: @Sendable (String) -> Void

    /// Makes a memory that ends with the process.
    public convenience init() { self.init(path: nil, run: 0) { _ in } }

    /// Makes a memory in a file, which is opened when it is needed.
    init(path: String?, run: UInt64, complain: @escaping @Sendable (String) -> Void) {
        state = Mutex(State(facts: MemoryFacts(run: run), path: path))
        self.complain = complain
    }

    /// Whether another process of this control ran before this one in the same run of the bus.
    public var isRecovered: Bool { opened { $0.isRecovered } }

    /// Whether a previous process has rendered a cue.
    ///
    /// - Parameters:
    ///   - cue: The cue of the current event.
    ///   - time: The time of the fix of that event.
    public func hasRendered(_ cue: Cue, at time: Timestamp) -> Bool {
        opened { state in
            guard let rendering = state.recovered[cue.reference] else { return false }
            // The vehicle may pass the same maneuver again, later.
            return rendering.dueAt == cue.dueAt || time < rendering.expires
        }
    }

    /// Notes that a cue has been rendered.
    public func rendered(_ cue: Cue) {
        opened { state in
            let line = state.facts.add(MemoryFacts.Rendering(cue))
            append(line, to: &state)
        }
    }

    /// The number noted under a name, by this process or a previous one; `nil` if there is none.
    public func number(_ name: String) -> Int64? { opened { $0.facts.numbers[name] } }

    /// Notes a number under a name, which consists of letters and digits; `nil` removes it.
    public func note(_ name: String, _ number: Int64?) {
        opened { state in
            guard state.facts.numbers[name] != number else { return }
            let line = state.facts.note(name, number)
            append(line, to: &state)
        }
    }

    /// Empties the memory, because navigation has ended. That this process ran stays noted.
    func forget() { begin(nil) }

    /// Empties the memory, because another run of the bus has begun.
    func begin(run: UInt64) { begin(run) }

    private func begin(_ run: UInt64?) {
        state.withLock { state in
            state.facts = MemoryFacts(run: run ?? state.facts.run)
            state.recovered = [:]
            state.isForgotten = true
            guard state.isOpen else { return }
            rewrite(&state)
        }
    }

    private func opened<Value>(_ body: (inout State) -> Value) -> Value {
        state.withLock { state in
            if !state.isOpen { open(&state) }
            return body(&state)
        }
    }

    private func open(_ state: inout State) {
        state.isOpen = true
        guard let path = state.path else { return }
        do throws(MemoryError) {
            let file = try MemoryFile(path: path)
            if let known = MemoryFacts(try file.read()), known.run == state.facts.run {
                state.isRecovered = true
                if !state.isForgotten {
                    state.recovered = Dictionary(known.renderings.map { ($0.cue, $0) }) { $1 }
                    state.facts = known
                }
            }
            state.file = file
            rewrite(&state)
        } catch {
            complain("failed to \(error)")
        }
    }

    private func append(_ line: String, to state: inout State) {
        guard let file = state.file else { return }
        let bytes = Array(line.utf8)
        guard state.fileBytes + bytes.count <= Self.maxFileBytes else { return rewrite(&state) }
        attempt(&state) { () throws(MemoryError) in
            try file.append(bytes)
            return file
        }
        state.fileBytes += bytes.count
    }

    private func rewrite(_ state: inout State) {
        guard let file = state.file else { return }
        let bytes = Array(state.facts.text.utf8)
        attempt(&state) { () throws(MemoryError) in try file.replaced(with: bytes) }
        state.fileBytes = bytes.count
    }

    /// Reports a write error once; from then on the memory ends with the process.
    private func attempt(_ state: inout State, _ body: () throws(MemoryError) -> MemoryFile) {
        do throws(MemoryError) {
            state.file = try body()
        } catch {
            state.file = nil
            complain("failed to \(error)")
        }
    }
}
