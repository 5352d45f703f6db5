@testable import EventCodec
@testable import NavigationEvents

extension FuzzTarget {
    /// Events with impossible numbers, and sequences of them, for every control, guidance and the tools for recordings,
    /// none of which may crash.
    static let extremeEvents = FuzzTarget(
        name: "extreme-events", maxBytes: 4096,
        seeds: {
            [[1, 2, 3, 4, 5, 6, 7], Array((0...255).reversed()), Array((0...255).map { UInt8($0 &* 73 & 0xFF) })]
        }
    ) { bytes throws(FuzzFinding) in
        var script = ExtremeScript(bytes)
        var controls = try ExtremeControls(isSteered: script.number(1) > 1)
        var guidance = ExtremeGuidance()
        var tools = ExtremeTools()
        for _ in 0..<32 where !script.isOver {
            let envelope = script.envelope()
            let decoded = try decoded(envelope)
            // Also the raw bytes as an event of another program.
            let isRaw = script.number(1) > 0.5
            try controls.take(isRaw ? envelope : decoded, &script)
            guidance.take(&script)
            try tools.take(isRaw ? envelope : decoded)
        }
        try tools.finish()
    }

    /// The event after encoding and decoding.
    private static func decoded(_ envelope: Envelope) throws(FuzzFinding) -> Envelope {
        let bytes = envelope.wireBytes()
        guard let decoded = try? Envelope(wireBytes: bytes) else {
            throw FuzzFinding("an event that cannot be read again: \(envelope)")
        }
        try FuzzFinding.unless(
            (try? Envelope(wireBytes: decoded.wireBytes()))?.wireBytes() == decoded.wireBytes(),
            "an event that reads differently the second time: \(decoded)")
        return decoded
    }
}
