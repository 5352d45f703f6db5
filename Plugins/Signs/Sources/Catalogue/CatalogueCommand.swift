import NavigationControl
import NavigationEvents
import Pictures
import Platform

/// `navbus signs catalogue`: a page with all pictures in all variants.
enum CatalogueCommand {
    static let help = """
        navbus-signs catalogue: draws all pictures in all variants, for review.

        Usage: navbus-signs catalogue --out FOLDER [--theme FILE.toml]
               navbus-signs catalogue --print-theme THEME

          --out FOLDER        where it is written; made if missing. Files of an older catalogue are replaced
          --theme FILE.toml   shows a theme of one's own beside those that are built in
          --print-theme THEME prints day, night, contrast or a file, every key of it: to begin a theme of one's own with

        FOLDER/index.html     the page, with every picture in it: it needs no other file
        FOLDER/signs.svg      the 40 pictures of the maneuvers at a glance
        FOLDER/png/           NAME-SIZE@SCALE-THEME.png: every picture in 48 and 96 points, 1 to 3 pixels to a point

        Exit codes: 0 done, 64 wrong usage, 66 the theme cannot be read, 70 a picture cannot be drawn, 74 the folder
        cannot be written.
        """

    /// Draws and writes it.
    static func run(_ arguments: [String]) -> CommandEnding {
        if CommandWords.wantHelp(arguments) {
            Terminal.lines(help)
            return .done
        }
        do {
            let words = try CommandWords(arguments, options: ["--out", "--theme", "--print-theme"])
            if let name = words.text("--print-theme") {
                Terminal.lines(String(try Theme(named: name).toml.dropLast()))
                return .done
            }
            guard let folder = words.text("--out"), !folder.isEmpty, words.words.isEmpty else {
                complain("name the folder for the catalogue with --out FOLDER; try --help")
                return .usage
            }
            var themes = Theme.builtIn
            if let name = words.text("--theme") { themes.append(try Theme(named: name)) }
            let summary = try CatalogueWriter(folder: folder, themes: themes).write()
            Terminal.line(summary)
            return .done
        } catch let problem as CommandWords.Problem {
            complain(problem.text)
            return .usage
        } catch let error as OutputFolder.Failure {
            complain("failed to \(error)")
            return .output
        } catch let error as PictureError {
            complain("failed to \(error)")
            return .broken
        } catch {
            complain("failed to read the theme: \(error)")
            return .input
        }
    }
}
