"""The pages of labs, people, topics, positions and free texts."""
