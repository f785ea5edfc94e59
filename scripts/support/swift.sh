#!/usr/bin/env bash
# A real S3 for tests: OpenStack Swift with its s3api middleware, from Debian. It checks signatures and expiry.
#
#   swift.sh up FOLDER      starts it on a free port of 127.0.0.1, with its data below FOLDER, and prints its TEST_S3_URL
#   swift.sh down FOLDER    stops it
#
# `up` ends with 1 when it doesn't come up, and with 3 where Swift is missing and this machine can't install it: that takes
# root and Debian's packages. Key test:tester, secret testing.
set -euo pipefail

packages='swift-proxy swift-account swift-container swift-object'
kinds='account container object proxy'
verb=${1:?up or down}
folder=$(mkdir -p "${2:?a folder}" && cd "$2" && pwd)

down() {
  for kind in $kinds; do
    file="$folder/run/$kind.pid"
    [ -f "$file" ] && kill "$(cat "$file")" 2>/dev/null || true
    rm -f "$file"
  done
}
if [ "$verb" = down ]; then down; exit; fi

if ! command -v swift-proxy-server >/dev/null; then
  export DEBIAN_FRONTEND=noninteractive
  # shellcheck disable=SC2086
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq >/dev/null &&
    apt-get install -y -qq --no-install-recommends $packages >/dev/null || exit 3
fi

# Free at this moment: one for each process, and one for the memcached that is not there.
read -r account container object proxy memcache < <(node -e '
const { createServer } = require("node:net");
const listening = () => new Promise((resolve) => {
  const server = createServer().listen(0, "127.0.0.1", () => resolve(server));
});
Promise.all([1, 2, 3, 4, 5].map(listening)).then((servers) => {
  console.log(servers.map((server) => server.address().port).join(" "));
  for (const server of servers) server.close();
});')

mkdir -p "$folder"/{etc,run,data/disk}
cd "$folder/etc"
cat > swift.conf <<CONF
[swift-hash]
swift_hash_path_prefix = before
swift_hash_path_suffix = after
[storage-policy:0]
name = only
default = yes
CONF

# One ring, one disk and one process for each of the three kinds of things that Swift stores.
for kind in account container object; do
  at=${!kind}
  rm -f "$kind.builder" "$kind.ring.gz"
  swift-ring-builder "$kind.builder" create 4 1 1 >/dev/null
  swift-ring-builder "$kind.builder" add "r1z1-127.0.0.1:$at/disk" 1 >/dev/null
  swift-ring-builder "$kind.builder" rebalance >/dev/null || true
  cat > "$kind-server.conf" <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $at
workers = 0
user = $(id -un)
swift_dir = $folder/etc
devices = $folder/data
mount_check = false
[pipeline:main]
pipeline = $kind-server
[app:$kind-server]
use = egg:swift#$kind
CONF
done

cat > proxy-server.conf <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $proxy
workers = 0
user = $(id -un)
swift_dir = $folder/etc
[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo versioned_writes proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:$memcache
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
dns_compliant_bucket_names = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:versioned_writes]
use = egg:swift#versioned_writes
CONF

for kind in $kinds; do
  "swift-$kind-server" "$kind-server.conf" > "$folder/run/$kind.log" 2>&1 < /dev/null &
  echo $! > "$folder/run/$kind.pid"
done

listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
for kind in $kinds; do
  tries=0
  until listens "${!kind}"; do
    # Ended, or slower than any machine is.
    if ! kill -0 "$(cat "$folder/run/$kind.pid")" 2>/dev/null || [ $((tries += 1)) -gt 300 ]; then
      echo "swift-$kind-server does not listen. It said:" >&2
      tail -n 20 "$folder/run/$kind.log" >&2
      down
      exit 1
    fi
    sleep 0.1
  done
done
echo "s3://files?endpoint=http%3A%2F%2F127.0.0.1%3A$proxy"
