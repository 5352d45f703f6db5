import NavigationControl
import NavigationEvents
import Testing

@testable import Watch

@Suite struct WatchControlTests {
    @Test func aStopWithoutAStartIsSilent() {
        var driver = ControlDriver(WatchControl())
        driver.deliver(.navigationStopped)
    }
}
