"""What the plugin for pytest does once it is asked for; pytest itself loads only the module in `entry`."""
