"""What the store's tests share with the server's."""

from tests.server.conftest import own_cluster

__all__ = ["own_cluster"]
