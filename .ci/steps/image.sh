# the container image: built with buildah on Debian packages, its size, and its demo and service run read-only and without root
#
# No registry gives the base image. The last stage of the Dockerfile stands on a root of a dozen Debian packages and this machine's
# Node instead. Its first stage (npm ci and the build) is what `npm ci` and the other steps have done here already.
most_mib=450
say_skipped() {
  echo "NOT DONE: $1, so no image was built or run here"
  exit 0
}
[ "$(uname -s)" = Linux ] && command -v apt-get >/dev/null || say_skipped 'this is no Debian system'
[ "$(id -u)" -eq 0 ] || say_skipped 'the mounts of buildah need root'
unshare --mount --pid --fork true 2>/dev/null || say_skipped 'this kernel refuses new mount and process namespaces'
if ! command -v buildah >/dev/null || ! command -v runc >/dev/null; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends buildah runc >/dev/null
fi
[ -f dist/web/index.html ] || { npm run build && npm run build:web; }

work=$(mktemp -d)
driver=overlay
buildah() { command buildah --root "$work/storage" --runroot "$work/run" --storage-driver "$driver" "$@"; }
# an overlay over an overlay is refused; vfs copies, and is slower
buildah info >/dev/null 2>&1 || { driver=vfs; rm -rf "$work/storage" "$work/run"; }
container=
leave() {
  [ -z "$container" ] || buildah umount "$container" >/dev/null || true
  rm -rf "$work"
}
trap leave EXIT

# the base: what node:20-bookworm-slim has, less its package manager
base=$work/base
mkdir -p "$base"/usr/{bin,sbin,lib,lib64,local/bin} "$base"/{dev,proc,sys,etc} "$work/packages"
mkdir -m 1777 "$base/tmp"
for folder in bin sbin lib lib64; do ln -s "usr/$folder" "$base/$folder"; done
packages='base-files netbase tzdata libc6 libgcc-s1 libstdc++6 dash coreutils libacl1 libattr1 libgmp10 libselinux1 libpcre2-8-0'
# shellcheck disable=SC2086
(cd "$work/packages" && apt-get download -qq -o APT::Sandbox::User=root $packages)
for package in "$work"/packages/*.deb; do
  dpkg-deb --fsys-tarfile "$package" | tar --extract --keep-directory-symlink --directory "$base"
done
rm -rf "$base"/usr/share/{doc,man,locale,info,lintian}
ln -sf dash "$base/usr/bin/sh"
printf 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n' >"$base/etc/passwd"
printf 'root:x:0:\nnode:x:1000:\n' >"$base/etc/group"
cp "$(node -p process.execPath)" "$base/usr/local/bin/node"

from=$(sed -n 's/^FROM \([^ ]*\)$/\1/p' Dockerfile)
scratch=$(buildah from scratch)
buildah copy --quiet "$scratch" "$base" / >/dev/null
buildah commit --quiet --rm "$scratch" "docker.io/library/$from" >/dev/null

# the last stage of the Dockerfile, with what the first one leaves: the build and the packages for production
context=$work/context
mkdir "$context"
cp -a package.json package-lock.json dist models examples proto "$context"
# links are enough, except to the one file that npm writes
cp -al node_modules "$context" 2>/dev/null || { rm -rf "$context/node_modules"; cp -a node_modules "$context"; }
rm -f "$context/node_modules/.package-lock.json"
[ ! -f .npmrc ] || cp .npmrc "$context"
rm -rf "$context"/dist/{test,bench}
(cd "$context" && npm prune --omit=dev --ignore-scripts --offline --no-audit --no-fund --silent)
sed -n '/^FROM [^ ]*$/,$p' Dockerfile | sed 's#COPY --from=build /selvage/#COPY #' >"$context/Dockerfile"
name=$(sed -n 's/^  repository: //p' deploy/helm/values.yaml):$(sed -n 's/^appVersion: //p' deploy/helm/Chart.yaml)
[ "$name" = "selvage:$(node -p 'require("./package.json").version')" ] || { echo "the chart asks for $name"; exit 1; }
buildah bud --quiet --pull-never --isolation chroot --format docker --tag "$name" "$context" >/dev/null
rm -rf "$context" "$base"

container=$(buildah from --pull-never "$name")
root=$(buildah mount "$container")
mib=$(du --summarize --block-size=1M "$root" | cut -f1)
echo "$name: $mib MiB, on ${from} made of $(echo "$packages" | wc -w) Debian packages and Node $(node --version)"
[ "$mib" -lt "$most_mib" ] || { echo "more than $most_mib MiB"; exit 1; }

# its root cannot be written, its user is the image's own, and it has no network and no capability
mkdir "$work/bundle"
buildah inspect --type image "$name" | node .ci/container-bundle.mjs "$root" >"$work/bundle/config.json"
status=0
timeout 100 runc --root "$work/runc" run --bundle "$work/bundle" "selvage-$$" </dev/null >"$work/log" 2>&1 || status=$?
if [ "$status" -ne 0 ] && ! grep -q '^inside:' "$work/log"; then
  cat "$work/log"
  echo 'NOT DONE: runc cannot start a container on this kernel, so the built image was not run'
  exit 0
fi
grep -E '^inside:|rror' "$work/log" || true
[ "$status" -eq 0 ] || { tail -n 30 "$work/log"; exit 1; }
echo "$(grep -c '^inside:' "$work/log") passed, 0 failed"
