import Platform

/// Reads whole files, or pipes up to their end, with errors that name the file and the reason.
public enum TextFile {
    /// The maximum size of a file: 256 MiB.
    public static let maxBytes = 256 << 20
    private static let pipeSeconds = 10

    /// The bytes of a file, or of a pipe up to its end; throws the system's reason if it cannot be read.
    public static func bytes(_ path: String) throws(ConfigurationError) -> [UInt8] {
        do throws(FileError) {
            return try WholeFile.read(path, maxBytes: maxBytes, pipeSeconds: pipeSeconds)
        } catch {
            throw configurationError(error)
        }
    }

    /// The text of a UTF-8 file; throws if it cannot be read or is not UTF-8.
    public static func text(_ path: String) throws(ConfigurationError) -> String {
        guard let text = String(validating: try bytes(path), as: UTF8.self) else {
            throw ConfigurationError(file: path, text: "is not UTF-8 text; save it as UTF-8")
        }
        return text
    }

    private static func configurationError(_ error: FileError) -> ConfigurationError {
        let text =
            switch error.reason {
            case .tooLarge: "is larger than \(maxBytes >> 20) MiB; name a smaller file"
            case .silent: "cannot be read: \(error.reason); name a file"
            default: "cannot be read: \(error.reason)"
            }
        return ConfigurationError(file: error.path, text: text, isAboutAccess: true)
    }
}
