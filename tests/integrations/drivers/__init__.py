"""One module for each framework: `run` lets an agent of it answer one question, with the framework's own stand-in."""
