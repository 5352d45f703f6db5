import HTTPServer
import NavigationControl
import Platform

/// `navbus web doctor`: prints the finding about the certificate, as a line that `navbus doctor` shows.
enum WebDoctorCommand {
    private static let help = """
        navbus-web doctor: reports the certificate that navbus has made for the page.

        Usage: navbus-web doctor

        A line: fine, absent or fault, the subject, the finding, and the remedy, separated by tabs. navbus doctor shows
        this line too.

        Exit codes: 0 reported, with any finding, 64 wrong usage.
        """
    private static let subject = "certificate of the page"

    /// Prints the finding.
    static func run(_ arguments: [String]) -> ExitStatus {
        ControlFinding.report(arguments, help: help) { [finding(StateFolder.path(of: "web"), at: WebCertificate.now)] }
    }

    /// The finding about the certificate in a folder.
    static func finding(_ folder: String?, at seconds: Int) -> ControlFinding {
        guard let folder else {
            return ControlFinding(
                .absent, subject: subject, text: "there is no folder to store it in",
                remedy: "set HOME or XDG_STATE_HOME")
        }
        let kept: TLSIdentity?
        do throws(TLSError) {
            kept = try KeptCertificate(folder: folder).kept()
        } catch {
            return ControlFinding(
                .fault, subject: subject, text: "failed to \(error)", remedy: "correct the file, or remove it")
        }
        guard let kept else {
            return ControlFinding(
                .absent, subject: subject, text: "none was made yet; web.tls = true makes one")
        }
        let days = (kept.validSeconds.upperBound - seconds) / 86_400
        let text = "valid for \(days) days, SHA-256 \(kept.fingerprint)"
        // The running page knows which names it needs.
        return KeptCertificate.isGood(kept, for: CertificateNames(), at: seconds)
            ? ControlFinding(.fine, subject: subject, text: text)
            : ControlFinding(
                .absent, subject: subject, text: "\(text); it expires soon, or is not valid yet",
                remedy: "check the clock of this machine, and start the page, which makes another one")
    }
}
