"""A message of the service, verified by the library of Standard Webhooks. The service must run with private webhooks."""

import os
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from threading import Thread

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from selvage import Client
from selvage.webhook.v1 import webhook_pb2

received: Queue[tuple[dict[str, str], bytes]] = Queue()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        received.put(({name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(204)
        self.end_headers()


def test_the_library_of_standard_webhooks_verifies_a_message_by_both_secrets_after_a_rotation() -> None:
    server = HTTPServer(("127.0.0.1", 0), Receiver)
    Thread(target=server.serve_forever, daemon=True).start()
    with Client(os.environ["SELVAGE_SERVER"], os.environ["SELVAGE_KEY"]) as client:
        url = f"http://127.0.0.1:{server.server_port}/"
        created = client.webhooks.CreateWebhook(webhook_pb2.CreateWebhookRequest(url=url, events=["job.ended"]))
        webhook_id = created.webhook.webhook_id
        rotated = client.webhooks.RotateWebhookSecret(webhook_pb2.RotateWebhookSecretRequest(webhook_id=webhook_id))
        sent = client.webhooks.SendTestEvent(webhook_pb2.SendTestEventRequest(webhook_id=webhook_id)).delivery
        headers, body = received.get(timeout=60)
        client.webhooks.DeleteWebhook(webhook_pb2.DeleteWebhookRequest(webhook_id=webhook_id))
    server.shutdown()
    assert headers["webhook-id"] == sent.delivery_id
    assert body.decode() == sent.payload
    for secret in (created.secret, rotated.secret):
        assert Webhook(secret).verify(body, headers)["type"] == "webhook.test"
        with pytest.raises(WebhookVerificationError):
            Webhook(secret).verify(body + b" ", headers)
