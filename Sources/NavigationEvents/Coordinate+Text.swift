extension Coordinate {
    /// Parses latitude and longitude in degrees, separated by a comma, with optional spaces ("49.4087, 8.7100"); `nil`
    /// unless the text is two numbers. The range is not checked, see ``isValid``.
    public init?(text: some StringProtocol) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double(Self.trimmed($0)) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
        self.init(latitudeDegrees: latitude, longitudeDegrees: longitude)
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let front = text.drop(while: \.isWhitespace)
        guard let last = front.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(front[...last])
    }
}
