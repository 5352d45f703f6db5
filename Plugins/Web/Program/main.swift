import Web

WebProgram.run()
