import Glibc
import NavigationEvents
import Routes
import TOML
import TestSupport
import Testing

@testable import Haptics
@testable import HapticsTools

/// The GPX file of a walk.
@Suite struct WalkTrackTests {
    static func write(_ text: String, to path: String) throws {
        let file = try #require(fopen(path, "w"))
        fputs(text, file)
        fclose(file)
    }

    @Test func `a walk can be read as a track`() throws {
        var walk = try Walk(
            along: FootPath().straight(60).route, table: .wristband, settings: WalkSettings())
        _ = walk.run()
        let folder = try TemporaryFolder()
        let path = folder.path + "/walk.gpx"
        try WalkTrack(walk.trace).write(to: path)
        let track = try RouteDocument.read(try TextFile.bytes(path), travelMode: .foot)
        #expect(track[0].distanceMeters > 30)
    }

    @Test func `an unwritable file is reported`() {
        let error = #expect(throws: WalkError.self) { try WalkTrack([]).write(to: "/nowhere/walk.gpx") }
        #expect(error?.description.contains("/nowhere/walk.gpx") == true)
    }
}
