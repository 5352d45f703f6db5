/// The tails of a recording. They are read before the file, so that a chunk that is finished in between is in both, not
/// in neither.
struct TailFiles {
    private(set) var tails: [(path: String, bytes: [UInt8])] = []
    private(set) var damage: [RecordingError] = []

    /// Whether there is any tail.
    var isPresent: Bool { !tails.isEmpty || !damage.isEmpty }

    /// Reads the tails; a running recorder may empty or remove them meanwhile.
    ///
    /// - Parameters:
    ///   - path: Path of the recording.
    ///   - maxBytes: Maximum size of a tail, in bytes; a larger one is left out and counts as damage.
    init(of path: String, maxBytes: Int) throws(RecordingError) {
        for tail in Tail.paths(of: path) where ReadFile.exists(tail) {
            do {
                let file = try ReadFile(tail)
                if file.size <= maxBytes {
                    tails.append((tail, try file.present()))
                } else {
                    damage.append(
                        .tooLarge(path: tail, offset: 0, what: "a tail", bytes: UInt64(file.size), maxBytes: maxBytes))
                }
            } catch {
                if ReadFile.exists(tail) { throw error }
            }
        }
    }
}
