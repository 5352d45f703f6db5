import NavigationEvents
import Platform

/// The sign on display.
struct Sign {
    var step: Int
    var number: UInt64
}

extension BadControl {
    /// Shows the next maneuver, or nothing if there is none.
    mutating func show(_ info: NavigationInfo) throws {
        guard let step = info.currentStep else {
            if fault != .keepsSignOffRoute { try clearSign() }
            return
        }
        guard sign?.step != step.number else { return }
        try clearSign()
        let number = reports.newEffect()
        sign = Sign(step: step.number, number: number)
        try reports.add(.began, effect: "sign", effectNumber: number, "step \(step.number)", line, session)
    }

    mutating func clearSign() throws {
        guard let sign else { return }
        self.sign = nil
        try reports.add(.ended, effect: "sign", effectNumber: sign.number, "step \(sign.step)", line, session)
    }

    mutating func clearInSilence() throws {
        guard MonotonicInstant.now.nanoseconds > lastEvent + 5_000_000_000, fault != .keepsSignInSilence else { return }
        try clearSign()
    }
}
