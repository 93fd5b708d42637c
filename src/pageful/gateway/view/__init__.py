"""A local web page that shows a result as it was sent beside the page that an agent reads."""
