#!/bin/sh
# The switch that forbids calls to other machines, on for every test and every process a test starts.
echo "TUTTI_MODELS_OFFLINE=true" >> "$NEXTEST_ENV"
