import Link

LinkProgram.run()
