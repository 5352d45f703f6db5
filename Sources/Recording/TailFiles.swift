/// The tails beside a recording, as they were read: before the file, since a chunk that is finished in between is then in
/// both, not in neither.
struct TailFiles {
    private(set) var tails: [(path: String, bytes: [UInt8])] = []
    private(set) var damage: [RecordingError] = []

    /// Whether there is a tail at all.
    var isPresent: Bool { !tails.isEmpty || !damage.isEmpty }

    /// Reads those there are; a recorder that is at work may empty or remove them meanwhile.
    ///
    /// - Parameter most: Bytes of a tail at most; one that is larger is told, and left out.
    init(of path: String, most: Int) throws(RecordingError) {
        for tail in Tail.paths(of: path) where ReadFile.exists(tail) {
            do {
                let file = try ReadFile(tail)
                if file.size <= most {
                    tails.append((tail, try file.present()))
                } else {
                    damage.append(
                        .tooLarge(path: tail, offset: 0, what: "a tail", bytes: UInt64(file.size), most: most))
                }
            } catch {
                if ReadFile.exists(tail) { throw error }
            }
        }
    }
}
