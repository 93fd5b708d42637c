"""Tools: parameters, options, context, errors, and the one way to call them."""
