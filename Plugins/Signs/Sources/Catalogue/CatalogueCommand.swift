import NavigationControl
import NavigationEvents
import Pictures
import Platform

/// The command `navbus signs catalogue`, which writes a page with all pictures in all variants.
enum CatalogueCommand {
    static let help = """
        navbus-signs catalogue: draws all pictures in all variants, for review.

        Usage: navbus-signs catalogue --out FOLDER [--theme FILE.toml]
               navbus-signs catalogue --print-theme THEME

          --out FOLDER        output folder, created if missing; replaces the files of an older catalogue
          --theme FILE.toml   shows a custom theme next to the built-in themes
          --print-theme THEME prints day, night, contrast or a file with all keys, as a template for a custom theme

        FOLDER/index.html     the page, with all pictures inline
        FOLDER/signs.svg      the 40 pictures of the maneuvers at a glance
        FOLDER/png/           NAME-SIZE@SCALE-THEME.png: every picture in 48 and 96 points, 1 to 3 pixels per point

        Exit codes: 0 done, 64 wrong usage, 66 the theme cannot be read, 70 a picture cannot be drawn, 74 the folder
        cannot be written.
        """

    /// Writes the catalogue.
    static func run(_ arguments: [String]) -> ExitStatus {
        if CommandArguments.requestsHelp(arguments) {
            Terminal.lines(help)
            return .success
        }
        do {
            let words = try CommandArguments(arguments, options: ["--out", "--theme", "--print-theme"])
            if let name = words.text("--print-theme") {
                Terminal.lines(String(try Theme(named: name).toml.dropLast()))
                return .success
            }
            guard let folder = words.text("--out"), !folder.isEmpty, words.words.isEmpty else {
                complain(usage: "name the folder for the catalogue with --out FOLDER")
                return .usage
            }
            var themes = Theme.builtIn
            if let name = words.text("--theme") { themes.append(try Theme(named: name)) }
            let summary = try CatalogueWriter(folder: folder, themes: themes).write()
            Terminal.line(summary)
            return .success
        } catch let problem as CommandArguments.Problem {
            complain(usage: problem.text)
            return .usage
        } catch let error as OutputFolder.Failure {
            complain("failed to \(error)")
            return .outputError
        } catch let error as PictureError {
            complain("failed to \(error)")
            return .internalError
        } catch {
            complain("failed to read the theme: \(error)")
            return .noInput
        }
    }
}
