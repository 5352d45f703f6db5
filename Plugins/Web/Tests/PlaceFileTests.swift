import Foundation
import NavigationEvents
import Synchronization
import TestSupport
import Testing

@testable import Web

@Suite("The kept places")
struct PlaceFileTests {
    private let folder: TemporaryFolder
    private let warnings = Lines()
    private let file: PlaceFile

    init() throws {
        folder = try TemporaryFolder()
        file = PlaceFile(path: "\(folder.path)/state/web/places.json") { [warnings] in warnings.add($0) }
    }

    private func place(_ number: Int, _ title: String? = nil) throws -> KeptPlace {
        try #require(
            KeptPlace(
                title: title ?? "Place \(number)", surroundings: "Altstadt",
                position: Coordinate(latitudeDegrees: Double(number) / 1000, longitudeDegrees: 8)))
    }

    @Test func `places are kept, and erased one by one and all together`() throws {
        let (home, work, shop) = (try place(1, "Zuhause"), try place(2), try place(3))
        try file.change {
            $0.save(home); $0.save(work); $0.visit(shop); $0.visit(home); $0.visit(shop)
        }
        #expect(file.contents() == PlaceFile.Contents(saved: [work, home], recent: [shop, home]))
        try file.change { $0.erase(home.id) }
        #expect(file.contents() == PlaceFile.Contents(saved: [work], recent: [shop]))
        try file.change { $0.erase(nil) }
        #expect(file.contents() == PlaceFile.Contents())
        #expect(warnings.all.isEmpty)
    }

    @Test func `only the user can read them`() throws {
        let old = umask(0)
        defer { umask(old) }
        let home = try place(1)
        try file.change { $0.save(home) }
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/state/web")
        #expect(names == ["places.json"])
    }

    @Test func `the lists have bounds, and the latest places stay`() throws {
        let places = try (0..<150).map { try place($0) }
        try file.change { contents in
            for place in places {
                contents.save(place)
                contents.visit(place)
            }
        }
        let contents = file.contents()
        #expect(contents.saved.count == PlaceFile.maxSaved && contents.recent.count == PlaceFile.maxRecent)
        #expect(contents.saved.first?.title == "Place 149" && contents.recent.first?.title == "Place 149")
    }

    @Test(arguments: ["", "{", "[]", #"{"version":2,"saved":[],"recent":[]}"#, #"{"version":1}"#, "\u{0}\u{1}"])
    func `a damaged file is kept beside, with a warning, and a new one begins`(text: String) throws {
        let home = try place(1)
        try file.change { $0.save(home) }
        try folder.write(text, to: "state/web/places.json")
        #expect(file.contents() == PlaceFile.Contents())
        #expect(warnings.all.count == 1 && warnings.all.first?.contains("places.json.damaged") == true)
        #expect(try String(contentsOfFile: "\(file.path).damaged", encoding: .utf8) == text)
        try file.change { $0.save(home) }
        #expect(file.contents().saved == [home])
        #expect(warnings.all.count == 1)
    }

    @Test func `a file that is too large or a folder does no harm`() throws {
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
        #expect(file.contents() == PlaceFile.Contents())
        try folder.write(String(repeating: " ", count: 1 << 19), to: "state/web/places.json")
        #expect(file.contents() == PlaceFile.Contents())
        #expect(warnings.all.count == 2)
    }

    @Test func `single wrong places of a file are left out`() throws {
        let home = try place(1)
        try file.change { $0.save(home) }
        let text = try String(contentsOfFile: file.path, encoding: .utf8)
        let changed = text.replacingOccurrences(of: #""saved":["#, with: #""saved":[7,{"title":"x"},"#)
        try folder.write(changed, to: "state/web/places.json")
        #expect(file.contents().saved == [home] && warnings.all.isEmpty)
    }
}
