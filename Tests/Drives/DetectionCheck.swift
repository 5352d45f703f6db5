/// Checks that leaving the plan was detected at the times in the file of a drive.
struct DetectionCheck {
    /// The file has the time at which the vehicle was 50 m away. A U-turn on the plan is detected long before; another
    /// check judges that.
    private static let before = 60.0
    private static let after = 10.0
    /// Additional time for sparse tracks.
    private static let sparse = 30.0

    /// Texts for the table: the times of the file, and those of the detection.
    private(set) var left = ""
    private(set) var noticed = ""
    private(set) var mistakes: [String] = []

    /// - Parameters:
    ///   - spans: for each departure from the plan, its beginning and end in seconds and the maximum distance in
    ///     metres.
    ///   - guided: the guided drive.
    ///   - isSparse: whether most seconds have no fix.
    init(_ spans: [[Double]], _ guided: GuidedDrive, isSparse: Bool) {
        let starts = spans.compactMap(\.first)
        let said = guided.offRouteSpans.map(\.lowerBound)
        left = starts.isEmpty ? "–" : starts.map(\.short).joined(separator: " ")
        noticed = said.isEmpty ? "–" : said.map(\.short).joined(separator: " ")
        for start in starts {
            let latest = start + Self.after + (isSparse ? Self.sparse : 0)
            guard !said.contains(where: { (start - Self.before...latest).contains($0) }) else { continue }
            mistakes.append("left at \(start.short) s, but detected at \(noticed) s")
        }
    }
}
