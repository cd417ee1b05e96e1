"""The demo: a small agent that fails for real, learns from it, and is measured."""
