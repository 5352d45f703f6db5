import NavigationControl
import Testing

@testable import Web

@Suite struct WebControlTests {
    @Test func aStopWithoutAStartIsSilent() {
        var driver = ControlDriver(WebControl())
        driver.deliver(.navigationStopped)
    }
}
