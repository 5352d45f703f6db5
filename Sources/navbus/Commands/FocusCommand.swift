public import ArgumentParser
import CommandOutput
public import NavigationEvents

/// `navbus focus`
struct FocusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "focus", abstract: "Show another part of the maps that follow the session.",
        discussion: """
            Maps follow the position until the first request, and again when a navigation starts or ends.
            """)

    @Argument(help: "position (the maps follow it), route (the whole), the number of a step, or LATITUDE,LONGITUDE.")
    var part = MapFocus.position

    @OptionGroup var bus: BusOptions

    func run() throws {
        _ = try bus.request(.focus(bus.session, part))
        Output.line("asked all maps for the \(part.words)")
    }
}

extension MapFocus: ExpressibleByArgument {
    /// Reads `position`, `route`, the number of a step, or a point.
    public init?(argument: String) {
        switch argument {
        case "position": self = .position
        case "route": self = .route
        default:
            if let number = Int(argument) {
                self = .step(number)
            } else if let point = Coordinate(argument: argument) {
                self = .point(point)
            } else {
                return nil
            }
        }
    }

    /// The default in the help text.
    public var defaultValueDescription: String { "\(self)" }

    fileprivate var words: String {
        switch self {
        case .position: "position"
        case .route: "whole route"
        case .step(let number): "maneuver of step \(number)"
        case .point(let point): "point \(point.latitudeDegrees),\(point.longitudeDegrees)"
        }
    }
}
