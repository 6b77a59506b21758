"""The server: tables that friends share. `rooms` decides, commits and publishes; `app` serves."""
