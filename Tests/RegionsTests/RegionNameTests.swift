import Regions
import Testing

/// Names of regions, which are names of folders.
@Suite struct RegionNameTests {
    @Test(
        arguments: [
            ("/maps/germany-latest.osm.pbf", "germany"), ("Heidelberg.osm.pbf", "heidelberg"), ("a b.osm", "a-b"),
            ("../München.pbf", "m-nchen"), ("....pbf", "region"),
        ])
    func `the name of a region comes from its extract`(path: String, name: String) throws {
        #expect(try RegionName(extract: path).description == name)
    }

    @Test(arguments: ["", "..", "a/b", ".hidden", "-x", "Ä", "a b", String(repeating: "a", count: 41)])
    func `a name that is no plain word is refused`(name: String) {
        #expect(throws: RegionError.badName(name)) { try RegionName(name) }
    }
}
