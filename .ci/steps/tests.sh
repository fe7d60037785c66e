# all tests, with the tools that the documents use: grpcurl, zsh, fish
if ! command -v zsh >/dev/null || ! command -v fish >/dev/null; then
  root=$([ "$(id -u)" -eq 0 ] || echo sudo)
  $root apt-get update -qq
  $root apt-get install -y -qq --no-install-recommends zsh fish >/dev/null
fi
[ -x "$CI_TOOLS/bin/grpcurl" ] || GOBIN=$CI_TOOLS/bin go install github.com/fullstorydev/grpcurl/cmd/grpcurl@v1.9.3
source .ci/in-memory.sh
# the step named browser runs the page's tests, with a browser that it installs
# three on two processors: a file often waits for a disk, or for a program that it has started
TESTS_AT_ONCE=3 CHROMIUM=none PATH=$CI_TOOLS/bin:$PATH npm test
