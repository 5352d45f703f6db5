import CommandOutput
import Glibc
import NavigationEvents
import Platform
import Supervisor
package import TOML

/// Finds the profiles that `navbus run --config NAME` knows by name.
package struct ProfileSearch {
    /// A configuration file that has a name.
    package struct Profile: Equatable {
        package var name: String
        package var file: String
        /// The first sentence of the comment at its beginning; empty if it has none.
        package var summary: String
        /// Whether an earlier profile has the same name.
        package var isHidden: Bool
    }

    /// The folder of the profiles of the system.
    static let systemFolder = "/etc/navbus"

    /// The folders in the order in which they are searched; they need not exist.
    package let folders: [String]

    /// Creates the list of folders.
    ///
    /// - Parameters:
    /// - environment: The environment, with `XDG_CONFIG_HOME` and `HOME`.
    /// - systemFolder: The folder of the system.
    /// - dataFolder: The data folder of navbus; `nil` if there is none.
    init(environment: [String: String], systemFolder: String = ProfileSearch.systemFolder, dataFolder: String?) {
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.config" : nil }
        // The XDG base directory specification ignores relative paths.
        let user = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
        folders = (user.map { ["\($0)/navbus"] } ?? []) + [systemFolder] + (dataFolder.map { ["\($0)/config"] } ?? [])
    }

    /// The search of this process.
    package static var ofThisProcess: ProfileSearch {
        var environment: [String: String] = [:]
        for name in ["XDG_CONFIG_HOME", "HOME"] {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        return ProfileSearch(environment: environment, dataFolder: InstalledFiles.dataFolder)
    }

    /// The file that `--config` names: a word without a slash and without `.toml` is the name of a profile, everything
    /// else is a path.
    package func file(_ word: String) throws(ConfigurationError) -> String {
        guard !word.isEmpty else {
            throw ConfigurationError(file: "--config", text: "is empty; name a file or a profile", isAboutAccess: true)
        }
        if word.contains("/") || word.hasSuffix(".toml") { return word }
        for folder in folders where access("\(folder)/\(word).toml", F_OK) == 0 { return "\(folder)/\(word).toml" }
        let hint = NearestWord.find(word, among: profiles.map(\.name)).map { "; did you mean \"\($0)\"?" } ?? ""
        throw ConfigurationError(
            file: "--config \(word.printable)",
            text:
                "there is no profile of this name\(hint); looked for \(word.printable).toml in \(folders.joined(separator: ", ")); "
                + "navbus profiles lists them, and a file of your own is named with its folder: ./\(word.printable)",
            isAboutAccess: true)
    }

    /// All profiles, in the order in which they are searched. An identical copy of an earlier one is omitted, since an
    /// installation copies the profiles of navbus to `/etc`.
    package var profiles: [Profile] {
        var profiles: [Profile] = []
        for folder in folders {
            for entry in InstalledFiles.names(in: folder) where entry.hasSuffix(".toml") {
                let (name, file) = (String(entry.dropLast(5)), "\(folder)/\(entry)")
                let first = profiles.first { $0.name == name }
                // Only regular files are read, since reading a pipe would block.
                guard InstalledFiles.isFile(file), !(first.map { Self.areEqual($0.file, file) } ?? false) else {
                    continue
                }
                profiles.append(
                    Profile(name: name, file: file, summary: Self.summary(of: file), isHidden: first != nil))
            }
        }
        return profiles
    }

    private static func areEqual(_ file: String, _ other: String) -> Bool {
        guard let bytes = try? TextFile.bytes(file), let others = try? TextFile.bytes(other) else { return false }
        return bytes == others
    }

    private static func summary(of file: String) -> String {
        guard let text = try? TextFile.text(file) else { return "cannot be read" }
        return summary(text: text)
    }

    /// The first sentence of the comment at the beginning of a text.
    static func summary(text: String) -> String {
        let comment = text.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("#") }
        let words = comment.joined(separator: " ").split { $0 == " " || $0 == "#" || $0 == "\t" || $0 == "\r" }
        var sentence: [Substring] = []
        for word in words {
            sentence.append(word)
            if word.hasSuffix(".") || word.hasSuffix(":") { break }
        }
        let text = sentence.joined(separator: " ")
        return text.hasSuffix(":") ? String(text.dropLast()) : text
    }
}
