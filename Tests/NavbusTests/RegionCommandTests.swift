import Foundation
import TestSupport
import Testing

/// The commands `navbus region …` and `navbus places search`, and names as destinations.
@Suite struct RegionCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func navbus(_ arguments: String...) throws -> BuiltProgram.Outcome {
        try BuiltProgram.navbus.run(arguments, environment: ["NAVBUS_REGIONS": folder.path + "/regions"])
    }

    private func addTown() throws {
        let extract = try folder.write(TownExtract().xml, to: "town.osm")
        let added = try navbus("region", "add", extract, "--without", "map", "--without", "routes")
        #expect(added.exitCode == 0, "\(added.errors)")
        #expect(added.output.contains("town: ") && added.output.contains("8 addresses"), "\(added.output)")
    }

    @Test func `a region is added, listed, checked, searched, updated and removed`() throws {
        #expect(try navbus("region", "list").errors.contains("navbus region add"))
        #expect(try navbus("places", "search", "Plöck").exitCode == 1)
        try addTown()
        #expect(try navbus("region", "list").output.contains("town  places; "))
        let listed = try navbus("region", "list", "--json").output
        let regions = try #require(
            try JSONSerialization.jsonObject(with: Data(listed.utf8)) as? [[String: Any]])
        #expect(regions.first?["name"] as? String == "town")
        #expect(try navbus("region", "check").exitCode == 0)
        let found = try navbus("places", "search", "pöck", "12", "a", "--near", "50.001,8.001", "--limit", "1")
        #expect(found.lines.count == 1 && found.output.hasPrefix("Plöck 12a, Altstadt  "), "\(found.output)")
        #expect(found.output.contains(" m  address  50.00100,8.00200"), "\(found.output)")
        #expect(try navbus("region", "update", "town").output.contains("up to date"))
        #expect(try navbus("region", "update", "town", "--force").exitCode == 0)
        #expect(try navbus("region", "list").output.contains("town  places; "), "an update keeps the parts")
        #expect(try navbus("doctor").output.contains("region town: places; "))
        #expect(try navbus("region", "remove", "town").exitCode == 0)
        #expect(try navbus("region", "remove", "town").exitCode == 66)
    }

    @Test func `wrong usage and foreign files end with a message and the exit code for them`() throws {
        try addTown()
        let page = try folder.write("<!doctype html><html>", to: "page.osm.pbf")
        let town = folder.path + "/town.osm"
        for (arguments, code, text) in [
            (["add", page], 66, "it is a web page"), (["add", "/nowhere"], 66, "No such file"),
            (["add", town], 64, "it exists"), (["add", town, "--name", "../x"], 64, "a name consists of"),
            (["add", town, "--name", "b", "--without", "places"], 64, "needs places"),
            (["add", town, "--name", "b", "--country", "Germany"], 64, "two capital letters"),
            (["update", "nothing"], 66, "there is none in"), (["check", "nothing"], 66, "there is none in"),
        ] as [([String], Int32, String)] {
            let outcome = try BuiltProgram.navbus.run(
                ["region"] + arguments, environment: ["NAVBUS_REGIONS": folder.path + "/regions"])
            #expect(outcome.exitCode == code && outcome.errors.contains(text), "\(arguments): \(outcome.errors)")
        }
    }

    @Test func `a damaged region is reported by check and doctor`() throws {
        try addTown()
        try folder.write("no database", to: "regions/town/places.sqlite")
        let checked = try navbus("region", "check")
        #expect(checked.exitCode == 1 && checked.output.contains("places.sqlite"), "\(checked.output)")
        try folder.write("{}", to: "regions/town/region.json")
        #expect(try navbus("doctor").output.contains("fault   region: failed to read "))
    }

    @Test func `a destination by name lists the places when it is ambiguous`() throws {
        let without = try navbus("start", "--from", "50.15,8.15", "--to", "Hauptstraße 7")
        #expect(without.exitCode == 64 && without.errors.contains("navbus region add"), "\(without.errors)")
        try addTown()
        let outcome = try navbus("start", "--from", "50.15,8.15", "--to", "Hauptstraße 7")
        #expect(outcome.exitCode == 64)
        let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("    Hauptstraße 7, ") }
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains(" km  address  50.") }, "\(outcome.errors)")
        let unknown = try navbus("start", "--from", "50,8", "--to", "xyzzyqwv")
        #expect(unknown.exitCode == 64 && unknown.errors.contains("no place fits"), "\(unknown.errors)")
    }

    @Test(arguments: ["Plöck 1, Altstadt", "geo:50.00100,8.00050;u=35", "50.001,8.0005"])
    func `a destination is a name, a URI or a position`(text: String) throws {
        try addTown()
        // No server listens there: the destination is known before it is asked.
        let outcome = try navbus(
            "start", "--from", "50,8", "--to", text, "--router", "http://127.0.0.1:9", "--engine", "valhalla")
        #expect(outcome.exitCode == 69 && outcome.errors.contains("no server listens"), "\(outcome.errors)")
        if text.hasPrefix("Plöck") { #expect(outcome.output.hasPrefix("to Plöck 1, Altstadt"), "\(outcome.output)") }
    }

    @Test func `a geo URI without a position is wrong usage`() throws {
        #expect(try navbus("start", "--from", "50,8", "--to", "geo:hello").exitCode == 64)
        #expect(try navbus("start", "--from", "50,8", "--to", "91,8").exitCode == 64)
    }
}
