import Foundation
import TestSupport

/// Fault 20: failures of haptic devices during a pattern.
struct LostDevices: Fault {
    let title = "haptics: unplugged, stuck, garbage, killed, plugged in again"
    let passes = "no motor keeps running, the next device within 0.5 s, never two at once, then the preferred one"

    /// The failures of the preferred one of two wristbands.
    private enum Harm: CaseIterable {
        case unplugged, stuck, garbage, killed
    }

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        for _ in 0..<context.tries(5, short: 1) {
            for harm in Harm.allCases { try inflict(harm, in: context, &outcome) }
        }
        return outcome
    }

    private func inflict(_ harm: Harm, in context: FaultContext, _ outcome: inout FaultOutcome) throws {
        let folder = try TemporaryFolder()
        let pair = try WristbandPair(in: folder)
        defer { pair.unplug() }
        let drive = try GuidedDrive(
            speed: "20", controls: ["haptics"],
            extra: """
                devices = ["serial \(pair.best.path)", "serial \(pair.next.path)"]
                [supervision]
                restartSeconds = 0.05
                """, in: folder)
        guard drive.waits(until: { pair.best.isVibrating }) else {
            throw FaultError("get a pulse on the first device: \(drive.program.errors.suffix(300))")
        }
        var problems: [String] = []
        var seconds: Double?
        switch harm {
        case .unplugged: seconds = unplug(pair, drive, &problems)
        case .stuck: stick(pair, drive, &problems)
        case .garbage: sendGarbage(pair, drive, &problems)
        case .killed: kill(pair, drive, &problems)
        }
        let end = drive.finish()
        if end.exitCode != 0 { problems.append("the run ended with \(end.exitCode): \(end.errors.suffix(200))") }
        if pair.hasSimultaneousPulses { problems.append("\(harm): pulses on two devices at once") }
        problems += pair.bands.flatMap(Self.motorsStillRunning)
        problems += try context.judge(drive, &outcome)
        outcome.note(problems.map { "\(harm): \($0)" }, seconds: seconds, limit: context.limit(0.5))
    }

    /// Unplugs the preferred device until the other one vibrates, then plugs it in, after which it must be used again.
    private func unplug(_ pair: WristbandPair, _ drive: GuidedDrive, _ problems: inout [String]) -> Double? {
        let begin = Wristband.now
        pair.best.unplug()
        guard drive.waits(until: { pair.next.vibrations.contains { $0.began >= begin } }) else {
            problems.append("no pulse on the next device")
            return nil
        }
        let seconds = (pair.next.vibrations.first { $0.began >= begin }?.began ?? begin) - begin
        guard let again = try? pair.plugInAgain(), drive.waits(until: { !again.vibrations.isEmpty }) else {
            problems.append("no pulse on the device that was plugged in again")
            return seconds
        }
        if let open = again.openedAt, let felt = again.vibrations.first?.began, felt - open < 1.9 {
            problems.append("it was used again after \(felt - open) s")
        }
        return seconds
    }

    private func stick(_ pair: WristbandPair, _ drive: GuidedDrive, _ problems: inout [String]) {
        pair.best.stall()
        let begin = Wristband.now
        if !drive.waits(until: { pair.next.vibrations.contains { $0.began >= begin } }) {
            problems.append("no pulse on the next device")
        }
    }

    private func sendGarbage(_ pair: WristbandPair, _ drive: GuidedDrive, _ problems: inout [String]) {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20 { pair.best.say((0..<400).map { _ in UInt8.random(in: 0...255, using: &random) }) }
        let begin = Wristband.now
        if !drive.waits(until: { pair.bands.contains { $0.vibrations.contains { $0.began >= begin } } }) {
            problems.append("no more pulses")
        }
    }

    /// Kills the control while a motor runs: the motor stops by itself, and the next process finds the device.
    private func kill(_ pair: WristbandPair, _ drive: GuidedDrive, _ problems: inout [String]) {
        guard let victim = drive.children.first(where: { $0.name == "navbus-haptics" })?.processID else {
            return problems.append("the control does not run")
        }
        Foundation.kill(victim, SIGKILL)
        let begin = Wristband.now
        if !drive.waits(until: { pair.bands.contains { $0.vibrations.contains { $0.began >= begin } } }) {
            problems.append("no more pulses")
        }
    }

    /// Vibrations that lasted longer than commanded.
    private static func motorsStillRunning(_ band: Wristband) -> [String] {
        band.vibrations.filter { $0.ends - $0.began > Double($0.pulseMilliseconds) / 1000 + 0.1 }
            .map { _ in "a motor kept running" }
    }
}

/// Two wristbands, the preferred one first, and the one that is plugged in again.
private final class WristbandPair {
    let best: Wristband
    let next: Wristband
    private(set) var bands: [Wristband]

    init(in folder: TemporaryFolder) throws {
        best = try Wristband(at: "\(folder.path)/best")
        next = try Wristband(at: "\(folder.path)/next", introduction: "N other 1\n")
        bands = [best, next]
    }

    func plugInAgain() throws -> Wristband {
        let again = try Wristband(at: best.path)
        bands.append(again)
        return again
    }

    func unplug() {
        for band in bands { band.unplug() }
    }

    /// Whether the second device and another one vibrated at the same time. Unplugged devices are excluded, since they
    /// vibrate to the end of their pulse.
    var hasSimultaneousPulses: Bool {
        let others = bands.filter { $0 !== next && !$0.isUnplugged }.flatMap(\.vibrations)
        return next.vibrations.contains { felt in others.contains { $0.began < felt.ends && felt.began < $0.ends } }
    }
}
