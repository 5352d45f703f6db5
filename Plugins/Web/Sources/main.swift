import NavigationControl

ControlProcess.run("web", summary: "Shows where one is and what comes.") { _ in WebControl() }
