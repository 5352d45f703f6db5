import LineControl

LineProcess.run()
