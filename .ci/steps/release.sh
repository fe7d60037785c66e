# all artefacts of a release: built twice with equal bytes, signed, and each opened by its own tool
#
# Not among the steps of every change, since it takes five minutes: run it by its name before a release. Needs a clean tree.
folder=$CI_TOOLS/release
openssl genpkey -algorithm ed25519 -out "$CI_TOOLS/release-key.pem"
node scripts/release.mjs --out "$folder" --key "$CI_TOOLS/release-key.pem" --again
cd "$folder"
sha256sum --check --quiet SHA256SUMS
openssl pkey -in "$CI_TOOLS/release-key.pem" -pubout | cmp - SHA256SUMS.pem
openssl pkeyutl -verify -pubin -inkey SHA256SUMS.pem -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig
for package in selvage-[0-9]*.tgz selvage-client-*.tgz selvage-chart-*.tgz; do tar -tzf "$package" >/dev/null; done
unzip -tq selvage-go-v*.zip
unzip -tq selvage-client-*.jar
python3 -m zipfile -t selvage_client-*.whl
