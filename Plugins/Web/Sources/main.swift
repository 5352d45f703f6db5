import NavigationControl

ControlProcess.run(
    "web",
    summary: """
        Shows the position and the next maneuvers on a page for browsers, by default at http://127.0.0.1:8960/.
        """
) { context in try WebControl(context) }
