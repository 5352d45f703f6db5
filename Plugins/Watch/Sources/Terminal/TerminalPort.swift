/// A terminal, as the screen uses it. No call waits.
protocol TerminalPort: Sendable {
    /// Columns and rows at this moment.
    var size: (columns: Int, rows: Int) { get }
    /// Whether it is this process that may draw: not in the background of a shell.
    var isForeground: Bool { get }
    /// Whether it was given up meanwhile (Ctrl-Z), so that nobody knows what it shows; told once.
    func takeReturn() -> Bool
    /// Takes the screen: other text is kept below, no cursor, keys come one by one.
    func enter() throws(WatchError)
    /// Gives it back.
    func leave()
    /// Writes as much as it takes.
    ///
    /// - Returns: How many bytes.
    func write(_ bytes: ArraySlice<UInt8>) -> Int
    /// Waits for keys, or until more can be written, for so many milliseconds at the most.
    ///
    /// - Returns: The keys; `nil` if the terminal is gone.
    func keys(milliseconds: Int, orRoom: Bool) -> [UInt8]?
}
