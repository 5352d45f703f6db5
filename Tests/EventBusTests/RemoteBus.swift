import TestSupport
import BusTestSupport
import Access
import Glibc
import NavigationEvents
import Testing
import ZeroMQ

@testable import EventBus

/// A bus that also listens at TCP on loopback, with a folder of keys.
struct RemoteBus {
    /// The folders of the bus.
    struct Folders {
        let folder: TemporaryFolder
        let ring: KeyRing

        init() throws {
            folder = try TemporaryFolder()
            ring = KeyRing(folder: folder.path + "/keys")
        }

        func access(_ remote: BusEndpoints) -> AccessSettings {
            AccessSettings(remote: remote, keysFolder: ring.folder)
        }
    }

    static let anyPorts = BusEndpoints(requests: "tcp://127.0.0.1:*", events: "tcp://127.0.0.1:*")

    let folders: Folders
    let server: BusServer

    /// Starts the bus with these allowed keys, whose files are created.
    init(
        _ allowed: [(name: String, roles: Set<Role>, topics: Set<Topic>)] = [], controlRoles: [String: [Role]] = [:],
        requestsPerSecond: Int = 1000, handler: @escaping BusServer.Handler = { _ in .done }
    ) throws {
        folders = try Folders()
        for entry in allowed {
            let key = try folders.ring.make(entry.name)
            try folders.ring.allow(AllowedKey(name: entry.name, key: key, roles: entry.roles, topics: entry.topics))
        }
        var access = folders.access(Self.anyPorts)
        access.requestsPerSecond = requestsPerSecond
        server = try BusServer(
            endpoints: folders.folder.endpoints, access: access, controlRoles: controlRoles, handler: handler)
    }

    /// The credentials of the owner of a key.
    func credentials(_ name: String) throws -> BusCredentials {
        try BusCredentials(keyFile: folders.ring.path(of: name), busKey: folders.ring.busKeys().publicKey.text)
    }

    /// A client over TCP.
    func client(_ name: String) throws -> BusClient {
        try client(credentials(name))
    }

    func client(_ credentials: BusCredentials) throws -> BusClient {
        try BusClient(requests: try #require(server.remoteEndpoints).requests, credentials: credentials)
    }

    /// A client of the same user on the same machine.
    func localClient() throws -> BusClient { try BusClient(requests: folders.folder.endpoints.requests) }

    func counter(_ name: String) async -> UInt64 { await server.status().counters[name] ?? 0 }
}

extension Set<Topic> {
    static var all: Set<Topic> { Set(Topic.allCases) }
}
