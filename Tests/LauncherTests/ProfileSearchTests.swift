import Foundation
import TOML
import TestSupport
import Testing

@testable import Launcher

@Suite("Profiles found by name")
struct ProfileSearchTests {
    private let folder: TemporaryFolder
    private let search: ProfileSearch

    init() throws {
        folder = try TemporaryFolder()
        search = ProfileSearch(
            environment: ["XDG_CONFIG_HOME": "\(folder.path)/own"], systemFolder: "\(folder.path)/etc",
            dataFolder: "\(folder.path)/data")
    }

    private func refusal(_ word: String) -> String {
        do {
            return try search.file(word)
        } catch {
            return "\(error)"
        }
    }

    @Test func `profiles of the user come first, then those of the system, then those of navbus`() throws {
        try folder.write("", to: "data/config/drive.toml")
        #expect(try search.file("drive") == "\(folder.path)/data/config/drive.toml")
        try folder.write("", to: "etc/drive.toml")
        #expect(try search.file("drive") == "\(folder.path)/etc/drive.toml")
        try folder.write("", to: "own/navbus/drive.toml")
        #expect(try search.file("drive") == "\(folder.path)/own/navbus/drive.toml")
    }

    @Test func `without XDG_CONFIG_HOME, .config in the home folder is used, if there is a home`() {
        let home = ProfileSearch(environment: ["HOME": "/people/ada", "XDG_CONFIG_HOME": "x"], dataFolder: "/data")
        #expect(home.folders == ["/people/ada/.config/navbus", "/etc/navbus", "/data/config"])
        #expect(ProfileSearch(environment: [:], dataFolder: nil).folders == ["/etc/navbus"])
    }

    @Test(arguments: ["./drive", "drive.toml", "/dev/null", "a/b"])
    func `a name with a slash or ending in .toml is a path`(
        word: String
    ) throws {
        try folder.write("", to: "etc/drive.toml")
        #expect(try search.file(word) == word)
    }

    @Test func `dangling links and pipes are not listed`() throws {
        try folder.write("# Fine.\n", to: "etc/drive.toml")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/etc/circle.toml", withDestinationPath: "circle.toml")
        #expect(mkfifo("\(folder.path)/etc/pipe.toml", 0o600) == 0)
        #expect(search.profiles.map(\.name) == ["drive"])
    }

    @Test func `an unknown name is refused with the searched folders and a similar name`() throws {
        try folder.write("", to: "etc/handlebar.toml")
        let text = refusal("handelbar")
        #expect(text.hasPrefix("--config handelbar: there is no profile of this name; did you mean \"handlebar\"?"))
        for subfolder in ["own/navbus", "etc", "data/config"] {
            #expect(text.contains("\(folder.path)/\(subfolder)"), "\(text)")
        }
        #expect(text.contains("looked for handelbar.toml in") && text.contains("./handelbar"))
        #expect(refusal("").contains("is empty"))
    }

    @Test func `each profile is listed with its first sentence, and whether it is hidden`() throws {
        try folder.write("# My own drive: loud.\n# Second.\n", to: "own/navbus/drive.toml")
        try folder.write("#\n#  Drives of\n#  this house. And more.\ncontrols = []\n", to: "etc/drive.toml")
        for subfolder in ["etc", "data/config"] {
            try folder.write("controls = []\n# late\n", to: "\(subfolder)/plain.toml")
        }
        try folder.write("no profile", to: "etc/notes.txt")
        let profiles = search.profiles
        #expect(profiles.map(\.name) == ["drive", "drive", "plain"], "a copy is not listed twice")
        #expect(profiles.map(\.summary) == ["My own drive", "Drives of this house.", ""])
        #expect(profiles.map(\.isHidden) == [false, true, false])
    }
}
