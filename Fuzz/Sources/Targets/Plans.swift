import Glibc

@testable import EventCodec
@testable import NavigationEvents
@testable import NavigationLoop

extension FuzzTarget {
    /// The messages of the launcher to the bus process, which must survive encoding.
    static let plan = FuzzTarget(name: "plan", maxBytes: 4096) { bytes throws(FuzzFinding) in
        try readOrders(bytes)
        guard case .plan(let plan) = try? LaunchOrder(wireBytes: bytes), (try? plan.check()) != nil else { return }
        let written = LaunchOrder.plan(plan).wireBytes()
        guard case .plan(let again) = try? LaunchOrder(wireBytes: written), (try? again.check()) != nil else {
            throw FuzzFinding("a plan that reads differently: \(plan)")
        }
    }

    /// As they come through the pipe, one after another.
    private static func readOrders(_ bytes: [UInt8]) throws(FuzzFinding) {
        let folder = try ScratchFolder()
        try folder.write(bytes, to: "orders")
        let descriptor = open(folder.path(of: "orders"), O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let reader = LaunchOrderReader(descriptor: descriptor)
        while case .order = reader.next() {}
    }
}
