import Map

MapProgram.run()
