/// A text table with aligned columns.
struct Table {
    private var rows: [[String]]

    init(_ headings: [String]) { rows = [headings] }

    mutating func add(_ row: [String]) { rows.append(row) }

    /// The table as lines. A row with fewer or more cells than headings ends in a remark of any width.
    func lines() -> [String] {
        let columns = rows[0].count
        let cells = rows.map { $0.count == columns ? $0 : $0.dropLast() }
        let widths = (0..<columns).map { column in
            cells.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
        }
        return zip(rows, cells).map { row, cells in
            var parts = cells.enumerated().map { column, text in
                let padding = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 ? text + padding : padding + text
            }
            if row.count != columns { parts += row.suffix(1) }
            return parts.joined(separator: "  ")
        }
    }
}

extension [Double] {
    /// The value below which a share of all values lies; `nil` for an empty list.
    func percentile(_ share: Double) -> Double? {
        guard !isEmpty else { return nil }
        return sorted()[Swift.min(count - 1, Int(Double(count) * share))]
    }
}

extension Double {
    /// The number with one decimal.
    var short: String {
        let tenths = Int((self * 10).rounded())
        return "\(tenths / 10).\(abs(tenths % 10))"
    }
}
