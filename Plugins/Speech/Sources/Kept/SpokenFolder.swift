import Glibc
import NavigationControl

/// The folder in which the words that were said last are kept, each utterance as a sound file of its number: for a
/// display that lets them be heard elsewhere. Used on the voice's thread.
///
/// It is for this alone, and says so by a file of its own: nothing is put into a folder that somebody else uses, and
/// nothing is taken away that no speech process has put there. Several may share it.
final class SpokenFolder {
    /// How many are kept of a process; the oldest goes for the next one.
    static let mostFiles = 16
    /// What is longer is not kept: the sound is made before anybody hears the first word of it.
    static let mostSeconds = 60
    /// By this file a folder is known as one of these.
    static let marker = ".navbus-spoken"

    private let folder: OutputFolder
    private var files: [KeptFile] = []
    private var isOpen = false
    /// Whether it was told that nothing can be kept.
    private var isFailing = false

    /// Names a folder; nothing is touched yet.
    convenience init(path: String) { self.init(OutputFolder(path)) }

    init(_ folder: OutputFolder) { self.folder = folder }

    /// Makes the folder where it is missing, and takes away what processes that have ended have kept.
    ///
    /// - Returns: What to tell; `nil` if all is well.
    func open() -> String? { attempt { () throws(OutputFolder.Failure) in try prepare() } }

    /// Keeps the sound of an utterance.
    ///
    /// - Returns: What to tell, once until it works again; `nil` if there is nothing to be told.
    func keep(_ sound: RecordedSound, of number: UInt64, sampleRate: Int) -> String? {
        attempt { () throws(OutputFolder.Failure) in
            if !isOpen { try prepare() }
            if files.count >= Self.mostFiles { unlink("\(folder.path)/\(files.removeFirst().name)") }
            let file = KeptFile(processID: getpid(), effectNumber: number)
            try folder.replace(file.name, with: sound.file(sampleRate: sampleRate))
            files.append(file)
        }
    }

    /// Whether an utterance says by its length that it is too long to be kept: to make its sound in vain takes time.
    static func isTooLong(_ utterance: Utterance) -> Bool {
        // Six letters a word, with the space.
        let letters = EspeakSynthesizer.wordsPerMinute(rate: utterance.properties.rate) * 6
        return Double(utterance.text.utf8.count) > letters * Double(mostSeconds) / 60
    }

    private func attempt(_ body: () throws(OutputFolder.Failure) -> Void) -> String? {
        do throws(OutputFolder.Failure) {
            try body()
            isFailing = false
            return nil
        } catch {
            // It may have been taken away.
            isOpen = false
            defer { isFailing = true }
            return isFailing ? nil : "failed to \(error); what is said is not kept meanwhile"
        }
    }

    private func prepare() throws(OutputFolder.Failure) {
        try folder.open()
        let names = names()
        if !folder.has(Self.marker) {
            guard names.allSatisfy({ $0.hasPrefix(Self.marker) || $0.hasPrefix(".\(Self.marker).") }) else {
                throw .folder(
                    path: folder.path, reason: "it holds what is not of navbus-speech, and would be mixed with it")
            }
            try folder.replace(Self.marker, with: [])
        }
        for name in names {
            // What this process has kept before something went wrong is still to be heard.
            guard let file = KeptFile(name), file.isAbandoned, !files.contains(file) else { continue }
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
