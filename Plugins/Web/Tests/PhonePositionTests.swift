import NavigationEvents
import Testing

@testable import Web

@Suite("A position of a phone")
struct PhonePositionTests {
    private static let whole = """
        {"phone":"a","timeMilliseconds":1777881600123,"latitudeDegrees":49.4,"longitudeDegrees":8.69,"accuracyMeters":6.5,
        "altitudeMeters":114,"speedMetersPerSecond":13.9,"courseDegrees":360}
        """

    private func read(_ text: String) -> PhonePosition? { PhonePosition(Array(text.utf8)) }

    @Test func `all values arrive in the fix`() throws {
        let position = try #require(read(Self.whole))
        #expect(position.phone == "a")
        #expect(position.fix.time.nanosecondsSinceEpoch == 1_777_881_600_123_000_000)
        #expect(position.fix.position == Coordinate(latitudeDegrees: 49.4, longitudeDegrees: 8.69))
        #expect(position.fix.horizontalAccuracyMeters == 6.5)
        #expect(position.fix.altitudeMeters == 114)
        #expect(position.fix.speedMetersPerSecond == 13.9)
        #expect(position.fix.courseDegrees == 0)
    }

    @Test func `values that a browser does not know stay unknown`() throws {
        let text = #"{"phone":"a","timeMilliseconds":0,"latitudeDegrees":0,"longitudeDegrees":0,"courseDegrees":null}"#
        let fix = try #require(read(text)).fix
        #expect(fix.courseDegrees == nil && fix.speedMetersPerSecond == nil && fix.horizontalAccuracyMeters == nil)
    }

    @Test(arguments: [
        ("49.4", "90.1"), ("8.69", "181"), ("8.69", "null"), ("8.69", "\"8.69\""), ("1777881600123", "-1"),
        ("1777881600123", "7.4e12"), ("1777881600123", "1e999"), ("\"a\"", "\"\""), ("\"a\"", "7"), ("}", ""),
    ])
    func `an impossible value is refused`(value: String, other: String) {
        #expect(read(Self.whole.replacing(value, with: other, maxReplacements: 1)) == nil)
    }

    @Test func `an impossible speed is unknown`() throws {
        #expect(try #require(read(Self.whole.replacing("13.9", with: "-1"))).fix.speedMetersPerSecond == nil)
    }
}
