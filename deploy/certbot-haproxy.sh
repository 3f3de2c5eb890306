#!/bin/sh
# /usr/local/sbin/certbot-haproxy.sh: certbot calls it with each new certificate (--deploy-hook). HAProxy reads chain and key from one
# file, which takes the place of the earlier one in a single step.
set -eu
certs=${HAPROXY_CERTS:-/etc/haproxy/certs}
umask 077
mkdir -p "$certs"
fresh=$certs/../vereinsportal-certificate.new
cat "$RENEWED_LINEAGE/fullchain.pem" "$RENEWED_LINEAGE/privkey.pem" >"$fresh"
mv "$fresh" "$certs/$(basename "$RENEWED_LINEAGE").pem"
systemctl reload haproxy
