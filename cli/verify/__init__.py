"""`yourtrumps verify`: what holds in every match, proved from the rule file."""

from cli.verify.command import verify

__all__ = ["verify"]
