import Router

RouterProgram.run()
