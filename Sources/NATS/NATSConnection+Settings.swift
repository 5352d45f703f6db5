import CNATS
import Glibc

extension NATSConnection {
    /// The servers, the identity and the limits of a connection.
    public struct Settings: Sendable, Hashable {
        /// The key of a user without a JWT. The server sends a challenge, so the seed stays on this machine.
        public struct NKey: Sendable, Hashable {
            /// The public key: "U…".
            public var publicKey: String
            /// The file with the seed: "SU…".
            public var seedFile: String

            /// Makes a key.
            public init(publicKey: String, seedFile: String) {
                (self.publicKey, self.seedFile) = (publicKey, seedFile)
            }
        }

        /// The files of TLS, in PEM.
        public struct TLS: Sendable, Hashable {
            /// The certificates of the authorities; `nil` for those of the system.
            public var authorityFile: String?
            /// The certificate of this client with its chain; `nil` if the server requires none.
            public var certificateFile: String?
            /// The key of the certificate of this client.
            public var keyFile: String?

            /// Names the files; without any, the server needs a certificate of a public authority.
            public init(authorityFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil) {
                self.authorityFile = authorityFile
                (self.certificateFile, self.keyFile) = (certificateFile, keyFile)
            }
        }

        /// The addresses: `nats://HOST:4222`, or `tls://…`. They may contain `USER:PASSWORD@`. Other servers of the cluster
        /// are found through these.
        public var servers: [String]
        /// The name of this client in the reports of the server.
        public var name: String
        /// The file with the JWT and the seed of a user (`.creds`).
        public var credentialsFile: String?
        /// The key of a user.
        public var nkey: NKey?
        /// TLS; `nil` for a connection without, unless an address begins with `tls://`.
        public var tls: TLS?
        /// The beginning of the subjects for answers. A user may be allowed to receive only its own: "INBOX.van-1".
        public var inboxPrefix = "_INBOX"
        /// The longest wait for each server, in milliseconds.
        public var connectTimeoutMilliseconds = 2000
        /// The wait before the servers are tried again, in milliseconds. There is no limit to the number of tries.
        public var reconnectWaitMilliseconds = 100
        /// The size of the buffer for messages that are published while no server is connected, in bytes; publishing beyond it
        /// throws.
        public var maxReconnectBufferBytes = 1 << 20
        /// The interval between two pings, in milliseconds. A server that misses two is left for another.
        public var pingIntervalMilliseconds = 2000

        /// Makes settings with the defaults.
        public init(servers: [String], name: String) { (self.servers, self.name) = (servers, name) }

        /// The addresses without user names and passwords.
        var printableServers: [String] {
            servers.map { server in
                guard let at = server.lastIndex(of: "@") else { return server }
                let scheme = server.firstRange(of: "://").map { String(server[..<$0.upperBound]) } ?? ""
                return scheme + server[server.index(after: at)...]
            }
        }
    }
}

/// The options of libnats.
struct Options: ~Copyable {
    let handle: OpaquePointer

    private init(_ handle: OpaquePointer) { self.handle = handle }

    static func make(
        _ settings: NATSConnection.Settings, callbacks: UnsafeMutableRawPointer
    ) throws(NATSError) -> Options {
        var created: OpaquePointer?
        var status = natsOptions_Create(&created)
        guard status == NATS_OK, let handle = created else { throw NATSError(status, "prepare a connection to NATS") }
        let options = Options(handle)

        func set(_ option: String, _ call: @autoclosure () -> natsStatus) throws(NATSError) {
            status = call()
            guard status == NATS_OK else { throw NATSError(status, "set the \(option) of a connection to NATS") }
        }
        try set("servers", setServers(settings.servers, of: handle))
        try set("name", natsOptions_SetName(handle, settings.name))
        try set("timeout", natsOptions_SetTimeout(handle, Int64(settings.connectTimeoutMilliseconds)))
        try set("reconnect", natsOptions_SetMaxReconnect(handle, -1))
        try set("reconnect wait", natsOptions_SetReconnectWait(handle, Int64(settings.reconnectWaitMilliseconds)))
        try set("reconnect jitter", natsOptions_SetReconnectJitter(handle, 50, 50))
        try set(
            "reconnect buffer",
            natsOptions_SetReconnectBufSize(handle, Int32(clamping: settings.maxReconnectBufferBytes)))
        try set("ping interval", natsOptions_SetPingInterval(handle, Int64(settings.pingIntervalMilliseconds)))
        try set("missed pings", natsOptions_SetMaxPingsOut(handle, 2))
        try set("inbox prefix", natsOptions_SetCustomInboxPrefix(handle, settings.inboxPrefix))
        // Handlers run on the threads of a shared pool; otherwise each subscription would have a thread.
        try set("delivery", natsOptions_UseGlobalMessageDelivery(handle, true))
        // A request over a lost connection has no answer.
        try set("requests", natsOptions_SetFailRequestsOnDisconnect(handle, true))
        if let file = settings.credentialsFile {
            try set("credentials", natsOptions_SetUserCredentialsFromFiles(handle, file, nil))
        }
        if let nkey = settings.nkey {
            try set("key", natsOptions_SetNKeyFromSeed(handle, nkey.publicKey, nkey.seedFile))
        }
        if let tls = settings.tls {
            try set("TLS", natsOptions_SetSecure(handle, true))
            if let file = tls.authorityFile {
                try set("authority \(file)", natsOptions_LoadCATrustedCertificates(handle, file))
            }
            if let file = tls.certificateFile, let key = tls.keyFile {
                try set("certificate \(file)", natsOptions_LoadCertificatesChain(handle, file, key))
            }
        }
        try ConnectionCallbacks.set(callbacks, in: handle, set)
        return options
    }

    private static func setServers(_ servers: [String], of handle: OpaquePointer) -> natsStatus {
        let copies = servers.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        var pointers = copies.map { UnsafePointer($0) }
        return natsOptions_SetServers(handle, &pointers, Int32(clamping: servers.count))
    }

    deinit { natsOptions_Destroy(handle) }
}
