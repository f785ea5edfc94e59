"""Runs a command on a pseudo-terminal and plays a script of keys to it.

Standard input: one JSON document, {"argv", "env", "cwd", "columns", "steps"}. A step is {"wait": text} for something to
appear on the screen, {"type": keys}, {"signal": name}, {"resize": columns}, or {"pause": seconds}. Standard output: one JSON
document, {"screen", "code", "signal"}: everything the terminal was sent, and how the command ended. One that does not end is killed.
"""
import fcntl, json, os, pty, select, signal, struct, sys, termios, time

plan = json.load(sys.stdin)
started_at = time.monotonic()
LIMIT_SECONDS = 60

pid, terminal = pty.fork()
if pid == 0:
    os.chdir(plan["cwd"])
    os.execvpe(plan["argv"][0], plan["argv"], plan["env"])



def resize(columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, columns, 0, 0))


resize(plan["columns"])

screen = b""
status = None


def read(seconds):
    """Reads what comes within the time; False when the command has closed its terminal."""
    global screen
    ready, _, _ = select.select([terminal], [], [], seconds)
    if not ready:
        return True
    try:
        chunk = os.read(terminal, 65536)
    except OSError:
        return False
    screen += chunk
    return bool(chunk)


def ended():
    global status
    if status is None:
        done, code = os.waitpid(pid, os.WNOHANG)
        if done:
            status = code
    return status is not None


seen = 0
for step in plan["steps"]:
    if "wait" in step:
        wanted = step["wait"].encode()
        while wanted not in screen[seen:] and not ended():
            if time.monotonic() - started_at > LIMIT_SECONDS:
                break
            read(0.01)
        while wanted not in screen[seen:] and read(0.05) and time.monotonic() - started_at < LIMIT_SECONDS:
            pass
        at = screen.find(wanted, seen)
        seen = at + len(wanted) if at >= 0 else seen
    elif "type" in step:
        if not ended():
            os.write(terminal, step["type"].encode())
    elif "signal" in step:
        if not ended():
            os.kill(pid, getattr(signal, step["signal"]))
    elif "resize" in step:
        resize(step["resize"])
    elif "pause" in step:
        until = time.monotonic() + step["pause"]
        while time.monotonic() < until:
            read(0.01)

while not ended() and time.monotonic() - started_at < LIMIT_SECONDS:
    read(0.005)
if not ended():
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    status = signal.SIGKILL
while read(0.05) and select.select([terminal], [], [], 0)[0]:
    pass

json.dump(
    {
        "screen": screen.decode("utf-8", "replace"),
        "code": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
        "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else None,
    },
    sys.stdout,
)
