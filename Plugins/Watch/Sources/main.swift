import NavigationControl

ControlProcess.run("watch", summary: "Shows where one is and what comes.") { _ in WatchControl() }
