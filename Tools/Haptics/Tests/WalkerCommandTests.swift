import HapticDevices
import NavigationControl
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Haptics
@testable import HapticsTools

/// `navbus haptics walker`, and its output.
@Suite struct WalkerCommandTests {
    @Test func `arguments are parsed`() throws {
        let asked = try WalkerArguments([
            "--route", "a.json", "--table=belt", "--table", "own.toml", "--mode", "both", "--seeds", "3", "--seed", "9",
            "--gps", "bad", "--compass", "perfect", "--obey", "haptics", "--json", "b.gpx",
        ])
        #expect(asked.routes == ["a.json", "b.gpx"] && asked.tables == ["belt", "own.toml"])
        #expect(asked.walk.mode == .both && asked.walk.reception == .bad && asked.walk.compass == .perfect)
        #expect(asked.seeds == 3 && asked.walk.seed == 9 && asked.isJSON)
    }

    @Test(arguments: [
        ([], "a route is needed"), (["--route"], "--route"), (["a.json", "--mode", "fast"], "turns, compass, both"),
        (["a.json", "--seeds", "0"], "a whole number from 1 to 1000"),
        (["a.json", "--seeds", "1.7"], "a whole number"), (["--route=", "--table="], "--route wants a value"),
        (["a.json", "--seed", "-1"], "--seed -1"), (["a.json", "--table", ""], "--table wants a value"),
        (["a.json", "--obey", "speech"], "haptics"),
        (["a.json", "--gps", "none"], "good, city, bad"),
    ])
    func `invalid arguments are reported`(_ words: [String], _ part: String) {
        let problem = #expect(throws: CommandArguments.Problem.self) { try WalkerArguments(words) }
        #expect(problem?.text.contains(part) == true)
    }

    @Test func `a table has a row for each table of patterns`() {
        var report = WalkReport()
        let result = WalkResult(end: .arrived, seconds: 110, walkedMeters: 143, shortestMeters: 130, felt: 22)
        for seed in UInt64(1)...2 {
            report.lines.append(.init(table: "belt", route: "a.json", seed: seed, result: result))
        }
        var lost = result
        lost.end = .lost
        report.lines.append(.init(table: "phone", route: "a.json", seed: 1, result: lost))
        let table = report.table(WalkSettings())
        #expect(table.contains("belt    2 of 2") && table.contains("110 %") && table.contains("phone   0 of 1"))
        #expect(report.lines[0].json(WalkSettings()).contains("\"end\":\"arrived\",\"seconds\":110.0"))
    }

    @Test func `a route for cars is refused without --as-foot`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/line.gpx"
        let gpx =
            "<gpx><rte><rtept lat=\"49.41\" lon=\"8.69\"/><rtept lat=\"49.412\" lon=\"8.69\"/></rte></gpx>"
        try WalkTrackTests.write(gpx, to: path)
        #expect(try WalkerCommand.route(path, isAsFoot: true).travelMode == .foot)
        let missing = folder.path + "/none.gpx"
        let error = #expect(throws: WalkError.self) { try WalkerCommand.route(missing, isAsFoot: false) }
        #expect(error?.description == "use the route \(missing): cannot be read: No such file or directory")
    }

    @Test(
        arguments: [
            ([(49.0, 8.0), (59, 80)], "km long; use a route of at most 50 km"),
            ([(-50, 20), (-50.5, 20)], "55 km long"),
            ([(89.9, 0), (89.9, 90)], "too near a pole"), ([(-85.001, 0), (-85, 0)], "too near a pole"),
        ] as [([(Double, Double)], String)])
    func `a route that is too long or near a pole is refused at once`(
        _ places: [(Double, Double)], _ part: String
    ) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/far.gpx"
        let points = places.map { "<rtept lat=\"\($0.0)\" lon=\"\($0.1)\"/>" }.joined()
        try WalkTrackTests.write("<gpx><rte>\(points)</rte></gpx>", to: path)
        let error = #expect(throws: WalkError.self) { try WalkerCommand.route(path, isAsFoot: true) }
        #expect(error?.description.contains(part) == true, "\(String(describing: error))")
        #expect(WalkerCommand.run(["--as-foot", path]) == .noInput)
    }

    @Test func `an unwritable file is reported before the walks`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/line.gpx"
        try WalkTrackTests.write(
            "<gpx><rte><rtept lat=\"49\" lon=\"8\"/><rtept lat=\"49.2\" lon=\"8\"/></rte></gpx>", to: path)
        #expect(WalkerCommand.run(["--as-foot", "--seeds", "1000", path, "--gpx", "/dev/full"]) == .outputError)
    }
}
