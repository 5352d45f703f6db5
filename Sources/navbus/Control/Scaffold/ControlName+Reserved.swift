import NavigationControl
import Supervisor

extension ControlName {
    /// What a name means elsewhere, so that a control of that name would not build or not be found; `nil` if nothing.
    static func meaning(of name: String) -> String? {
        if ControlManifest.reservedIDs.contains(name) { return "it means something to navbus itself" }
        if targets.contains(name) { return "make \(name) does something else" }
        let module = name.replacing("-", with: "")
        if swiftModules.contains(module) { return "a module of Swift or of navbus is called so" }
        if swiftWords.contains(module) { return "it is a word of Swift" }
        if pythonWords.contains(name) { return "it is a word of Python" }
        if pythonModules.contains(name.replacing("-", with: "_")) { return "a module of Python is called so" }
        return nil
    }

    /// Targets of the Makefiles that come along.
    private static let targets: Set<String> = ["all", "build", "check", "clean", "install", "test", "tests"]

    /// Modules that a package with the kit sees, and the nouns of the kit before `Control`, in lower case.
    private static let swiftModules: Set<String> = [
        "announcements", "console", "controltesting", "cxx", "dashboard", "device", "dispatch", "eventbus",
        "eventcodec",
        "foundation", "foundationessentials", "glibc", "guidance", "lanes", "navigation", "navigationcontrol",
        "navigationevents", "navigationloop", "pictureoutput", "pictures", "positions", "recording", "routes", "swift",
        "supervisor", "synchronization", "testing", "testsupport", "toml", "xctest", "zeromq",
    ]

    private static let swiftWords: Set<String> = ["any", "never", "protocol", "self", "type", "void"]

    private static let pythonWords: Set<String> = [
        "and", "as", "assert", "async", "await", "break", "case", "class", "continue", "def", "del", "elif", "else",
        "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "match", "nonlocal", "not",
        "or", "pass", "raise", "return", "try", "while", "with", "yield",
    ]

    /// Modules that a file of the same name would stand before: those of the kit's own imports, and the common ones.
    private static let pythonModules: Set<String> = [
        "abc", "argparse", "array", "ast", "asyncio", "atexit", "base64", "bisect", "calendar", "codecs", "collections",
        "colorsys", "contextlib", "copy", "csv", "ctypes", "curses", "dataclasses", "datetime", "decimal", "dis",
        "email",
        "enum", "errno", "fcntl", "fractions", "functools", "gc", "getopt", "glob", "google", "graphlib", "gzip",
        "heapq",
        "hmac", "html", "http", "inspect", "io", "ipaddress", "itertools", "json", "keyword", "linecache", "locale",
        "logging", "math", "mimetypes", "mmap", "numbers", "operator", "os", "pathlib", "pickle", "pip", "platform",
        "pprint", "queue", "random", "re", "readline", "resource", "runpy", "sched", "secrets", "select", "selectors",
        "shelve", "shlex", "shutil", "signal", "site", "socket", "ssl", "stat", "statistics", "string", "struct",
        "subprocess", "symtable", "sys", "syslog", "tempfile", "textwrap", "threading", "time", "timeit", "token",
        "tokenize", "traceback", "tty", "turtle", "types", "typing", "unicodedata", "unittest", "urllib", "uuid",
        "venv",
        "warnings", "wave", "weakref", "zipfile", "zlib", "zmq",
    ]
}
