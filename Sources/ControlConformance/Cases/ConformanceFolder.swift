import Glibc
import Platform

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
    func leave() { if !isKept { FileTree.remove(path) } }
}
