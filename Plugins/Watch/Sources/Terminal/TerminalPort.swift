/// A terminal, as the screen uses it. No call blocks, except ``keys(timeoutMilliseconds:orWritable:)``.
protocol TerminalPort: Sendable {
    /// The current number of columns and rows.
    var size: (columns: Int, rows: Int) { get }
    /// Whether this process may draw: not in the background of a shell.
    var isForeground: Bool { get }
    /// Whether the terminal was given up meanwhile (Ctrl-Z), so that its content is unknown. True once.
    func takeResumption() -> Bool
    /// Takes the screen: switches to the alternate screen, hides the cursor and reads keys one by one.
    func enter() throws(WatchError)
    /// Restores the screen.
    func leave()
    /// Writes as many bytes as the terminal accepts.
    ///
    /// - Returns: The number of written bytes.
    func write(_ bytes: ArraySlice<UInt8>) -> Int
    /// Waits for keys, or until more can be written.
    ///
    /// - Parameters:
    ///   - timeoutMilliseconds: The timeout.
    ///   - orWritable: Whether to return when the terminal accepts more bytes.
    /// - Returns: The keys; `nil` if the terminal is gone.
    func keys(timeoutMilliseconds: Int, orWritable: Bool) -> [UInt8]?
}
