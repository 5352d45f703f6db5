import Platform
import Regions

/// The configuration with which Valhalla serves the road network of a region.
///
/// The region may come from anyone, so its own configuration decides only about searches: it names no file, log, socket or
/// address that Valhalla uses.
struct ValhallaConfiguration {
    private static let maxBytes = 1 << 20
    /// Bytes of road network that each thread of Valhalla keeps in memory.
    private static let maxCacheBytes = 64 << 20
    /// The stages of a search in Valhalla.
    private static let stages: Set = ["loki", "thor", "odin", "meili"]

    /// The configuration as JSON.
    let bytes: [UInt8]

    /// Makes the configuration.
    ///
    /// - Parameters:
    ///   - region: The region.
    ///   - port: The port on 127.0.0.1 at which Valhalla listens.
    init(_ region: Region, port: UInt16) throws(RouterError) {
        let path = region.path("routes/valhalla.json")
        let root: JSONNode
        do {
            root = try JSONDocument(WholeFile.read(path, maxBytes: Self.maxBytes)).root
        } catch let error as FileError {
            throw .region(region.name.description, reason: "failed to read \(path): \(error.reason)")
        } catch {
            throw .region(region.name.description, reason: "failed to read \(path): \(error)")
        }
        var members = (root.members ?? []).compactMap { name, value in
            Self.foreign(name, value).map { JSONText.Member(name, $0) }
        }
        members.append(JSONText.Member("mjolnir", Self.network(root.member("mjolnir"), folder: region.path("routes"))))
        members.append(JSONText.Member("logging", ["type": "std_err", "color": false]))
        members.append(JSONText.Member("httpd", ["service": Self.listener(port: port)]))
        bytes = JSONText.object(members).bytes
    }

    /// A section of the configuration of the region; `nil` for a section that could name files or addresses.
    private static func foreign(_ name: String, _ value: JSONNode) -> JSONText? {
        if name == "service_limits" { return JSONText(value) }
        guard stages.contains(name), let members = value.members else { return nil }
        var section = members.filter { !["service", "actions"].contains($0.name) }
            .map { JSONText.Member($0.name, JSONText($0.value)) }
        // Valhalla connects its threads within the process.
        section.append(JSONText.Member("service", ["proxy": .string("inproc://\(name)")]))
        if name == "loki" { section.append(JSONText.Member("actions", ["route", "status"])) }
        return .object(section)
    }

    /// The section of the road network: numbers and switches of the region, with the paths of its folder.
    private static func network(_ node: JSONNode?, folder: String) -> JSONText {
        var section = (node?.members ?? []).filter { $0.value.text == nil && $0.name != "max_cache_size" }
            .map { JSONText.Member($0.name, JSONText($0.value)) }
        section.append(JSONText.Member("tile_dir", .string("\(folder)/tiles")))
        section.append(JSONText.Member("admin", .string("\(folder)/admin.sqlite")))
        section.append(JSONText.Member("max_cache_size", .integer(maxCacheBytes)))
        return .object(section)
    }

    private static func listener(port: UInt16) -> JSONText {
        [
            "listen": .string("tcp://127.0.0.1:\(port)"), "loopback": "inproc://loopback",
            "interrupt": "inproc://interrupt", "drain_seconds": 0, "shutdown_seconds": 0, "timeout_seconds": -1,
        ]
    }
}

extension JSONText {
    /// A value that was read.
    fileprivate init(_ node: JSONNode) {
        switch node.kind {
        case .null: self = .null
        case .yes: self = .bool(true)
        case .no: self = .bool(false)
        case .text: self = JSONText(node.text)
        case .number:
            let number = node.number ?? 0
            self = Int(exactly: number).map(JSONText.integer) ?? .number(number)
        case .list: self = .array((node.elements ?? []).map { JSONText($0) })
        case .object:
            // The first of members with the same name counts.
            var names = Set<String>()
            let members = (node.members ?? []).filter { names.insert($0.name).inserted }
            self = .object(members.map { Member($0.name, JSONText($0.value)) })
        }
    }
}
