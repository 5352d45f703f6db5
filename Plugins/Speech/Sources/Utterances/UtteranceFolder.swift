import Glibc
import NavigationControl
import SpeechEngine

/// The folder with the sound files of the latest utterances, for a display that plays them elsewhere. Used on the
/// thread of the voice.
///
/// A marker file reserves the folder for this purpose. The control refuses a folder with other files, and removes only
/// files of speech processes. Several processes may share the folder.
final class UtteranceFolder {
    /// The maximum number of files of a process; the next file replaces the oldest.
    static let maxFiles = 16
    /// The name of the marker file.
    static let marker = ".navbus-spoken"

    private let folder: OutputFolder
    private var files: [UtteranceFile] = []
    private var isOpen = false
    /// Whether a failure was already reported.
    private var isFailing = false

    /// Creates the object without access to the folder.
    convenience init(path: String) { self.init(OutputFolder(path)) }

    init(_ folder: OutputFolder) { self.folder = folder }

    /// Creates the folder if it is missing, and removes the files of ended processes.
    ///
    /// - Returns: A warning to report; `nil` on success.
    func open() -> String? { attempt { () throws(OutputFolder.Failure) in try prepare() } }

    /// Writes the sound of an utterance.
    ///
    /// - Returns: A warning to report, once until the folder works again; otherwise `nil`.
    func keep(_ sound: RecordedSound, of number: UInt64, sampleRate: Int) -> String? {
        attempt { () throws(OutputFolder.Failure) in
            if !isOpen { try prepare() }
            if files.count >= Self.maxFiles { unlink("\(folder.path)/\(files.removeFirst().name)") }
            let file = UtteranceFile(processID: getpid(), effectNumber: number)
            try folder.replace(file.name, with: sound.file(sampleRate: sampleRate))
            files.append(file)
        }
    }

    private func attempt(_ body: () throws(OutputFolder.Failure) -> Void) -> String? {
        do throws(OutputFolder.Failure) {
            try body()
            isFailing = false
            return nil
        } catch {
            // The folder may have been removed.
            isOpen = false
            defer { isFailing = true }
            return isFailing ? nil : "failed to \(error); utterances are not kept meanwhile"
        }
    }

    private func prepare() throws(OutputFolder.Failure) {
        try folder.open()
        let names = folder.names()
        if !folder.has(Self.marker) {
            guard names.allSatisfy({ $0.hasPrefix(Self.marker) || $0.hasPrefix(".\(Self.marker).") }) else {
                throw .folder(
                    path: folder.path, reason: "it contains files that are not of navbus-speech")
            }
            try folder.replace(Self.marker, with: [])
        }
        for name in names {
            // Files of this process from before a failure stay available.
            guard let file = UtteranceFile(name), file.isAbandoned, !files.contains(file) else { continue }
            unlink("\(folder.path)/\(name)")
        }
        isOpen = true
    }
}
