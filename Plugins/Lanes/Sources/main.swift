import NavigationControl

ControlProcess.run("lanes") { context in try LanesControl(context) }
