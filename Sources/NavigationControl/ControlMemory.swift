public import NavigationEvents
import Synchronization

/// What a control must still know when its process is started again in the middle of a drive: which cues it has
/// rendered, and a few numbers. It holds for one run of the bus and is forgotten when navigation ends.
///
///     if memory.hasRendered(cue, at: fix.time) { return }  // the process before this one has said it
///     …
///     memory.rendered(cue)  // when it has been heard, just before the end is reported
///
/// Each fact reaches the kernel before the call returns, so that it outlives the process however that ends; it is kept
/// in a file of a few hundred bytes beside the socket of the bus, or in the folder `NAVBUS_STATE`. May be called from
/// any thread. Nothing is opened before the first call; where no file can be, the memory ends with the process.
public final class ControlMemory: Sendable {
    /// Cues that are kept; the oldest are forgotten first.
    static let mostCues = 256
    /// The file is written anew when it has grown to this.
    static let mostFileBytes = 256 * 1024

    private struct State {
        var facts: MemoryFacts
        /// Cues that processes before this one have rendered.
        var inherited: [CueReference: MemoryFacts.Rendering] = [:]
        var file: MemoryFile?
        var isOpen = false
        var isInherited = false
        /// Whether what is in the file counts no more, though nobody has opened it yet.
        var isForgotten = false
        var path: String?
        var fileBytes = 0
    }

    private let state: Mutex<State>
    private let complain: @Sendable (String) -> Void

    /// Makes a memory that ends with the process.
    public convenience init() { self.init(path: nil, run: 0) { _ in } }

    /// Names the file; it is opened when it is needed.
    init(path: String?, run: UInt64, complain: @escaping @Sendable (String) -> Void) {
        state = Mutex(State(facts: MemoryFacts(run: run), path: path))
        self.complain = complain
    }

    /// Whether another process of this control has worked before this one in the same run of the bus.
    public var isInherited: Bool { opened { $0.isInherited } }

    /// Whether a process before this one has rendered a cue.
    ///
    /// - Parameters:
    ///   - cue: The cue as it came now.
    ///   - time: The time of the fix it came with.
    public func hasRendered(_ cue: Cue, at time: Timestamp) -> Bool {
        opened { state in
            guard let rendering = state.inherited[cue.reference] else { return false }
            // The same place may be passed again, later.
            return rendering.dueAt == cue.dueAt || time < rendering.expires
        }
    }

    /// Notes that a cue was rendered.
    public func rendered(_ cue: Cue) {
        opened { state in
            let line = state.facts.add(MemoryFacts.Rendering(cue))
            append(line, to: &state)
        }
    }

    /// A number noted under a name, by this process or one before it; `nil` if there is none.
    public func number(_ name: String) -> Int64? { opened { $0.facts.numbers[name] } }

    /// Notes a number under a name, a word of letters and digits; `nil` forgets it.
    public func note(_ name: String, _ number: Int64?) {
        opened { state in
            guard state.facts.numbers[name] != number else { return }
            let line = state.facts.note(name, number)
            append(line, to: &state)
        }
    }

    /// Forgets everything but that there was this process: navigation has ended.
    func forget() { begin(nil) }

    /// The bus has begun another run.
    func begin(run: UInt64) { begin(run) }

    private func begin(_ run: UInt64?) {
        state.withLock { state in
            state.facts = MemoryFacts(run: run ?? state.facts.run)
            state.inherited = [:]
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
                state.isInherited = true
                if !state.isForgotten {
                    state.inherited = Dictionary(known.renderings.map { ($0.cue, $0) }) { $1 }
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
        guard state.fileBytes + bytes.count <= Self.mostFileBytes else { return rewrite(&state) }
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

    /// What cannot be written is told once; from then on the memory ends with the process.
    private func attempt(_ state: inout State, _ body: () throws(MemoryError) -> MemoryFile) {
        do throws(MemoryError) {
            state.file = try body()
        } catch {
            state.file = nil
            complain("failed to \(error)")
        }
    }
}
