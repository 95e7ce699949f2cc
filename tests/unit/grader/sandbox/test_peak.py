from __future__ import annotations

import os
import subprocess
import sys

from grader.sandbox.peak import Peak

HOLDS = (
    "import sys; x = bytearray(50 << 20); x[::4096] = b'x' * len(x[::4096]); del x; print(flush=True); sys.stdin.read()"
)


def test_the_peak_of_a_living_process_is_told_even_after_it_gave_back():
    command = [sys.executable, "-c", HOLDS]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        descriptor = os.pidfd_open(process.pid)
        peak = Peak(descriptor)
        found = peak.kb()
        process.kill()
        process.wait()
        gone = peak.kb()
        peak.close()
        os.close(descriptor)
    assert found is not None
    assert 50 * 1024 < found < 150 * 1024
    assert gone is None


def test_what_is_not_told_is_not_known():
    peak = Peak(10**6)
    assert peak.kb() is None
    peak.close()
    assert peak.kb() is None
