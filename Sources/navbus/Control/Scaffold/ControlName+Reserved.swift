import NavigationControl
import Supervisor

extension ControlName {
    /// Why a name is reserved: a control with it could not be built or not be found. `nil` if it is free.
    static func meaning(of name: String) -> String? {
        if ControlManifest.reservedIDs.contains(name) { return "navbus itself uses this name" }
        if targets.contains(name) { return "the Makefile has a target of this name" }
        let module = name.replacing("-", with: "")
        if swiftModules.contains(module) { return "a module of Swift or of navbus has this name" }
        if swiftWords.contains(module) { return "it is a keyword of Swift" }
        if pythonWords.contains(name) { return "it is a keyword of Python" }
        if pythonModules.contains(name.replacing("-", with: "_")) { return "a module of Python has this name" }
        return nil
    }

    /// Targets of the Makefiles of new controls.
    private static let targets: Set<String> = ["all", "build", "check", "clean", "install", "test", "tests"]

    /// Modules that are visible to a package with the kit, and the prefixes of the types of the kit that end in
    /// `Control`; in lower case.
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

    /// Modules that a file of the same name would hide: those that the kit imports, and common ones.
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
