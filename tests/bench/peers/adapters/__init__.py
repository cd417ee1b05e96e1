"""One module for each memory; it is imported where that memory is installed, and nowhere else."""
