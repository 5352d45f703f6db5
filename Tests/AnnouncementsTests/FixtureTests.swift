import Announcements
import Testing

@Suite struct FixtureTests {
    @Test(arguments: Fixture.all) func `each fixture gives its announcement`(_ path: String) throws {
        let fixture = try Fixture(path)
        let announcement = try fixture.announcement()
        let (text, expected) = (announcement?.text ?? "", try fixture.says)
        #expect(text == expected, "\(path)")
        if let clips = try fixture.clips { #expect(announcement?.samples == clips, "\(path)") }
    }

    @Test func `there are fixtures`() {
        #expect(Fixture.all.count > 20)
    }
}
