import Glibc
import NavigationControl

/// The folder in which the words that were said last are kept, each utterance as a sound file of its number: for a
/// display that lets them be heard elsewhere. Used on the voice's thread.
final class SpokenFolder {
    /// How many are kept; the oldest goes for the next one.
    static let mostFiles = 16
    /// What is longer is not kept: the sound is made before anybody hears the first word of it.
    static let mostSeconds = 60

    private let folder: OutputFolder
    private var numbers: [UInt64] = []
    /// Whether it was told that nothing can be kept.
    private var isFailing = false

    /// Names a folder; nothing is touched yet.
    init(path: String) { folder = OutputFolder(path) }

    /// Makes the folder where it is missing, and takes away what a process before this one has kept.
    ///
    /// - Returns: What to tell; `nil` if all is well.
    func open() -> String? {
        do throws(OutputFolder.Failure) {
            try folder.open()
            clear()
            return nil
        } catch {
            return note(error)
        }
    }

    /// Keeps the sound of an utterance.
    ///
    /// - Returns: What to tell, once until it works again; `nil` if there is nothing to be told.
    func keep(_ sound: RecordedSound, of number: UInt64, sampleRate: Int) -> String? {
        if numbers.count >= Self.mostFiles { unlink("\(folder.path)/\(Self.name(of: numbers.removeFirst()))") }
        do throws(OutputFolder.Failure) {
            try folder.replace(Self.name(of: number), with: sound.file(sampleRate: sampleRate))
            numbers.append(number)
            isFailing = false
            return nil
        } catch {
            return note(error)
        }
    }

    static func name(of number: UInt64) -> String { "\(number).wav" }

    private func note(_ failure: OutputFolder.Failure) -> String? {
        defer { isFailing = true }
        return isFailing ? nil : "failed to \(failure); what is said is not kept meanwhile"
    }

    /// Takes away files of numbers, and those that were never finished; anything else is somebody's.
    private func clear() {
        guard let listing = opendir(folder.path) else { return }
        defer { closedir(listing) }
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if Self.isOurs(name) { unlink("\(folder.path)/\(name)") }
        }
    }

    /// Whether a file may be of an earlier process: `7.wav`, or `.7.wav.4242`, which it was still writing.
    private static func isOurs(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.count == 4 && parts[0].isEmpty ? [parts[1], parts[3]] : [parts[0]]
        let hasForm = parts.count == 2 && parts[1] == "wav" || parts.count == 4 && parts[0].isEmpty && parts[2] == "wav"
        return hasForm && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
    }
}
