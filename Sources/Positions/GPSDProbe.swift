/// Checks whether gpsd has a receiver, for the search for a source.
package enum GPSDProbe {
    private static let connectSeconds = 1.0
    private static let answerSeconds = 2.0

    /// Asks gpsd for its receivers; it starts none of them.
    ///
    /// - Returns: The reason why gpsd gives no positions; `nil` if it has a receiver.
    package static func problem(host: String, port: UInt16, stop: StopSignal) -> String? {
        do throws(TCPConnection.Failure) {
            let connection = try TCPConnection.open(
                host: host, port: port, stop: stop, timeoutSeconds: connectSeconds)
            try connection.send("?DEVICES;\n")
            return try answer(over: connection, stop)
        } catch {
            return error.reason
        }
    }

    private static func answer(over connection: TCPConnection, _ stop: StopSignal) throws(TCPConnection.Failure)
        -> String?
    {
        let clock = SystemPaceClock()
        let end = clock.now() + answerSeconds
        var splitter = LineSplitter()
        while clock.now() < end {
            guard case .bytes(let bytes) = try connection.receive(stop: stop, seconds: end - clock.now()) else { break }
            for line in splitter.lines(adding: bytes) {
                guard case .devices(let paths)? = GPSDReport(line: line.bytes) else { continue }
                return paths.isEmpty ? "it has no receiver" : nil
            }
        }
        return "it did not answer like gpsd within \(Int(answerSeconds)) s"
    }
}
