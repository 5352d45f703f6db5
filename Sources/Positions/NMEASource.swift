import Glibc
public import NavigationEvents

/// A source of positions from NMEA 0183: a recorded file, or a receiver on a serial line.
///
/// The sentences of one time form a fix: RMC, GGA and GLL contain the position; GSA, GSV, GST, VTG and ZDA add to it,
/// whatever the talker. HDT, THS, HDG, HDM and PASHR are headings at the rate of the compass; headings from true north
/// are also part of the fix. Live headings are of now; in a recording they are spread evenly from their epoch to the
/// next. Lines with a wrong checksum are skipped and reported with their number; comment lines (`#`) and proprietary
/// sentences are ignored.
public struct NMEASource: PositionSource {
    private enum Input { case file(ReplayPace), line(baudRate: Int) }

    private let path: String
    private let input: Input
    private let clock: any PaceClock

    /// Makes a source that replays a recording.
    ///
    /// The day comes from RMC or ZDA; if the file has neither, 1970-01-01 is assumed and reported.
    public init(file path: String, pace: ReplayPace = .recorded, clock: any PaceClock = SystemPaceClock()) {
        self.path = path
        input = .file(pace)
        self.clock = clock
    }

    /// Makes a source for a receiver on a serial line ("/dev/ttyUSB0").
    ///
    /// A line that is missing, unplugged or silent for long is opened again for ever, with pauses from 0.5 s that double up
    /// to 10 s. A date that differs from the machine's by whole GPS cycles of 1024 weeks is corrected and reported.
    public init(serialLine path: String, baudRate: Int = 4800, clock: any PaceClock = SystemPaceClock()) {
        self.path = path
        input = .line(baudRate: baudRate)
        self.clock = clock
    }

    /// Starts reading; see ``PositionSource/positions()``.
    public func positions() -> AsyncStream<PositionEvent> {
        PositionPipe.stream { read(into: $0) }
    }

    /// Starts reading; see ``PositionSource/readings(skipping:)``.
    public func readings(skipping count: UInt64) -> PositionReadings {
        PositionPipe.readings(skipping: isRecorded ? count : 0) { read(into: $0) }
    }

    private var isRecorded: Bool {
        if case .file = input { true } else { false }
    }

    /// Reads until the end of a recording, or until the consumer has gone.
    package func read(into pipe: PositionPipe) {
        do throws(PositionProblem) {
            switch input {
            case .file(let pace): try replay(pace, into: pipe)
            case .line(let baudRate): try listen(baudRate, into: pipe)
            }
        } catch {
            _ = pipe.send(.problem(error))
        }
    }

    private func replay(_ pace: ReplayPace, into pipe: PositionPipe) throws(PositionProblem) {
        let file = try PlainFile(path: path)
        var splitter = LineSplitter()
        var reader = NMEAReader(source: path)
        var replayer = Replayer(pace: pace, clock: clock, pipe: pipe)
        while let chunk = try file.read(source: path, stop: pipe.stop) {
            let isEnd = chunk.isEmpty
            let lines = isEnd ? splitter.finish().map { [$0] } ?? [] : splitter.lines(adding: chunk)
            for line in lines {
                for output in reader.add(line) {
                    guard replayer.play(output, into: pipe) else { return }
                }
            }
            if isEnd { break }
        }
        for output in reader.finish() {
            guard replayer.play(output, into: pipe) else { return }
        }
        guard replayer.playRest() else { return }
        if !reader.hasFix { _ = pipe.send(.problem(.noFixes(source: path))) }
    }
}

extension Replayer {
    fileprivate mutating func play(_ output: NMEAReader.Output, into pipe: PositionPipe) -> Bool {
        switch output {
        case .fix(let fix): play(fix)
        case .heading(let heading): play(heading)
        case .silence(let time): playSilence(until: time)
        case .problem(let problem): pipe.send(.problem(problem))
        }
    }
}

extension NMEASource {
    /// Pause of a receiver that ends an epoch: shorter than the pauses at 10 Hz, longer than those between the
    /// sentences of one burst.
    private static let pauseSeconds = 0.05
    /// A line that sends nothing for this long is opened again, seconds: its driver may have lost the receiver.
    private static let silentSeconds = 30.0

    /// Reads the line, and opens it again for ever after it was lost.
    ///
    /// - Throws: The problem of a path that no receiver will ever be behind.
    private func listen(_ baudRate: Int, into pipe: PositionPipe) throws(PositionProblem) {
        let today = Timestamp(secondsSinceEpoch: clock.wallSeconds()).map(CivilDay.init(of:))
        var reader = NMEAReader(source: path, today: today)
        var reconnection = Reconnection(clock: clock)
        while !pipe.stop.isRaised {
            do throws(PositionProblem) {
                let line = try SerialLine.open(path, baudRate: baudRate)
                guard try listen(to: line, &reader, &reconnection, into: pipe) else { return }
            } catch {
                if case .unsuitable = error, !reconnection.hasConnected { throw error }
                guard send(reader.close(), into: pipe) else { return }
                let isOpen = reconnection.wait(in: pipe) { pause in
                    .deviceLost(device: path, reason: error.reason, retryAfterSeconds: pause)
                }
                guard isOpen else { return }
            }
        }
    }

    /// Reads an open line until it is lost, which throws, has been silent for too long, or the consumer has gone.
    ///
    /// - Returns: `false` if the consumer has gone.
    private func listen(
        to line: PlainFile, _ reader: inout NMEAReader, _ reconnection: inout Reconnection, into pipe: PositionPipe
    ) throws(PositionProblem) -> Bool {
        var splitter = LineSplitter()
        var isTalking = false
        while true {
            let wait = isTalking ? Self.pauseSeconds : Self.silentSeconds
            switch Wait.forInput(on: line.descriptor, stop: pipe.stop, seconds: wait) {
            case .stopped: return false
            case .timedOut:
                guard isTalking else { return true }
                guard send(reader.close(), into: pipe) else { return false }
                isTalking = false
            case .ready:
                let chunk = try line.readAvailable(source: path)
                if reconnection.succeed(), !pipe.send(.problem(.reconnected(address: path))) { return false }
                for one in splitter.lines(adding: chunk) {
                    guard send(reader.add(one), into: pipe) else { return false }
                }
                isTalking = true
            }
        }
    }

    private func send(_ outputs: [NMEAReader.Output], into pipe: PositionPipe) -> Bool {
        outputs.allSatisfy { output in
            switch output {
            case .fix(let fix): pipe.send(.fix(fix))
            case .heading(let heading): pipe.send(.heading(heading))
            case .silence: true
            case .problem(let problem): pipe.send(.problem(problem))
            }
        }
    }
}

extension PlainFile {
    /// The bytes that a ready device has; no bytes mean that the device was removed.
    fileprivate func readAvailable(source: String) throws(PositionProblem) -> ArraySlice<UInt8> {
        let chunk = try read(source: source)
        if chunk.isEmpty { throw .unreadable(source: source, reason: "the device was removed") }
        return chunk
    }
}

extension PositionProblem {
    /// The reason alone, if the problem is that of a file or a device.
    fileprivate var reason: String {
        switch self {
        case .unreadable(_, let reason), .unsuitable(_, let reason): reason
        default: "\(self)"
        }
    }
}
