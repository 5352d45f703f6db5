import Glibc
import NavigationControl

/// The program of Valhalla that serves routes.
enum ValhallaProgram {
    static let name = "valhalla_service"
    /// The remedy if it is missing.
    static let remedy =
        "install pyvalhalla (pip) and set NAVBUS_ENGINES to the folder that contains its folder valhalla, or put "
        + "\(name) on the path"

    /// The path of the program: that of `NAVBUS_ENGINES`, of `make engines` in a checkout, or of the search path; `nil` if there is none.
    static func find(_ variable: (String) -> String? = readVariable) -> String? {
        var folders = variable("NAVBUS_ENGINES").map { ["\($0)/valhalla/bin"] } ?? []
        // The programs of a checkout are in .build/TRIPLE/debug, the engines in .build/engines.
        if let folder = ownFolder { folders.append("\(folder)/../../engines/valhalla/bin") }
        folders += (variable("PATH") ?? "").split(separator: ":").map(String.init)
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    private static var ownFolder: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        let text = String(cString: path)
        return text.lastIndex(of: "/").map { String(text[..<$0]) }
    }
}
