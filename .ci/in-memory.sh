# Sourced by a step: its temporary files are in memory where that has room, so that hundreds of small stores wait for no disk.
memory=/dev/shm
if [ -w "$memory" ] && [ "$(df --output=avail --block-size=1M "$memory" | tail -n 1)" -ge 2048 ]; then
  TMPDIR=$(mktemp -d "$memory/selvage-XXXXXX")
  export TMPDIR
  # as /tmp: the account of a database server writes here, too
  chmod 1777 "$TMPDIR"
  trap 'rm -rf "$TMPDIR"' EXIT
fi
