"""Before anything is looked at: who may ask, by which name, how much; and what browsers are always told."""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.web.hub import Hub


def header(scope: Scope, name: str) -> str | None:
    """The only header of this name; None if there is none, or several."""
    found = [value for key, value in scope["headers"] if key == name.encode()]
    return found[0].decode("latin-1") if len(found) == 1 else None


def host_name(host: str) -> str:
    """The name in a `Host` header, without port and brackets; empty if it is none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def known_host(host: str | None, names: Iterable[str]) -> bool:
    """Whether the server is called so: `localhost`, one of `names`, or an address, which nobody rebinds."""
    if host is None or any(c in host for c in "/@\\ "):
        return False
    name = host_name(host)
    if name == "localhost" or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def own_origin(origin: str | None, host: str | None, origins: Iterable[str]) -> bool:
    """Whether a page may ask: the server's own, or one of `origins`. Who sends no origin is no browser."""
    if origin is None or origin in origins:
        return True
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and host is not None and parts.netloc == host


def policy(host: str) -> str:
    """What a page of this server may load; no script but its own files."""
    parts = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "font-src": "'self'",
        "manifest-src": "'self'",
        "connect-src": f"'self' ws://{host} wss://{host}",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in parts.items())


def security(host: str) -> list[tuple[bytes, bytes]]:
    """Headers of every answer."""
    texts = {
        "content-security-policy": policy(host),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=()",
    }
    return [(name.encode(), value.encode("latin-1")) for name, value in texts.items()]


class Guard:
    """The outermost application."""

    def __init__(self, app: ASGIApp, hub: Hub) -> None:
        self._app, self._hub = app, hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        settings, host = self._hub.settings, header(scope, "host")
        known = known_host(host, settings.names)
        checked = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if not known or (checked and not own_origin(_origin(scope), host, settings.origins)):
            await _refuse(scope, send)
        elif scope["type"] == "websocket":
            await self._counted(scope, receive, send)
        else:
            await self._app(scope, receive, _with_headers(send, host or ""))

    async def _counted(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Websockets are limited, in all and by address."""
        limits, counts, address = self._hub.settings.limits, self._hub.connections, address_of(scope)
        full = sum(counts.values()) >= limits.connections or counts.get(address, 0) >= limits.per_address
        if full or self._hub.stopping:
            await _refuse(scope, send)
            return
        counts[address] = counts.get(address, 0) + 1
        self._hub.metrics.add("connections")
        try:
            await self._app(scope, receive, send)
        finally:
            counts[address] -= 1
            if not counts[address]:
                del counts[address]


def _origin(scope: Scope) -> str | None:
    """The origin; several of them are as good as a foreign one."""
    found = [value for key, value in scope["headers"] if key == b"origin"]
    return None if not found else header(scope, "origin") or "several"


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def _with_headers(send: Send, host: str) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *security(host)]}
        await send(message)

    return sending


async def _refuse(scope: Scope, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    body = json.dumps({"code": "forbidden", "text": "this host or origin may not ask"}).encode()
    headers = [(b"content-type", b"application/json"), *security("")]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})
