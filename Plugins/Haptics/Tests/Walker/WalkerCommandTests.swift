import NavigationControl
import NavigationEvents
import TestSupport
import Testing

@testable import Haptics

/// `navbus haptics walker`, and what it prints.
@Suite struct WalkerCommandTests {
    @Test func whatIsAskedForIsUnderstood() throws {
        let asked = try WalkerArguments([
            "--route", "a.json", "--table=belt", "--table", "own.toml", "--mode", "both", "--seeds", "3", "--seed", "9",
            "--gps", "bad", "--compass", "perfect", "--obey", "haptics", "--json", "b.gpx",
        ])
        #expect(asked.routes == ["a.json", "b.gpx"] && asked.tables == ["belt", "own.toml"])
        #expect(asked.walk.mode == .both && asked.walk.sky == .bad && asked.walk.compass == .perfect)
        #expect(asked.seeds == 3 && asked.walk.seed == 9 && asked.isJSON)
    }

    @Test(arguments: [
        ([], "a route is needed"), (["--route"], "--route"), (["a.json", "--mode", "fast"], "turns, compass, both"),
        (["a.json", "--seeds", "0"], "from 1.0 to 1000.0"), (["a.json", "--obey", "speech"], "haptics"),
        (["a.json", "--gps", "none"], "good, city, bad"),
    ])
    func whatCannotBeUnderstoodIsTold(_ words: [String], _ part: String) {
        let problem = #expect(throws: CommandWords.Problem.self) { try WalkerArguments(words) }
        #expect(problem?.text.contains(part) == true)
    }

    @Test func aTableHasARowForEachTableOfPatterns() {
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

    @Test func aCarsRouteIsRefusedUnlessAskedFor() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/line.gpx"
        let gpx =
            "<gpx><rte><rtept lat=\"49.41\" lon=\"8.69\"/><rtept lat=\"49.412\" lon=\"8.69\"/></rte></gpx>"
        try WalkTrackTests.write(gpx, to: path)
        #expect(try WalkerCommand.route(path, isAsFoot: true).travelMode == .foot)
        let missing = folder.path + "/none.gpx"
        #expect(throws: (any Error).self) { try WalkerCommand.route(missing, isAsFoot: false) }
    }
}
