import Glibc
import NavigationControl

/// The folder with the sound files of the latest utterances, for a display that plays them elsewhere. Used on the
/// thread of the voice.
///
/// A marker file reserves the folder for this purpose. The control refuses a folder with other files, and removes only
/// files of speech processes. Several processes may share the folder.
final class UtteranceFolder {
    /// The maximum number of files of a process; the next file replaces the oldest.
    static let maxFiles = 16
    /// The maximum duration of a kept utterance, in seconds. The whole sound is synthesized before the first word is
    /// heard, so longer ones would be delayed.
    static let maxSeconds = 60
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

    /// Whether the text of an utterance is too long to be kept, so that its sound need not be synthesized in advance.
    static func isTooLong(_ utterance: Utterance) -> Bool {
        // A word has about six letters, with the space.
        let letters = EspeakSynthesizer.wordsPerMinute(rate: utterance.properties.rate) * 6
        return Double(utterance.text.utf8.count) > letters * Double(maxSeconds) / 60
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
        let names = names()
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

    private func names() -> [String] {
        guard let listing = opendir(folder.path) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
