/// Whether a departure from the plan was noticed in the seconds in which it happened, as the file of a drive has them.
struct Noticing {
    /// The file's second is when the vehicle was 50 m away. One who has turned around on the plan is noticed long before;
    /// whether that was right is another check's business.
    private static let before = 60.0
    private static let after = 10.0
    /// Between two fixes of a sparse track nobody knows anything.
    private static let sparse = 30.0

    /// For people: the seconds of the file, and those in which it was noticed.
    private(set) var left = ""
    private(set) var noticed = ""
    private(set) var mistakes: [String] = []

    /// - Parameter spans: From second, to second, and the most metres off the plan; for each time it was left.
    init(_ spans: [[Double]], _ guided: GuidedDrive, isSparse: Bool) {
        let starts = spans.compactMap(\.first)
        let said = guided.offRouteSpans.map(\.lowerBound)
        left = starts.isEmpty ? "–" : starts.map(\.short).joined(separator: " ")
        noticed = said.isEmpty ? "–" : said.map(\.short).joined(separator: " ")
        for start in starts {
            let latest = start + Self.after + (isSparse ? Self.sparse : 0)
            guard !said.contains(where: { (start - Self.before...latest).contains($0) }) else { continue }
            mistakes.append("left at \(start.short) s, and said so at \(noticed) s")
        }
    }
}
