import EventBus
import NavigationEvents
import Positions

/// Checks whether magnetic compasses can be corrected today. The model of the magnetic field of the earth is valid for
/// five years.
enum MagneticModelCheck {
    private static let subject = "magnetic model"
    private static let warnSeconds = 180.0 * 86_400

    /// The finding about a model at a time.
    static func finding(at now: Timestamp = .now, model: MagneticModel = .current) -> Finding {
        let (end, last) = (model.validUntil.iso8601.prefix(10), model.usedUntil.iso8601.prefix(10))
        if now < model.validFrom {
            return Finding(
                grade: .fault, subject: subject, text: "holds from \(model.validFrom.iso8601.prefix(10)) on",
                remedy: "set the clock of this machine")
        }
        if now > model.usedUntil {
            return Finding(
                grade: .fault, subject: subject,
                text: "was used until \(last): headings of magnetic compasses are dropped",
                remedy: "install a newer navbus, or set the clock of this machine")
        }
        if now > model.validUntil {
            return Finding(
                grade: .absent, subject: subject,
                text: "held until \(end), and is used until \(last): magnetic compasses are off by a degree or two",
                remedy: "install a newer navbus")
        }
        let isNearEnd = model.validUntil.seconds(since: now) < warnSeconds
        return Finding(
            grade: .fine, subject: subject, text: "holds until \(end)",
            remedy: isNearEnd ? "install a newer navbus by then: without it, magnetic compasses become inaccurate" : "")
    }
}
