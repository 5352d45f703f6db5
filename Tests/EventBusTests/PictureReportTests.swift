import Access
import EventCodec
import NavigationEvents
import TestSupport
import Testing

@testable import EventBus

@Suite("Pictures in the reports of controls")
struct PictureReportTests {
    private static func picture(
        _ bytes: Int = ReportedPicture.maxBytes, _ mediaType: String = "image/png", width: Double = 96
    ) -> ReportedPicture {
        ReportedPicture(
            mediaType: mediaType, widthPoints: width, heightPoints: 96,
            data: (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    }

    private static func report(_ picture: ReportedPicture, number: UInt64 = 1) -> ControlReport {
        ControlReport(
            control: "signs", kind: .began, effect: "sign", text: "turn left", processID: 7, number: number,
            picture: picture)
    }

    @Test func `the largest picture reaches subscribers and requests for missed events`() async throws {
        let bus = try TestBus()
        let report = Self.report(Self.picture())
        let heard = try await onThread {
            let client = try bus.subscriber([.onControl])
            #expect(try client.request(.report(.main, report)) == .done)
            let deliveries = try client.deliveries { $0.envelope != nil }
            let missed = MissedEvents(session: .main, topic: .onControl, first: 1, last: 1)
            guard case .events(let kept, _) = try client.request(.missed(missed)) else { return [ControlReport]() }
            return (deliveries.compactMap(\.envelope) + kept).compactMap {
                if case .control(let report) = $0.event { report } else { nil }
            }
        }
        #expect(heard == [report, report])
        await bus.server.close()
    }

    @Test(arguments: ["image/png", "image/svg+xml", "image/vnd.microsoft.icon", "image/x-xbitmap", "image/JP2"])
    func `media types of images are accepted`(_ mediaType: String) {
        #expect(Self.picture(1, mediaType, width: 0.5).problem == nil)
        #expect(Self.picture(1, mediaType, width: ReportedPicture.maxPoints).problem == nil)
    }

    @Test func `an invalid picture is refused with the reason, counted and not published`() async throws {
        let bus = try TestBus()
        let wrong: [(ReportedPicture, String)] = [
            (Self.picture(ReportedPicture.maxBytes + 1), "has 16385 bytes, and a report takes 16384"),
            (Self.picture(60_000), "draw it smaller"),
            (Self.picture(1, String(repeating: "x", count: 65)), "has no media type"),
            (Self.picture(1, "image/png\n\u{1B}[2J"), "has no media type"),
            (Self.picture(1, ""), "has no media type of an image, such as image/png"),
            (Self.picture(1, "image/"), "has no media type"),
            (Self.picture(1, "text/html"), "has no media type"),
            (Self.picture(1, "image/png\""), "has no media type"),
            (Self.picture(1, width: 1e300), "has no size above 0 and up to 10000 points: it is 1e+300 by 96.0"),
            (Self.picture(1, width: 0), "has no size"),
            (Self.picture(1, width: .infinity), "has no size"),
            (Self.picture(1, width: .nan), "has no size"),
            (Self.picture(1, width: -1), "has no size"),
        ]
        try await onThread {
            let client = try bus.client()
            for (picture, reason) in wrong {
                let error = #expect(throws: BusError.self) {
                    try client.request(.report(.main, Self.report(picture)))
                }
                #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
            }
        }
        #expect(await bus.server.keptEvents(.onControl).isEmpty)
        #expect(await bus.server.status().counters["oversized_requests"] == UInt64(wrong.count))
        await bus.server.close()
    }

    @Test func `pictures cost by their size, which slows down a flood`() {
        let second: UInt64 = 1_000_000_000
        let admissionControl = AdmissionControl(
            policy: AccessPolicy(ownUser: 1, processes: KernelProcessTable()), requestsPerSecond: 1000)
        let peer = PeerIdentity.local(user: 1, process: 2)
        func taken(_ bytes: Int, at now: UInt64) -> Int {
            (1...2000).count { _ in
                guard admissionControl.admit(peer, bytes: bytes, now: now) == .accept else { return false }
                admissionControl.chargePicture(peer, bytes: bytes)
                return true
            }
        }
        #expect((50...130).contains(taken(16 * 1024, at: second)))
        #expect((400...700).contains(taken(2500, at: 100 * second)))
    }
}
