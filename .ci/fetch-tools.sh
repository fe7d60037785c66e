#!/usr/bin/env bash
# Installs tools of later steps, while the first one compiles on one core. Each step installs what it misses by itself, so
# nothing fails here.
set -uo pipefail
if [ ! -x /usr/bin/chromium ] || ! command -v zsh >/dev/null || ! command -v fish >/dev/null; then
  root=$([ "$(id -u)" -eq 0 ] || echo sudo)
  $root apt-get update -qq
  $root apt-get install -y -qq --no-install-recommends zsh fish chromium fonts-dejavu-core >/dev/null
fi
.ci/python/venv.sh >/dev/null
GOBIN=$CI_TOOLS/bin go install github.com/fullstorydev/grpcurl/cmd/grpcurl@v1.9.3
