/// Where the bus is.
