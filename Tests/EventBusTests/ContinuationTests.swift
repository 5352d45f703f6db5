import BusTestSupport
import Access
import EventCodec
import Glibc
import Journal
import NavigationEvents
import TestSupport
import Testing

@testable import EventBus

/// A subscriber with a known cursor continues there: after its own end, and after that of the bus.
@Suite struct ContinuationTests {
    @Test func `a subscriber continues at its cursor`() async throws {
        let bus = try TestBus()
        await bus.server.pump(10)
        let cursor = try await onThread { () throws -> StreamCursor in
            let client = try bus.subscriber()
            #expect(client.cursor == nil, "no event was delivered yet")
            _ = try client.next(timeout: .seconds(10))
            return try #require(client.cursor)
        }
        #expect(cursor.sequence == 10 && cursor.topicSequences == [.onGPS: 10] && cursor.run == bus.server.run)
        await bus.server.pump(10, from: 11)
        let deliveries = try await onThread { () throws -> [Delivery] in
            let client = try bus.client()
            try client.join(.make(), after: cursor, timeout: .seconds(10))
            #expect(client.cursor == cursor)
            let deliveries = try client.deliveries(untilTick: 20)
            #expect(client.cursor?.sequence == 20)
            return deliveries
        }
        #expect(deliveries.compactMap(\.envelope).map(\.sequence) == Array(11...20) && deliveries.count == 10)
        await bus.server.close()
    }

    @Test func `the cursor follows the delivered events`() async throws {
        let bus = try TestBus()
        await bus.server.pump(10)
        let start = StreamCursor(run: bus.server.run, sequence: 0, topicSequences: [:])
        try await onThread {
            let client = try bus.client()
            try client.join(.make(), after: start, timeout: .seconds(10))
            for number in 1...10 {
                let sequence = try client.next(timeout: .seconds(10))?.envelope?.sequence
                #expect(sequence == UInt64(number))
                #expect(client.cursor?.sequence == UInt64(number))
                #expect(client.cursor?.topicSequences == [.onGPS: UInt64(number)])
            }
        }
        await bus.server.close()
    }

    @Test func `lost events are counted exactly, and another run is reported`() async throws {
        let bus = try TestBus(journal: JournalSettings(maxBytes: 32 * 1024))
        await bus.server.pump(3000)
        let start = StreamCursor(run: bus.server.run, sequence: 0, topicSequences: [:])
        let (gone, other) = try await onThread { () throws -> ([Delivery], [Delivery]) in
            let client = try bus.client()
            try client.join(.make(), after: start, timeout: .seconds(10))
            let gone = try client.deliveries(untilTick: 3000)
            var strange = start
            strange.run ^= 1
            try client.join(.make(), after: strange, timeout: .seconds(10))
            return (gone, try client.deliveries(untilTick: 3000))
        }
        #expect(gone.first == .resynchronized(missed: 2999) && gone.count == 2)
        #expect(other.first == .restarted(run: bus.server.run) && other.count == 2)
        await bus.server.close()
    }

    @Test func `a join at a cursor during a flood leaves no gap`() async throws {
        let bus = try TestBus(journal: JournalSettings(maxBytes: 1 << 30))
        let isDone = OneShotEvent()
        let pump = Task {
            var number = 1
            while !isDone.isOpen {
                await bus.server.pump(16, from: number)
                number += 16
                // Fetching missed events must be faster than the flood, also in a debug build.
                try await Task.sleep(for: .milliseconds(2))
            }
        }
        try await onThread {
            var cursor = StreamCursor(run: bus.server.run, sequence: 0, topicSequences: [:])
            for _ in 0..<20 {
                let client = try bus.client()
                try client.join(.make([.onGPS]), after: cursor, timeout: .seconds(10))
                for _ in 0..<100 {
                    let sequence = try client.next(timeout: .seconds(10))?.envelope?.sequence
                    try #require(sequence == cursor.sequence + 1)
                    cursor = try #require(client.cursor)
                }
            }
        }
        isDone.open()
        try await pump.value
        await bus.server.close()
    }

    @Test func `reports are kept until a bus runs and are published once`() async throws {
        let folder = try TestSupport.TemporaryFolder()
        let endpoints = BusEndpoints(folder: RunFolder(path: folder.path))
        let journal = JournalSettings(folder: folder.path + "/journal")
        let first = try BusServer(endpoints: endpoints, journal: journal)
        let control = Task {
            try await onThread {
                let client = try BusClient(requests: endpoints.requests)
                try client.join(.make([.onNavigationStopped], control: "speech"), timeout: .seconds(20))
                var isStopped = false
                for number in 1...50 {
                    try client.report(.told("\(number)"))
                    if try client.next(timeout: .milliseconds(2)) != nil { isStopped = true }
                }
                if !isStopped { _ = try client.deliveries { $0.envelope?.event.topic == .onNavigationStopped } }
                try waitUntil {
                    _ = try client.next(timeout: .milliseconds(10))
                    return client.outbox.isEmpty
                }
            } as Void
        }
        while await first.cursor()?.topicSequences[.onControl] ?? 0 < 5 { await Task.yield() }
        await first.close()
        let second = try BusServer(endpoints: endpoints, journal: journal)
        #expect(second.isContinued && second.run == first.run)
        await second.publish(.navigationStopped(.requested))
        try await control.value
        let reports = await second.keptEvents(.onControl).compactMap { envelope in
            if case .control(let report) = envelope.event, report.control == "speech" { report.text } else { nil }
        }
        #expect(reports == (1...50).map { "\($0)" })
        await second.close()
    }

    @Test func `a report that is sent twice is published once`() async throws {
        let bus = try TestBus()
        var report = ControlReport.told("once")
        (report.processID, report.number) = (getpid(), 1)
        let sent = report
        try await onThread {
            let client = try bus.client()
            for _ in 0..<3 {
                let reply = try client.request(.report(.main, sent))
                #expect(reply == .done)
            }
        }
        #expect(await bus.server.keptEvents(.onControl).count == 1)
        #expect(await bus.server.status().counters["repeated_reports"] == 2)
        await bus.server.note(control: ControlStatus(control: "speech", state: .starting, processID: getpid()))
        let reply = try await onThread { try bus.client().request(.report(.main, sent)) }
        #expect(reply == .done)
        #expect(await bus.server.keptEvents(.onControl).count == 2, "another process has the same number now")
        await bus.server.close()
    }

    @Test func `controls with the same process number do not hide each other's reports`() {
        var numbers = ReportDeduplicator()
        let reports = ["phone", "radio", "phone"].map {
            ControlReport(control: $0, kind: .note, processID: 1, number: 5)
        }
        let news = reports.map { numbers.isNew($0) }
        #expect(news == [true, true, false])
        numbers.forget("phone", processID: 1)
        let later = reports.prefix(2).map { numbers.isNew($0) }
        #expect(later == [true, false], "only the restarted control counts from the beginning")
    }

    @Test func `report numbers begin at the present time`() {
        let now = UInt64(clamping: Timestamp.now.nanosecondsSinceEpoch)
        let number = ReportOutbox.nextNumber()
        #expect(number > now / 2, "an earlier process with the same number never reached it")
        #expect(ReportOutbox.nextNumber() > number)
    }

    @Test func `reports above the maximum are counted`() async throws {
        try await onThread { () throws in
            let folder = try TestSupport.TemporaryFolder()
            let client = try BusClient(requests: BusEndpoints(folder: RunFolder(path: folder.path)).requests)
            for number in 1...1030 {
                let isSent = try client.report(.told("\(number)"))
                #expect(!isSent)
            }
            #expect(client.counters.unsentReports == 6)
        }
    }

    @Test func `heartbeats make a control known with its vitals`() async throws {
        let bus = try TestBus()
        try await onThread {
            let client = try bus.client()
            _ = try client.request(.status)
            let vitals = ControlVitals(control: "test", processID: getpid(), delivered: 7)
            try client.sendHeartbeat(vitals)
            try waitUntil { try client.status().controls.first?.vitals == vitals }
            let age = try client.status().controls.first?.heartbeatAgeSeconds ?? 99
            #expect(age < 10)
        }
        await bus.server.note(control: ControlStatus(control: "test", state: .restarting, restarts: 3))
        let status = await bus.server.status()
        #expect(status.controls.first?.restarts == 3 && status.controls.first?.vitals == nil)
        #expect(status.gauges["journal_bytes"] != nil && status.gauges["journal_events"] == 0)
        await bus.server.close()
    }
}

extension ControlReport {
    fileprivate static func told(_ text: String) -> ControlReport {
        ControlReport(control: "speech", kind: .began, effect: "utterance", text: text)
    }
}
