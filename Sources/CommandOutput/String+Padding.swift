extension String {
    /// The text, padded with spaces to a width in characters.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
