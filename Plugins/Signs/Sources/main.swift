import NavigationControl

ControlProcess.run("signs") { context in try SignsControl(context) }
