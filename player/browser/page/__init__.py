"""One game's page: observation, inputs, timer, connection, overlay."""
