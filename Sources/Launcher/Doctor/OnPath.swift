import Glibc

/// Looks for programs on the search path.
enum OnPath {
    /// The absolute path of a program; `nil` if there is none.
    static func find(_ name: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}
