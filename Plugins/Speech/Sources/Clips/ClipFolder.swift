/// A recorded voice: the clips `<name>.wav` of a folder, in memory, all with the same number of samples a second.
///
/// They are read when the voice starts, so that no disk is waited for while a sentence is said.
struct ClipFolder {
    /// No clip of a sentence is longer, and no voice has more of them.
    private static let mostFileBytes = 16 << 20
    private static let mostBytes = 96 << 20

    /// The folder.
    let path: String
    /// Samples a second of all clips: the most that any of them was recorded with.
    let sampleRate: Int
    /// What files ending in `.wav` cannot be played, and why.
    let problems: [ClipError]
    private let clips: [String: [Int16]]

    /// Reads the folder.
    ///
    /// - Throws: ``ClipError`` when it cannot be read, or holds no clip that can be played.
    init(path: String) throws(ClipError) {
        var read: [String: WAVClip] = [:]
        var problems: [ClipError] = []
        var bytes = 0
        for name in try Self.names(in: path) {
            do throws(ClipError) {
                let clip = try Self.clip("\(path)/\(name).wav")
                bytes += clip.samples.count * 4
                read[name] = clip
            } catch {
                problems.append(error)
            }
            guard bytes <= Self.mostBytes else { throw .tooMuch(path: path, megabytes: Self.mostBytes >> 21) }
        }
        guard let rate = read.values.map(\.sampleRate).max() else {
            throw .noClip(path: path, first: problems.first.map { "\($0)" })
        }
        // A clip may grow when it is converted: 24 times, from that of a telephone to that of a studio.
        let most = read.values.reduce(0.0) { $0 + Double($1.samples.count) * Double(rate) / Double($1.sampleRate) }
        guard most * 2 <= Double(Self.mostBytes / 2) else {
            throw .tooMuch(path: path, megabytes: Self.mostBytes >> 21)
        }
        var clips: [String: [Int16]] = [:]
        for (name, clip) in read {
            do throws(WAVClip.Problem) {
                clips[name] = try clip.converted(to: rate)
            } catch {
                problems.append(.clip(path: "\(path)/\(name).wav", problem: error.text))
            }
        }
        self.path = path
        self.clips = clips
        self.problems = problems
        sampleRate = rate
    }

    /// The sounds of a sentence, in order.
    ///
    /// - Throws: ``ClipError/missing(names:folder:)`` with every one that is not there.
    func sounds(of names: [String]) throws(ClipError) -> [[Int16]] {
        let missing = names.filter { clips[$0] == nil }
        guard missing.isEmpty else {
            var seen: Set<String> = []
            throw .missing(names: missing.filter { seen.insert($0).inserted }, folder: path)
        }
        return names.compactMap { clips[$0] }
    }

    private static func clip(_ path: String) throws(ClipError) -> WAVClip {
        let bytes: [UInt8]
        do throws(FileBytes.Failure) {
            bytes = try FileBytes.read(path, most: mostFileBytes)
        } catch {
            switch error {
            case .unreadable(let reason): throw .clip(path: path, problem: reason)
            case .tooLarge(let bytes): throw .clip(path: path, problem: "it has \(bytes) bytes")
            }
        }
        do throws(WAVClip.Problem) {
            return try WAVClip(bytes)
        } catch {
            throw .clip(path: path, problem: error.text)
        }
    }

    /// The names of the clips in a folder, in order.
    static func names(in path: String) throws(ClipError) -> [String] {
        do throws(FolderNames.Failure) {
            return try FolderNames.ending(".wav", in: path).map { String($0.dropLast(4)) }
        } catch {
            throw .folder(path: path, reason: error.reason)
        }
    }
}
