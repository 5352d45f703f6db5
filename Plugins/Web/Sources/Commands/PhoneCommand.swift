import NavigationControl
import Platform

/// `navbus web phone`: shows the address of the page as a QR code.
enum PhoneCommand {
    static let help = """
        navbus-web phone: shows the address of the running page with its token as a QR code, for the camera of a phone.

        Usage: navbus-web phone [--address NUMBER] [--light] [--session NAME] [--endpoint ENDPOINT]

          --address NUMBER     the address of the list that the code shows; default: 1
          --light              for a terminal with dark text on a light background
          --session NAME       the session of the page; default: NAVBUS_SESSION, else main
          --endpoint ENDPOINT  request endpoint of the bus; default: NAVBUS_ENDPOINT, else that of the run folder

        Whoever sees the code can open the page.

        Exit codes: 0 shown, 64 wrong usage, 69 there is no page, or no other machine can reach it.
        """

    /// Prints the code.
    static func run(_ arguments: [String]) -> ExitStatus {
        if CommandArguments.requestsHelp(arguments) {
            Terminal.lines(help)
            return .success
        }
        do {
            let words = try CommandArguments(
                arguments, options: ["--address", "--session", "--endpoint"], flags: ["--light"])
            if let word = words.words.first {
                throw CommandArguments.Problem(text: "unknown argument \"\(word)\"")
            }
            let number = try words.number("--address", in: 1...100) ?? 1
            guard number == number.rounded() else {
                throw CommandArguments.Problem(text: "--address \(number): use a whole number")
            }
            guard
                let folder = ControlFolder.ofCommand(
                    endpoint: words.text("--endpoint"), session: words.text("--session"))
            else {
                complain("failed to find the page: the bus is on another machine; run this command there")
                return .unavailable
            }
            guard let link = PageLink(path: PageLink.path(in: folder.path, session: folder.session)) else {
                complain(
                    "failed to find the page of session \"\(folder.session)\": no page of this user is served; start "
                        + "navbus with web in controls")
                return .unavailable
            }
            return show(link, urls: link.urls(), number: Int(number), isTerminalLight: words.has("--light"))
        } catch {
            return .reporting(error)
        }
    }

    private static func show(_ link: PageLink, urls: [String], number: Int, isTerminalLight: Bool) -> ExitStatus {
        guard !urls.isEmpty else {
            complain(
                "failed to show the address for a phone: the page is at \(link.listen), which other machines cannot "
                    + "reach; set web.listen = \"0.0.0.0:\(link.port)\", and connect this machine to a network")
            return .unavailable
        }
        guard urls.indices.contains(number - 1), let code = QRCode(of: urls[number - 1]) else {
            complain(usage: "--address \(number): use a number from 1 to \(urls.count)")
            return .usage
        }
        for line in code.lines(isTerminalLight: isTerminalLight) { Terminal.line(line) }
        for (index, url) in urls.enumerated() { Terminal.line("\(index + 1). \(url)") }
        for line in advice(link) { Terminal.line(line) }
        return .success
    }

    /// The sentences for the person with the phone.
    static func advice(_ link: PageLink) -> [String] {
        var lines = ["", "Connect the phone to the same network as this machine, and scan the code with its camera."]
        if let fingerprint = link.fingerprint {
            if link.isCertificateMade {
                lines += [
                    "The browser warns of the certificate, since navbus has made it itself. Compare the SHA-256 fingerprint",
                    "that the browser shows; accept the certificate only if it is the same:",
                ]
            } else {
                lines.append("The SHA-256 fingerprint of the certificate:")
            }
            lines.append("  \(fingerprint)")
        } else {
            lines.append("The page is not encrypted: set web.tls = true.")
        }
        if !link.isReceiver {
            lines.append("The phone shows the page. To make it the receiver too, set web.receiver = true.")
        } else if link.fingerprint == nil {
            lines.append("A browser gives positions only to an encrypted page, so the phone cannot be the receiver.")
        } else {
            lines.append("Then press \"Use this phone as the receiver\", and keep the page in the foreground.")
        }
        return lines
    }
}
