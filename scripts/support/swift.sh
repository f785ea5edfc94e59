#!/usr/bin/env bash
# A real S3 for tests: OpenStack Swift with its s3api middleware, from Debian. It checks signatures and expiry.
#
#   swift.sh up FOLDER [PORT]    starts it on 127.0.0.1 (8480), with its data below FOLDER
#   swift.sh down FOLDER         stops it
#   swift.sh can                 whether this machine could: ends with 0 or 1
#
# Needs root, for the packages and because Swift's servers drop to a user. Key test:tester, secret testing.
set -euo pipefail

packages='swift-proxy swift-account swift-container swift-object'
verb=${1:?up, down or can}

can() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }
if [ "$verb" = can ]; then can; exit; fi

folder=$(mkdir -p "${2:?a folder}" && cd "$2" && pwd)
port=${3:-8480}

if [ "$verb" = down ]; then
  for file in "$folder"/run/*.pid; do [ -f "$file" ] && kill "$(cat "$file")" 2>/dev/null || true; done
  exit 0
fi

if ! command -v swift-proxy-server >/dev/null; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >/dev/null
  # shellcheck disable=SC2086
  apt-get install -y -qq --no-install-recommends $packages >/dev/null
fi

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
number=0
for kind in account container object; do
  number=$((number + 1))
  at=$((port + number))
  rm -f "$kind.builder" "$kind.ring.gz"
  swift-ring-builder "$kind.builder" create 4 1 1 >/dev/null
  swift-ring-builder "$kind.builder" add "r1z1-127.0.0.1:$at/disk" 1 >/dev/null
  swift-ring-builder "$kind.builder" rebalance >/dev/null || true
  cat > "$kind-server.conf" <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $at
workers = 0
user = root
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
bind_port = $port
workers = 0
user = root
swift_dir = $folder/etc
[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo versioned_writes proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:$((port + 4))
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

for kind in account container object proxy; do
  "swift-$kind-server" "$kind-server.conf" > "$folder/run/$kind.log" 2>&1 < /dev/null &
  echo $! > "$folder/run/$kind.pid"
done

for _ in $(seq 100); do
  if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then break; fi
  sleep 0.1
done
