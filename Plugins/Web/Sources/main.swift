import NavigationControl

ControlProcess.run(
    "web",
    summary: """
        Shows where one is and what comes on a page for browsers, by default at http://127.0.0.1:8960/.
        """
) { context in try WebControl(context) }
