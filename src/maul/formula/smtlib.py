def script(r):
    return None
