package import NavigationEvents
import Platform

/// An event of the bus in a line for people: its sequence, tick, topic and a summary.
package struct TapLine {
    package let text: String

    package init(_ envelope: Envelope, style: Style = .output) {
        let number = "#\(envelope.sequence)".padded(to: 7)
        let tick = "tick \(envelope.tick)".padded(to: 11)
        let topic = style.bold("\(envelope.event.topic.rawValue)".padded(to: 20))
        text = "\(style.dim(number + tick)) \(topic) \(Self.summary(of: envelope.event).printable)"
    }

    /// The summary of an event, in one line.
    package static func summary(of event: Event) -> String {
        switch event {
        case .gps(let fix): summary(fix)
        case .navigation(let info): summary(info)
        case .navigationStarted(let route):
            "\(Quantity.distance(route.distanceMeters)), \(Quantity.duration(route.durationSeconds)), \(route.provider)"
                + (route.reason == .requested ? "" : ", \(route.reason.words)")
        case .navigationStopped(let reason): reason == .unknown ? "" : reason.words
        case .control(let report): summary(report)
        case .command(let command): command.summary
        case .heading(let heading): summary(heading)
        }
    }

    private static func summary(_ fix: Fix) -> String {
        var parts = ["\(degrees(fix.position.latitudeDegrees)), \(degrees(fix.position.longitudeDegrees))"]
        if let speed = fix.speedMetersPerSecond { parts.append(Quantity.speed(speed)) }
        if let accuracy = fix.horizontalAccuracyMeters { parts.append("±\(Quantity.distance(accuracy))") }
        return parts.joined(separator: "  ")
    }

    private static func summary(_ heading: Heading) -> String {
        var parts = ["\(tenths(heading.degrees))°"]
        if let accuracy = heading.accuracyDegrees { parts.append("±\(tenths(accuracy))°") }
        if let declination = heading.declinationDegrees { parts.append("declination \(tenths(declination))°") }
        return (parts + [heading.source]).joined(separator: "  ")
    }

    private static func tenths(_ angle: Double) -> Double { (angle * 10).rounded() / 10 }

    /// Six digits after the point, which is about a decimetre.
    private static func degrees(_ angle: Double) -> Double { (angle * 1e6).rounded() / 1e6 }

    private static func summary(_ info: NavigationInfo) -> String {
        var parts = [info.state.words]
        if let step = info.currentStep, let remaining = info.toManeuver {
            parts.append(
                "\(step.maneuver.words) in \(Quantity.distance(remaining.distanceMeters)) \(step.simpleRoadName)")
        }
        if let approach = info.approach {
            let direction = CompassPoint(degrees: approach.bearingDegrees)?.rawValue ?? "away"
            parts.append("proceed to the route, \(Quantity.distance(approach.distanceMeters)) \(direction)")
        }
        if info.isOnFerry { parts.append("on a ferry") }
        if let cue = info.cue { parts.append("cue \(cue.stage.words)") }
        if info.isOffRoute { parts.append(info.isWrongWay ? "wrong way" : "off route") }
        if let search = info.rerouting {
            if search.request != nil { parts.append("request \(search.attempts)") }
            if !search.failure.isEmpty { parts.append("failed to \(search.failure)") }
        }
        if info.positionStatus != .reliable {
            let cause = info.positionCause == .unknown ? "" : " (\(info.positionCause.words))"
            parts.append("position \(info.positionStatus.words)\(cause)")
        }
        if info.stopoversSkipped > 0 {
            let reason = info.skipReason == .unknown ? "" : " (\(info.skipReason.words))"
            parts.append("skipped \(info.stopoversSkipped)\(reason)")
        }
        if info.isDestinationReached { parts.append("destination reached") }
        return parts.joined(separator: ", ")
    }

    private static func summary(_ report: ControlReport) -> String {
        let parts = [
            "\(report.control) \(report.kind.words)", report.effect, report.text, report.picture?.summary ?? "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "  ")
    }
}

extension ReportedPicture {
    /// The media type and the size of the picture.
    package var summary: String {
        "picture \(mediaType.isEmpty ? "of no type" : mediaType) \(Quantity.bytes(data.count))"
    }
}
