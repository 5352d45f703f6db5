import Foundation
import TestSupport
import Testing

/// A receiver at a serial port, in complete runs.
@Suite(.serialized) struct SerialReceiverTests {
    /// A new folder below `/dev`, where a path names a serial port.
    private final class DeviceFolder {
        let path = "/dev/shm/navbus-test-\(UUID().uuidString)"
        var device: String { path + "/ttyUSB0" }

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private static func source(_ path: String) -> String { "kind = \"nmea\"\npath = \"\(path)\"" }

    @Test func `a receiver that is missing, unplugged and back never ends the drive`() throws {
        let folder = try DeviceFolder()
        let run = try SupervisedRun()
        let epochs = try TestReceiver.epochs(of: SupervisedRun.example("drive.nmea"))
        let navbus = try run.start(controls: [], source: Self.source(folder.device))
        #expect(
            navbus.wait {
                $0.errors.contains(
                    "failed to read positions from \(folder.device): No such file or directory; connect the receiver")
            })
        for number in 1...2 {
            let receiver = try Wristband(at: folder.device)
            for epoch in epochs[(number * 20)..<(number * 20 + 10)] { receiver.say(epoch) }
            #expect(navbus.wait { $0.count(of: "\(folder.device) answers again") == number })
            let losses = navbus.count(of: "failed to read positions from \(folder.device)")
            receiver.unplug()
            #expect(navbus.wait { $0.count(of: "failed to read positions from \(folder.device)") > losses })
        }
        #expect(run.status()?["processId"] != nil, "the drive lives")
        navbus.signal(SIGINT)
        #expect(navbus.wait().exitCode == 0)
    }

    @Test func `a path that is no serial port is an error`() throws {
        let run = try SupervisedRun()
        let outcome = try run.start(controls: [], source: Self.source("/dev/null")).wait()
        #expect(outcome.exitCode == 66)
        #expect(outcome.errors.contains("failed to read positions from /dev/null: it is not a serial line"))
        #expect(outcome.errors.contains("/dev/null: cannot be used as a receiver; name its device as source.path"))
    }
}

extension RunningProgram {
    /// How often a text occurs in both outputs.
    fileprivate func count(of text: String) -> Int { (output + errors).components(separatedBy: text).count - 1 }
}
