import EventBus
import Foundation
import NavigationEvents
import Platform
import TestSupport

/// Random disturbances of a long day, one each minute.
struct Disturbances {
    enum Kind: CaseIterable {
        case noise
        case positionWithoutNumbers
        case positionFarAway
        case positionOfYesterday
        case stoppedTap
        case stoppedControl
        case killedControl
    }

    /// A control that dies five times within a minute counts as failed, so deaths are spaced.
    private static let secondsBetweenDeaths = 15.0

    private let drive: GuidedDrive
    private var random: SplitMix64
    private var lastDeaths: [String: Date] = [:]
    /// Number of disturbances of each kind.
    private(set) var counts: [Kind: Int] = [:]

    init(of drive: GuidedDrive, seed: UInt64) {
        self.drive = drive
        random = SplitMix64(seed: seed)
    }

    /// Makes one disturbance, in addition to a correct position.
    mutating func next(_ fix: Fix, _ client: BusClient) {
        guard let kind = Kind.allCases.randomElement(using: &random) else { return }
        var wrong = fix
        switch kind {
        case .noise: makeNoise()
        case .positionWithoutNumbers: wrong.position.latitudeDegrees = .nan
        case .positionFarAway: wrong.position.latitudeDegrees += 0.5
        case .positionOfYesterday:
            wrong.time = Timestamp(
                nanosecondsSinceEpoch: fix.time.nanosecondsSinceEpoch - 86_400_000_000_000)
        case .stoppedTap: stop("navbus", running: "tap")
        case .stoppedControl: stop("navbus-lanes")
        case .killedControl: guard killControl() else { return }
        }
        // The answer is ignored: only the effect on the drive counts.
        if wrong != fix { _ = try? client.request(.position(.main, wrong)) }
        counts[kind, default: 0] += 1
    }

    /// Sends bytes that are not a message and disconnects.
    private mutating func makeNoise() {
        let path = drive.endpoint.dropFirst("ipc://".count)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        let bytes = (0..<512).map { _ in UInt8.random(in: 0...255, using: &random) }
        if isConnected { _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
    }

    private func stop(_ name: String, running word: String? = nil) {
        let processes = drive.children.filter { $0.name == name.prefix(15) }.map(\.processID)
        let wanted = word.map { ProcessTree.descendants(of: drive.program.processID, running: $0) } ?? processes
        for process in wanted { kill(process, SIGSTOP) }
        Thread.sleep(forTimeInterval: 0.1)
        for process in wanted { kill(process, SIGCONT) }
    }

    private mutating func killControl() -> Bool {
        let control = Bool.random(using: &random) ? "navbus-haptics" : "navbus-lanes"
        if let last = lastDeaths[control], -last.timeIntervalSinceNow < Self.secondsBetweenDeaths { return false }
        guard let process = drive.children.first(where: { $0.name == control.prefix(15) }) else { return false }
        lastDeaths[control] = Date()
        return kill(process.processID, SIGKILL) == 0
    }
}
