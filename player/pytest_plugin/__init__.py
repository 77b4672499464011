"""The parts of the plugin for pytest, loaded once it is asked for; pytest itself loads only the module in `entry`."""
