import Glibc

/// The folder of a conformance test, with a folder for each case.
struct ConformanceFolder {
    let path: String
    private let isKept: Bool
    /// Removes the folder if the test is killed.
    private let watchdog: Watchdog

    /// Creates a folder that only this user can access.
    init(isKept: Bool) throws(ConformanceError) {
        var template = Array("/tmp/navbus-exam-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw .system(what: "make a folder in /tmp", reason: systemReason())
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.isKept = isKept
        do throws(CaseEnding) {
            watchdog = try Watchdog(folder: path, isKept: isKept)
        } catch {
            rmdir(path)
            throw .system(what: "run the conformance test", reason: error.text)
        }
    }

    /// Removes the folder with its contents, unless it is kept.
    func leave() { if !isKept { Self.remove(path) } }

    /// The names in a folder, including hidden ones.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        for name in names(in: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }
}
