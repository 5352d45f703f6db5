/// An error of recorded clips. The description completes "failed to …".
package enum ClipError: Error, Hashable {
    /// The folder of the clips cannot be read; `reason` is the message of the system.
    case folder(path: String, reason: String)
    /// The folder has no playable clip; `first` is the problem of the first file.
    case noClip(path: String, first: String?)
    /// A clip is not a playable sound file.
    case clip(path: String, problem: String)
    /// The clips of a folder exceed the memory limit.
    case tooMuch(path: String, megabytes: Int)
    /// The clips of a sentence that are missing.
    case missing(names: [String], folder: String)
    /// A clip cannot be written; `reason` is the message of the system.
    case unwritable(path: String, reason: String)
}

extension ClipError: CustomStringConvertible {
    /// The rest of a sentence that begins with "failed to": what failed, where, and what to do.
    package var description: String {
        switch self {
        case .folder(let path, let reason):
            "read the folder of clips \(path): \(reason); name a folder that exists in the setting \"samples\""
        case .noClip(let path, let first):
            "find a clip in \(path)" + (first.map { ": \($0)" } ?? "; clips are named <name>.wav")
                + "; `navbus speech make-samples --out \(path)` makes them"
        case .clip(let path, let problem):
            "read the clip \(path): \(problem); save it as WAV, PCM of 8 to 32 bits or floating point"
        case .tooMuch(let path, let megabytes):
            "load the clips of \(path): they are more than \(megabytes) MB of sound; shorten them or lower their rate"
        case .missing(let names, let folder):
            "play a sentence of clips: \(names.map { "\($0).wav" }.joined(separator: ", ")) "
                + "\(names.count == 1 ? "is" : "are") missing in \(folder); record "
                + "\(names.count == 1 ? "it" : "them"), or let `navbus speech make-samples` make what is missing"
        case .unwritable(let path, let reason):
            "write the clip \(path): \(reason); name a folder that can be written with --out"
        }
    }
}
