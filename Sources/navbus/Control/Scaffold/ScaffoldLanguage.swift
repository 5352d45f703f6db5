import ArgumentParser

/// The language of a new control.
enum ScaffoldLanguage: String, CaseIterable, ExpressibleByArgument {
    case swift
    case python
    case c
    case shell
    case node
    case go

    /// The folder of its template, relative to the data folder of navbus.
    var template: String {
        switch self {
        case .swift: "Plugins/Console"
        case .python: "examples/python/template"
        case .c: "examples/write-a-control/c"
        case .shell, .node, .go: "examples/lines/\(rawValue)"
        }
    }

    /// The folder of its kit, relative to the data folder of navbus; `nil` if a control in this language needs none. The
    /// kit for Swift is the package navbus itself.
    var kit: String? {
        switch self {
        case .swift: "."
        case .python: "examples/python"
        case .c: "libnavbus"
        case .shell, .node, .go: nil
        }
    }

    /// The shell command that builds the control and runs its tests, in its folder.
    var build: String {
        switch self {
        case .swift: "swift build && swift test"
        case .python, .c, .go: "make && make test"
        case .shell, .node: "make test"
        }
    }

    /// A remark for the author, before the first build.
    var remark: String? {
        self == .swift ? "The first build takes some minutes: it builds the kit as well." : nil
    }

    /// The programs that the build needs, each with the way to install it.
    var tools: [(program: String, way: String)] {
        let make = ("make", "apt install make")
        return switch self {
        case .swift: [("swift", "Swift 6.2 or later from https://www.swift.org/install/linux/")]
        case .python: [("python3", "apt install python3 python3-venv"), make]
        case .c: [("cc", "apt install gcc libzmq3-dev"), make]
        case .shell: [("jq", "apt install jq"), make]
        case .node: [("node", "apt install nodejs"), make]
        case .go: [("go", "apt install golang-go"), make]
        }
    }
}
