"""The server: tables that friends share. `room` decides, `hub` commits and publishes, `app` is the door."""
