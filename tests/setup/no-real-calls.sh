#!/bin/sh
# Forbids calls to other machines for every test and every process that a test starts.
echo "TUTTI_MODELS_OFFLINE=true" >> "$NEXTEST_ENV"
