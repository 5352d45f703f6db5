import Dashboard
import NavigationEvents
import Pictures
import Testing

@testable import Watch

@Suite("A drive in lines")
struct DashboardLinesTests {
    @Test("A line for each thing that is new")
    func drive() {
        var (dashboard, lines) = (Dashboard(), DashboardLines(options: FaceOptions(form: .ascii)))
        var said: [String] = []
        func show() { said += lines.lines(dashboard, at: Moment(seconds: 0)) }
        for distance in stride(from: 620.0, through: 30, by: -10) {
            dashboard.take(NavigationInfo.make(inMeters: distance), at: Moment(seconds: 0))
            show()
        }
        dashboard.take(ControlReport.speech(.began, "turn right"), at: Moment(seconds: 0))
        show()
        dashboard.take(ControlReport.speech(.ended, "turn right"), at: Moment(seconds: 1))
        show()
        dashboard.takeStop(at: Moment(seconds: 1))
        show()
        let maneuvers = said.filter { $0.hasPrefix("->") }
        #expect(
            maneuvers.map { $0.prefix(12) } == [
                "->  in 620 m", "->  in 500 m", "->  in 200 m", "->  in 100 m", "->  in 50 m:",
            ])
        #expect(
            said.filter { !$0.hasPrefix("->") } == [
                "bus        up", "guiding    on the way", "said       turn right", "idle       no navigation",
            ])
        #expect(said.allSatisfy { $0.utf8.allSatisfy { $0 < 0x7F } })
    }
}
