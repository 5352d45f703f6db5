import ArgumentParser
import Platform

extension ExitStatus {
    /// The code as an error that ends a command without a message.
    var code: ExitCode { ExitCode(rawValue) }
}
