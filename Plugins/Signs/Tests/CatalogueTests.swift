import Glibc
import NavigationControl
import NavigationEvents
import Pictures
import TestSupport
import Testing
import Platform

@testable import Signs

@Suite struct CatalogueTests {
    @Test func `every maneuver is named once`() {
        let notes = CatalogueSection.pictures.entries.map(\.note).joined(separator: ", ")
        #expect(CatalogueSection.pictures.entries.count == 40)
        for maneuver in Maneuver.allCases {
            #expect(notes.split(separator: ", ").filter { $0 == "\(maneuver) (\(maneuver.rawValue))" }.count == 1)
        }
    }

    @Test func `every picture has its own file`() {
        let names = CatalogueSection.all.flatMap(\.entries).map(\.name)
        #expect(Set(names).count == names.count)
        let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-")
        #expect(names.allSatisfy { $0.allSatisfy(allowed.contains) })
    }

    @Test func `every entry can be drawn`() {
        for entry in CatalogueSection.all.flatMap(\.entries) { #expect(entry.picture(.standard) != nil) }
    }

    @Test func `a catalogue is a page with all its pictures and their files`() throws {
        let folder = try TemporaryFolder()
        try CatalogueWriter(folder: folder.path + "/new", themes: [.night], sections: [.short]).write()
        let page = String(decoding: try folder.read("new/index.html"), as: UTF8.self)
        #expect(page.contains("turnRight (7), onRampRight (23)"))
        #expect(page.contains("aria-label=\"turn-right\""))
        for outside in ["http://", "https://", "src=", "@import", "url("] {
            let parts = page.split(separator: outside, omittingEmptySubsequences: false)
            // The XML namespaces of SVG are not addresses.
            let isVocabulary = parts.dropFirst().allSatisfy { $0.hasPrefix("www.w3.org/") }
            #expect(isVocabulary, "nothing is fetched: \(outside)")
        }
        for name in ["48@1", "48@2", "48@3", "96@1", "96@2", "96@3"] {
            let png = try folder.read("new/png/turn-right-\(name)-night.png")
            #expect(png.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
        }
        let sheet = try folder.read("new/signs.svg")
        #expect(sheet.count < 150_000)
        #expect(String(decoding: sheet, as: UTF8.self).contains("width=\"1040\" height=\"416\""))
    }

    @Test func `a folder that cannot be written is an error with its name`() throws {
        #expect(CatalogueCommand.run(["--out", "/dev/null/catalogue"]) == .outputError)
        #expect(CatalogueCommand.run(["--out", "/proc/catalogue"]) == .outputError)
    }

    @Test func `a page that cannot be replaced is an error`() throws {
        let folder = try TemporaryFolder()
        #expect(mkdir(folder.path + "/index.html", 0o700) == 0)
        #expect(throws: OutputFolder.Failure.self) {
            try CatalogueWriter(folder: folder.path, themes: [.day], sections: [.short]).write()
        }
    }

    @Test(arguments: [[], ["--out"], ["--out", ""], ["--out", "a", "b"], ["--into", "a"]])
    func `invalid arguments are wrong usage`(_ words: [String]) {
        #expect(CatalogueCommand.run(words) == .usage)
    }

    @Test func `an invalid theme is an error before anything is written`() throws {
        let folder = try TemporaryFolder()
        #expect(CatalogueCommand.run(["--out", folder.path + "/none", "--theme", "noon"]) == .noInput)
        #expect(CatalogueCommand.run(["--print-theme", "night"]) == .success)
        #expect(CatalogueCommand.run(["--print-theme", "noon"]) == .noInput)
        #expect(access(folder.path + "/none", F_OK) != 0)
    }

    @Test func `a custom theme does not use the file names of another`() {
        var theme = Theme.day
        #expect(theme.fileName == "day")
        theme.name = "themes/day.toml"
        #expect(theme.fileName == "own-day")
        theme.name = "themes/dusk.toml"
        #expect(theme.fileName == "dusk")
    }

    @Test func `the help is printed`() {
        #expect(CatalogueCommand.run(["--help"]) == .success)
    }
}

extension CatalogueSection {
    /// One picture.
    fileprivate static let short = CatalogueSection(
        title: "One", text: "A turn & a <road>.",
        entries: pictures.entries.filter { $0.name == "turn-right" })
}

extension TemporaryFolder {
    fileprivate func read(_ name: String) throws -> [UInt8] {
        try #require(OutputFolder(path).read(name), "\(name) was not written")
    }
}
