import ArgumentParser
import EventBus
import Glibc
import NavigationEvents

/// `navbus heading`
struct HeadingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heading", abstract: "Tell the running bus where the device points.",
        discussion: """
            navbus heading 87.5 sends one heading. navbus heading - reads them from standard input, a line each: \
            degrees, and behind a space the standard deviation if it is known ("87.5" or "87.5 5"); so any program that \
            reads a compass can be piped into it. Lines that are no heading are named on standard error and skipped.
            """)

    @OptionGroup var bus: BusOptions

    @Argument(
        help: ArgumentHelp("Degrees clockwise from north, 0 to less than 360; - for lines.", valueName: "degrees"))
    var heading: String

    @Flag(help: "The headings are from magnetic north: the bus adds the declination of the place.")
    var magnetic = false

    @Option(help: ArgumentHelp("Standard deviation, where a line does not say it.", valueName: "degrees"))
    var accuracy: Double?

    @Option(help: ArgumentHelp("Which compass it is: 1 to 64 bytes; each has its own calibration.", valueName: "name"))
    var source = "navbus heading"

    func validate() throws {
        if heading != "-" {
            do throws(HeadingLine.Problem) {
                _ = try HeadingLine(heading)
            } catch {
                throw ValidationError(error.description)
            }
        }
        if let accuracy, !accuracy.isFinite || accuracy < 0 { throw ValidationError("--accuracy is at least 0") }
        if !(1...64).contains(source.utf8.count) { throw ValidationError("--source has 1 to 64 bytes") }
    }

    func run() throws {
        let client = try BusClient(requests: bus.requestsEndpoint)
        if heading == "-" { return try follow(client) }
        _ = try client.request(.heading(bus.session, reading(heading)), timeout: .seconds(3))
    }

    private func reading(_ text: String) throws(HeadingLine.Problem) -> HeadingReading {
        let line = try HeadingLine(text)
        return HeadingReading(
            degrees: line.degrees, reference: magnetic ? .magneticNorth : .trueNorth,
            accuracyDegrees: line.accuracyDegrees ?? accuracy, source: source)
    }

    /// Sends what comes, line by line, until there is no more.
    ///
    /// - Throws: Why the last one was not taken, if none was.
    private func follow(_ client: BusClient) throws {
        var lines = InputLines()
        var told: Set<String> = []
        var sent = 0
        var failure: BusError?
        while let text = lines.next() {
            do throws(HeadingLine.Problem) {
                let reading = try reading(text)
                do throws(BusError) {
                    _ = try client.request(.heading(bus.session, reading), timeout: .seconds(3))
                    sent += 1
                    told = []
                } catch {
                    failure = error
                    if told.insert("\(error)").inserted { Output.error("line \(lines.number): failed to \(error)") }
                    // What came while nobody answered tells where the device pointed then.
                    if case .noAnswer = error { lines.skipWaiting() }
                }
            } catch {
                Output.error("line \(lines.number) is skipped: \(error)")
            }
        }
        if sent == 0, let failure { throw failure }
    }
}

/// A heading as people and programs write it: degrees, and perhaps a standard deviation behind a space.
struct HeadingLine: Equatable {
    /// Why it is none.
    struct Problem: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    let degrees: Double
    let accuracyDegrees: Double?

    init(_ text: String) throws(Problem) {
        let words = text.split { $0 == " " || $0 == "\t" || $0 == "\r" }
        guard (1...2).contains(words.count), let degrees = Double(words[0]), (0..<360).contains(degrees) else {
            throw Problem(
                description:
                    "\"\(String(text.prefix(40)).printable)\" is no heading; write degrees, 0 to less than 360, as 87.5"
            )
        }
        self.degrees = degrees
        guard let second = words.dropFirst().first else {
            accuracyDegrees = nil
            return
        }
        guard let accuracy = Double(second), accuracy.isFinite, accuracy >= 0 else {
            throw Problem(
                description:
                    "\"\(String(second.prefix(40)).printable)\" is no standard deviation; write degrees, at least 0, as 5"
            )
        }
        accuracyDegrees = accuracy
    }
}

/// The lines of standard input, each as soon as it is there.
struct InputLines {
    /// No heading is longer; of what is, the rest is passed over.
    private static let longest = 1024

    /// The number of the last line, from 1.
    private(set) var number = 0
    private var bytes: [UInt8] = []
    private var isAtEnd = false

    /// The next line that is not empty; `nil` behind the last one.
    mutating func next() -> String? {
        while true {
            while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                let line = bytes[..<end].prefix(Self.longest)
                bytes.removeFirst(end + 1)
                number += 1
                if !line.isBlank { return String(decoding: line, as: UTF8.self) }
            }
            if isAtEnd {
                defer { bytes = [] }
                number += 1
                return bytes.isBlank ? nil : String(decoding: bytes.prefix(Self.longest), as: UTF8.self)
            }
            if bytes.count > Self.longest { bytes.removeSubrange(Self.longest...) }
            read()
        }
    }

    /// Passes over whole lines that are there already.
    mutating func skipWaiting() {
        while true {
            while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                bytes.removeFirst(end + 1)
                number += 1
            }
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard !isAtEnd, poll(&input, 1, 0) > 0 else { return }
            read()
        }
    }

    private mutating func read() {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = chunk.withUnsafeMutableBytes { Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
        if count > 0 {
            bytes += chunk[..<count]
        } else if count == 0 || errno != EINTR {
            isAtEnd = true
        }
    }
}

extension Sequence<UInt8> {
    fileprivate var isBlank: Bool {
        allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
    }
}
