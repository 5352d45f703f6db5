import Glibc
import NavigationControl
import NavigationEvents
import Pictures
import Testing

@testable import Signs

@Suite struct CatalogueTests {
    @Test func everyManeuverIsNamedOnce() {
        let notes = CatalogueSection.pictures.entries.map(\.note).joined(separator: ", ")
        #expect(CatalogueSection.pictures.entries.count == 40)
        for maneuver in Maneuver.allCases {
            #expect(notes.split(separator: ", ").filter { $0 == "\(maneuver) (\(maneuver.rawValue))" }.count == 1)
        }
    }

    @Test func everyPictureHasAFileOfItsOwn() {
        let names = CatalogueSection.all.flatMap(\.entries).map(\.name)
        #expect(Set(names).count == names.count)
        let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-")
        #expect(names.allSatisfy { $0.allSatisfy(allowed.contains) })
    }

    @Test func everyEntryCanBeDrawn() {
        for entry in CatalogueSection.all.flatMap(\.entries) { #expect(entry.picture(.standard) != nil) }
    }

    @Test func aCatalogueIsAPageWithAllItsPicturesAndTheirFiles() throws {
        let scratch = try CatalogueFolder()
        try CatalogueWriter(folder: scratch.path + "/new", themes: [.night], sections: [.short]).write()
        let page = String(decoding: try scratch.read("new/index.html"), as: UTF8.self)
        #expect(page.contains("turnRight (7), onRampRight (23)"))
        #expect(page.contains("aria-label=\"turn-right\""))
        for outside in ["http://", "https://", "src=", "@import", "url("] {
            let parts = page.split(separator: outside, omittingEmptySubsequences: false)
            // The names of SVG's own vocabularies are no addresses.
            let isVocabulary = parts.dropFirst().allSatisfy { $0.hasPrefix("www.w3.org/") }
            #expect(isVocabulary, "nothing is fetched: \(outside)")
        }
        for name in ["48@1", "48@2", "48@3", "96@1", "96@2", "96@3"] {
            let png = try scratch.read("new/png/turn-right-\(name)-night.png")
            #expect(png.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
        }
        let sheet = try scratch.read("new/signs.svg")
        #expect(sheet.count < 150_000)
        #expect(String(decoding: sheet, as: UTF8.self).contains("width=\"1040px\" height=\"416px\""))
    }

    @Test func aFolderThatCannotBeWrittenEndsItWithItsName() throws {
        #expect(CatalogueCommand.run(["--out", "/dev/null/catalogue"]) == .output)
        #expect(CatalogueCommand.run(["--out", "/proc/catalogue"]) == .output)
    }

    @Test func aPageThatCannotBeReplacedEndsIt() throws {
        let scratch = try CatalogueFolder()
        #expect(mkdir(scratch.path + "/index.html", 0o700) == 0)
        #expect(throws: OutputFolder.Failure.self) {
            try CatalogueWriter(folder: scratch.path, themes: [.day], sections: [.short]).write()
        }
    }

    @Test(arguments: [[], ["--out"], ["--out", ""], ["--out", "a", "b"], ["--into", "a"]])
    func whatCannotBeUnderstoodIsWrongUsage(_ words: [String]) {
        #expect(CatalogueCommand.run(words) == .usage)
    }

    @Test func aThemeThatIsNoneIsToldBeforeAnythingIsWritten() throws {
        let scratch = try CatalogueFolder()
        #expect(CatalogueCommand.run(["--out", scratch.path + "/none", "--theme", "noon"]) == .input)
        #expect(access(scratch.path + "/none", F_OK) != 0)
    }

    @Test func helpIsGiven() {
        #expect(CatalogueCommand.run(["--help"]) == .done)
    }
}

extension CatalogueSection {
    /// One picture.
    fileprivate static let short = CatalogueSection(
        title: "One", text: "A turn & a <road>.",
        entries: pictures.entries.filter { $0.name == "turn-right" })
}

/// A folder that goes with its owner.
private final class CatalogueFolder {
    struct Failure: Error {}

    let path: String

    init() throws {
        var template = Array("/tmp/navbus-catalogue-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure() }
        path = String(cString: made)
    }

    deinit { system("rm -rf '\(path)'") }

    func read(_ name: String) throws -> [UInt8] {
        guard let bytes = OutputFolder(path).read(name) else { throw Failure() }
        return bytes
    }
}
