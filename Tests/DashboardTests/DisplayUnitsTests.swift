import Testing

@testable import Dashboard

@Suite("Units of a display")
struct DisplayUnitsTests {
    @Test("Units are named as in the settings")
    func names() {
        #expect(DisplayUnits(rawValue: "metric") == .metric)
    }
}
