import Platform

/// A recorded voice: the clips `<name>.wav` of a folder, in memory, converted to one sample rate.
///
/// The clips are read when the voice starts, so that a sentence never waits for the disk.
package struct ClipFolder {
    /// The limits of a clip and of all clips.
    private static let maxFileBytes = 16 << 20
    private static let maxBytes = 96 << 20

    /// The path of the folder.
    let path: String
    /// The sample rate of all clips in samples a second: the highest rate of any file.
    let sampleRate: Int
    /// The errors of the `.wav` files that cannot be played.
    package let problems: [ClipError]
    private let clips: [String: [Int16]]

    /// Reads the clips of a folder.
    ///
    /// - Throws: ``ClipError`` if the folder cannot be read or has no playable clip.
    package init(path: String) throws(ClipError) {
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
            guard bytes <= Self.maxBytes else { throw .tooMuch(path: path, megabytes: Self.maxBytes >> 21) }
        }
        guard let rate = read.values.map(\.sampleRate).max() else {
            throw .noClip(path: path, first: problems.first.map { "\($0)" })
        }
        // A conversion may enlarge a clip, up to 24 times: from the rate of a telephone to that of a studio.
        let total = read.values.reduce(0.0) { $0 + Double($1.samples.count) * Double(rate) / Double($1.sampleRate) }
        guard total * 2 <= Double(Self.maxBytes / 2) else {
            throw .tooMuch(path: path, megabytes: Self.maxBytes >> 21)
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

    /// Returns the sounds of a sentence, in order.
    ///
    /// - Throws: ``ClipError/missing(names:folder:)`` with all missing clips.
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
        do throws(FileError) {
            bytes = try WholeFile.read(path, maxBytes: maxFileBytes)
        } catch {
            throw .clip(path: path, problem: "\(error.reason)")
        }
        do throws(WAVClip.Problem) {
            return try WAVClip(bytes)
        } catch {
            throw .clip(path: path, problem: error.text)
        }
    }

    /// Returns the sorted names of the clips in a folder.
    static func names(in path: String) throws(ClipError) -> [String] {
        do throws(FolderNames.Failure) {
            return try FolderNames.ending(".wav", in: path).map { String($0.dropLast(4)) }
        } catch {
            throw .folder(path: path, reason: error.reason)
        }
    }
}
