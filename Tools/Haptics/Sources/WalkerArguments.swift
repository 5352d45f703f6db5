import Haptics
import NavigationControl

/// The command line of `navbus haptics walker`.
struct WalkerArguments {
    /// The control that the walker follows; there is only one.
    private enum Followed: String, CaseIterable {
        case haptics
    }

    static let help = """
        navbus haptics walker: simulates walkers who follow only the pulses, and reports which of them arrive.

        Usage: navbus haptics walker --route FILE [options]

        The walker has a body that needs time and turns inexactly, a receiver and a compass with errors, and recognizes
        the patterns of a table. It does not know the route. In the modes compass and both it walks on an open plane,
        where only the pointer leads it. In the mode turns it follows streets: those of the route, and at each turn a
        wrong one straight on and one to the other side.

          --route FILE         a response of a routing server or a GPX file, up to 50 km; can be repeated, also without
                               --route
          --obey haptics       the control that the walker follows
          --mode MODE          turns, compass (default) or both
          --table NAME         a table of patterns that ships with navbus, or a file; can be repeated, to compare
                               tables; default: wristband
          --seeds NUMBER       number of walks for each route and table, 1 to 1000 (default: 10)
          --seed NUMBER        the seed of the first walk (default: 1)
          --compass FIT        perfect, wrist (default) or bad
          --gps SKY            good, city (default) or bad
          --as-foot            also uses routes that are not for walking
          --off                switches the device off, to show that no walker arrives by luck
          --each               prints a line for each walk
          --json               prints a JSON object for each walk instead of the table
          --gpx FILE           writes the first walk: the positions of the walker and those of the receiver

        Exit codes: 0 all arrived, 1 some did not, 64 wrong usage, 66 a route or a table cannot be used, 74
        the file of --gpx cannot be written.
        """

    var routes: [String] = []
    var tables: [String] = []
    var walk = WalkSettings()
    var seeds = 10
    var isAsFoot = false
    var showsEach = false
    var isJSON = false
    var gpx: String?

    init(_ arguments: [String]) throws(CommandArguments.Problem) {
        let rest = try Self.takeLists(arguments)
        let words = try CommandArguments(
            rest.others, options: ["--obey", "--mode", "--seeds", "--seed", "--compass", "--gps", "--gpx"],
            flags: ["--as-foot", "--off", "--each", "--json"])
        routes = rest.routes + words.words
        tables = rest.tables.isEmpty ? [PatternTable.wristband.name] : rest.tables
        guard !routes.isEmpty else { throw .init(text: "a route is needed: --route FILE") }
        let _: Followed? = try words.choice("--obey")
        walk.mode = try words.choice("--mode") ?? walk.mode
        walk.compass = try words.choice("--compass") ?? walk.compass
        walk.reception = try words.choice("--gps") ?? walk.reception
        seeds = try Self.whole("--seeds", of: words, in: 1...1000) ?? seeds
        walk.seed = try Self.whole("--seed", of: words, in: 0...1_000_000_000).map { UInt64($0) } ?? walk.seed
        walk.isDeviceOn = !words.has("--off")
        (isAsFoot, showsEach, isJSON) = (words.has("--as-foot"), words.has("--each"), words.has("--json"))
        gpx = words.text("--gpx")
    }

    private static func whole(
        _ option: String, of words: CommandArguments, in range: ClosedRange<Int>
    ) throws(CommandArguments.Problem) -> Int? {
        guard let text = words.text(option) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .init(
                text: "\(option) \(text): use a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Separates the options that can be repeated.
    private static func takeLists(
        _ arguments: [String]
    ) throws(CommandArguments.Problem) -> (routes: [String], tables: [String], others: [String]) {
        var (routes, tables, others): ([String], [String], [String]) = ([], [], [])
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let name = parts.first, name == "--route" || name == "--table" else {
                others.append(argument)
                continue
            }
            guard let value = parts.count > 1 ? parts[1] : rest.popFirst(), !value.isEmpty else {
                throw .init(text: "\(name) wants a value")
            }
            if name == "--route" { routes.append(value) } else { tables.append(value) }
        }
        return (routes, tables, others)
    }
}
