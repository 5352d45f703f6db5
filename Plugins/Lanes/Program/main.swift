import Lanes

LanesProgram.run()
