import NavigationControl

extension ConformanceReport {
    /// The grade as a badge in SVG, for a README: "navbus" and the grade, or "failing".
    public var badge: String {
        let grade = isPassed ? ControlGrade.text(grades) : "failing"
        let left = Self.badgeWidth("navbus")
        let right = Self.badgeWidth(grade)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(left + right)" height="20" role="img" \
            aria-label="navbus: \(grade)">
              <title>navbus: \(grade)</title>
              <rect width="\(left + right)" height="20" rx="3" fill="#444"/>
              <path d="M\(left) 0h\(right - 3)a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H\(left)z" fill="\(isPassed ? "#1a7f37" : "#b3261e")"/>
              <g fill="#fff" font-family="DejaVu Sans,Verdana,sans-serif" font-size="11" text-anchor="middle">
                <text x="\(left / 2)" y="14">navbus</text>
                <text x="\(left + right / 2)" y="14">\(grade)</text>
              </g>
            </svg>

            """
    }

    /// The width of a field, in pixels: about 7 for a letter of this size, and a margin.
    private static func badgeWidth(_ text: String) -> Int { text.count * 7 + 12 }
}
