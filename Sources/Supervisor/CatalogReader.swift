import Glibc
import NavigationControl
import TOML

/// Reads the folders of controls, one after another.
struct CatalogReader {
    let executableFolder: String?
    let trust: OwnerTrust
    private(set) var entries: [String: ControlCatalog.Entry] = [:]
    private(set) var hidden: [ControlCatalog.Entry] = []
    private(set) var refusals: [ControlCatalog.Refusal] = []
    /// Manifests that were read already, by their resolved paths: links may lead to the same one.
    private var seen: Set<String> = []

    init(executableFolder: String?, trust: OwnerTrust) {
        self.executableFolder = executableFolder
        self.trust = trust
    }

    /// Reads the controls of a place.
    mutating func read(_ place: ControlSearch.Place) {
        guard access(place.path, F_OK) == 0 else {
            // A folder of NAVBUS_CONTROLS_PATH has to exist; the others are optional.
            if place.origin == .variable || errno != ENOENT && errno != ENOTDIR {
                let wayOut = place.origin == .variable ? "see NAVBUS_CONTROLS_PATH" : "check its permissions"
                refuse(place.path, place.origin, "cannot be searched for controls: \(Self.reason); \(wayOut)")
            }
            return
        }
        if !place.origin.isOfNavbus, let refusal = trust.refusal(of: place.path) {
            return refuse(place.path, place.origin, refusal)
        }
        // The place may also be the folder of one control.
        if access("\(place.path)/plugin.toml", F_OK) == 0 { return readControl(place.path, place.origin) }
        guard access(place.path, R_OK | X_OK) == 0, InstalledFiles.isFolder(place.path) else {
            let reason = InstalledFiles.isFolder(place.path) ? Self.reason : "it is not a folder"
            return refuse(place.path, place.origin, "cannot be searched for controls: \(reason)")
        }
        for name in InstalledFiles.names(in: place.path) { readControl("\(place.path)/\(name)", place.origin) }
    }

    private static var reason: String { String(cString: strerror(errno)) }

    /// Reads the control of a folder, if it has a manifest.
    private mutating func readControl(_ folder: String, _ origin: ControlOrigin) {
        let file = "\(folder)/plugin.toml"
        guard access(file, F_OK) == 0 else {
            let reason = errno
            var status = stat()
            let dangling = [folder, file].first { (path: String) in
                lstat(path, &status) == 0 && stat(path, &status) != 0 && errno != EACCES
            }
            if let dangling {
                let text = "is a broken link; remove it, or restore its target"
                refuse(folder, origin, text, at: dangling)
            } else if reason == EACCES {
                refuse(
                    folder, origin, "cannot be opened: \(String(cString: strerror(reason))); chmod a+rx \(folder)")
            }
            return
        }
        guard let real = InstalledFiles.resolved(file), seen.insert(real).inserted else { return }
        guard InstalledFiles.isFile(real) else {
            return refuse(folder, origin, "is not a file; put a manifest there, or remove it", at: file)
        }
        if !origin.isOfNavbus {
            for path in [folder, file] {
                if let refusal = trust.refusal(of: path) {
                    return refuse(folder, origin, refusal, at: path, id: ControlManifest.id(in: file))
                }
            }
        }
        do throws(ConfigurationError) {
            add(try ControlManifest(file: file), file, folder, origin)
        } catch {
            refusals.append(
                .init(
                    name: InstalledFiles.name(of: folder), id: ControlManifest.id(in: file), origin: origin,
                    error: error))
        }
    }

    /// The program that joins the bus for controls that read lines of JSON.
    private static let adapter = "navbus-jsonl"

    private mutating func add(_ manifest: ControlManifest, _ file: String, _ folder: String, _ origin: ControlOrigin) {
        var entry = ControlCatalog.Entry(manifest: manifest, file: file, origin: origin)
        switch locate(manifest.executable, besides: folder, isOfNavbus: origin.isOfNavbus) {
        case .success(let path): entry.executable = path
        case .failure(let obstacle): entry.obstacle = obstacle
        }
        if manifest.inputProtocol == .jsonl {
            switch locate(Self.adapter, besides: executableFolder ?? folder, isOfNavbus: true) {
            case .success(let path): entry.adapter = path
            case .failure(let obstacle): (entry.executable, entry.obstacle) = (nil, obstacle)
            }
        }
        entry.tools = manifest.tools.mapValues { locate($0, besides: folder, isOfNavbus: origin.isOfNavbus) }
        let tools = entry.tools.sorted { $0.key < $1.key }.compactMap { try? $0.value.get() }
        for path in [entry.executable].compactMap(\.self) + tools {
            let isOfNavbus = origin.isOfNavbus || InstalledFiles.parent(of: path) == executableFolder
            if !isOfNavbus, let refusal = trust.refusal(of: path) {
                return refuse(folder, origin, refusal, at: path, id: manifest.id)
            }
        }
        if entries[manifest.id] == nil { entries[manifest.id] = entry } else { hidden.append(entry) }
    }

    private mutating func refuse(
        _ folder: String, _ origin: ControlOrigin, _ text: String, at path: String? = nil, id: String? = nil
    ) {
        let error = ConfigurationError(file: path ?? folder, text: text, isAboutAccess: true)
        refusals.append(.init(name: InstalledFiles.name(of: folder), id: id, origin: origin, error: error))
    }

    /// Finds an executable: beside the manifest, or beside `navbus`; a name with a folder only below that of the
    /// manifest.
    private func locate(
        _ name: String, besides folder: String, isOfNavbus: Bool
    ) -> Result<String, ControlCatalog.Obstacle> {
        let folders = name.contains("/") ? [folder] : [folder] + (executableFolder.map { [$0] } ?? [])
        let candidates = folders.map { "\($0)/\(name)" }
        if let path = candidates.first(where: InstalledFiles.isExecutable) { return .success(path) }
        if let there = candidates.first(where: { access($0, F_OK) == 0 && !InstalledFiles.isFolder($0) }) {
            return .failure(.init(text: "\(there) is not executable", remedy: "chmod +x \(there)"))
        }
        let text =
            candidates.count == 1
            ? "there is no \(candidates[0])"
            : "there is no \(name) in \(folder) or beside navbus"
        let build = isOfNavbus ? "build it (make build)" : "build it (make in its own folder)"
        return .failure(.init(text: text, remedy: "\(build), or remove \(folder)/plugin.toml"))
    }
}
