import Receivers

ReceiversProcess.run()
