@testable import HapticDevices

extension FuzzTarget {
    /// The replies of a wristband, whose meaning must not depend on how the bytes are split.
    static let hapticReply = FuzzTarget(
        name: "haptic-reply", maxBytes: 512, reaches: ["UARTReader", "UARTReply"],
        seeds: {
            ["N band 2\nB 80\n", "P 1200\r\nH 271.5 4\n", "N my belt 16\nT hello\n", "H 360\nB 101\nX 1\n\n"].map {
                Array($0.utf8)
            }
        }
    ) { bytes throws(FuzzFinding) in
        var whole = UARTReader()
        let replies = whole.replies(in: bytes)
        var pieces = UARTReader()
        var again: [UARTReply] = []
        for byte in bytes { again += pieces.replies(in: [byte]) }
        try FuzzFinding.unless(replies == again && whole == pieces, "pieces that mean something else")
        let lines = bytes.count { $0 == 0x0A }
        try FuzzFinding.unless(replies.count + whole.ignoredLines <= lines, "more replies than lines")
        for reply in replies { try check(reply) }
    }

    private static func check(_ reply: UARTReply) throws(FuzzFinding) {
        let holds =
            switch reply {
            case .name(let name, .ring(let count)): !name.isEmpty && (3...64).contains(count)
            case .name(let name, _): !name.isEmpty
            case .message(.battery(let percent)): (0...100).contains(percent)
            case .message(.button(let held)): (0...600_000).contains(held)
            case .message(.heading(let degrees, let accuracy)):
                (0..<360).contains(degrees) && (0...180).contains(accuracy ?? 0)
            case .message(.text(let text)): !text.isEmpty && text.utf8.count < 20
            }
        try FuzzFinding.unless(holds, "what no device can mean: \(reply)")
    }
}
