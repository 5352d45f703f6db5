import Glibc
import Platform
import TestSupport
import Testing

@testable import HapticDevices

@Suite struct SerialDeviceTests {
    private static func reason(_ kind: SerialDriver) -> String {
        do throws(HapticDeviceError) {
            var device = try kind.open { true }
            device.close()
            return "opened"
        } catch {
            return "\(error)"
        }
    }

    @Test func `a port has one user`() throws {
        let folder = try TemporaryFolder()
        let band = try Wristband(at: "\(folder.path)/port")
        defer { band.unplug() }
        let kind = SerialDriver(path: band.path)
        var device = try kind.open { true }
        #expect(device.name == "serial \(band.path)" && device.motors == .two)
        #expect(Self.reason(kind).contains("another program uses it"))
        device.close()
        #expect(Self.reason(kind) == "opened", "given back")
    }

    @Test func `a path that is not a port is refused with this reason`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("text", to: "file")
        #expect(Self.reason(SerialDriver(path: file)).contains("it is not a serial port"))
        #expect(Self.reason(SerialDriver(path: "\(folder.path)/none")).contains("there is no such port"))
        #expect(Self.reason(SerialDriver(path: "/dev/null")).contains("it is not a serial port"))
    }

    /// The error is made, because root may open every port.
    @Test func `the error of a forbidden port names the group to join`() {
        let kind = SerialDriver(path: "/dev/ttyUSB0")
        for code in [EACCES, EPERM] { #expect("\(kind.openError(code))".contains("sudo adduser $USER dialout")) }
        #expect("\(kind.openError(EBUSY))".contains("another program uses it"))
    }

    @Test func `an unsupported speed is refused with this reason`() throws {
        let folder = try TemporaryFolder()
        let band = try Wristband(at: "\(folder.path)/port")
        defer { band.unplug() }
        #expect(Self.reason(SerialDriver(path: band.path, baud: 1234)).contains("there is no speed of 1234"))
    }

    @Test func `closing a stalled device does not wait for it`() throws {
        let folder = try TemporaryFolder()
        let band = try Wristband(at: "\(folder.path)/port")
        var device = try SerialDriver(path: band.path).open { true }
        band.stall()
        let start = MonotonicInstant.now
        device.close()
        // The pending bytes are discarded; otherwise the system waits until the device has received them.
        #expect(MonotonicInstant.now.seconds(since: start) < 5)
        band.unplug()
    }
}
