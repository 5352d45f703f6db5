import NavigationEvents
import Platform

/// The results of many walks.
struct WalkReport {
    /// The result of one walk.
    struct Line: Hashable {
        var table: String
        var route: String
        var seed: UInt64
        var result: WalkResult
    }

    var lines: [Line] = []

    /// A table for people: one row for each table of patterns, over all routes and seeds.
    func table(_ settings: WalkSettings) -> String {
        let head = [
            "table", "arrived", "off route", "time", "worst", "distance", "worst", "furthest", "silent", "pulses",
            "unclear",
        ]
        let rows = tables.map { row($0, lines(of: $0)) }
        let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
        let text = ([head] + rows).map { row in
            row.enumerated().map { Self.padded($1, to: widths[$0], atFront: $0 > 0) }.joined(separator: "  ")
        }
        return """
            mode \(settings.mode.rawValue), compass \(settings.compass.rawValue), gps \(settings.reception.rawValue); \
            time and distance relative to the shortest (at \(WalkerBody.usualSpeedMetersPerSecond) m/s), mean and worst of the arrived

            \(text.joined(separator: "\n"))

            off route: episodes a walk; furthest: metres from the route; silent: longest time off course without a pulse;
            pulses: rhythms a minute; unclear: those that were not recognized
            """
    }

    private var tables: [String] {
        lines.map(\.table).reduce(into: []) { names, name in if !names.contains(name) { names.append(name) } }
    }

    private func lines(of table: String) -> [WalkResult] { lines.filter { $0.table == table }.map(\.result) }

    private func row(_ table: String, _ walks: [WalkResult]) -> [String] {
        let arrived = walks.filter(\.hasArrived)
        let minutes = walks.reduce(0) { $0 + $1.seconds } / 60
        let felt = walks.reduce(0) { $0 + $1.felt }
        return [
            table, "\(arrived.count) of \(walks.count)",
            Self.tenths(Double(walks.reduce(0) { $0 + $1.offRouteEpisodes }) / Double(max(walks.count, 1))),
            Self.percent(Self.mean(arrived.map(\.slowness))), Self.percent(arrived.map(\.slowness).max() ?? 0),
            Self.percent(Self.mean(arrived.map(\.detour))), Self.percent(arrived.map(\.detour).max() ?? 0),
            "\(Int((walks.map(\.furthestMeters).max() ?? 0).rounded())) m",
            "\(Int((walks.map(\.maxSilenceSeconds).max() ?? 0).rounded())) s",
            Self.tenths(Double(felt) / max(minutes, 1e-9)),
            Self.percent(Double(walks.reduce(0) { $0 + $1.unrecognized }) / Double(max(felt, 1))),
        ]
    }

    private static func mean(_ numbers: [Double]) -> Double {
        numbers.isEmpty ? 0 : numbers.reduce(0, +) / Double(numbers.count)
    }

    private static func percent(_ share: Double) -> String { "\(Int((100 * share).rounded())) %" }

    static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func padded(_ text: String, to width: Int, atFront: Bool) -> String {
        let filler = String(repeating: " ", count: max(0, width - text.count))
        return atFront ? filler + text : text + filler
    }
}

extension WalkReport.Line {
    /// The line for people.
    var text: String {
        let way = "\(Int(result.walkedMeters.rounded())) m of \(Int(result.shortestMeters.rounded())) m"
        return "\(table)  \(route)  seed \(seed)  \(result.end.rawValue)  \(Int(result.seconds.rounded())) s  \(way)"
            + "  off route \(result.offRouteEpisodes)  furthest \(Int(result.furthestMeters.rounded())) m"
    }

    /// The line for programs: a JSON object.
    func json(_ settings: WalkSettings) -> String {
        let fields: [(String, String)] = [
            ("table", table.json), ("route", route.json), ("seed", "\(seed)"),
            ("mode", settings.mode.rawValue.json), ("compass", settings.compass.rawValue.json),
            ("gps", settings.reception.rawValue.json), ("end", result.end.rawValue.json),
            ("seconds", Self.hundredths(result.seconds)), ("shortestSeconds", Self.hundredths(result.shortestSeconds)),
            ("walkedMeters", Self.hundredths(result.walkedMeters)),
            ("shortestMeters", Self.hundredths(result.shortestMeters)),
            ("offRouteEpisodes", "\(result.offRouteEpisodes)"), ("felt", "\(result.felt)"),
            ("unrecognized", "\(result.unrecognized)"),
            ("longestSilenceSeconds", Self.hundredths(result.maxSilenceSeconds)),
            ("furthestMeters", Self.hundredths(result.furthestMeters)),
        ]
        return "{\(fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ","))}"
    }

    private static func hundredths(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}
