extension Coordinate {
    /// Reads what people write: latitude and longitude in degrees with a comma between, spaces around them allowed
    /// ("49.4087, 8.7100"); `nil` if that are not two numbers. Whether there is such a place says ``isValid``.
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
