#!/usr/bin/env bash
# Lists the licences of the installed packages, and looks for known vulnerabilities (pip-audit, which asks PyPI). Fails for a
# licence that a user of oxgraph could not accept with Apache-2.0 programs, and for a vulnerability; says so and goes on
# where the service cannot be reached.
set -euo pipefail

refused="GNU Affero General Public License v3;GNU Affero General Public License v3 or later (AGPLv3+);AGPL-3.0"
refused="$refused;AGPL-3.0-only;AGPL-3.0-or-later;GNU General Public License v3 (GPLv3);GPL-3.0-only;GPL-3.0"
refused="$refused;GNU General Public License v3 or later (GPLv3+);GPL-3.0-or-later;SSPL-1.0;BUSL-1.1"
pip-licenses --summary --order=count --fail-on="$refused"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
if timeout 60 pip-audit --local --skip-editable --progress-spinner off >"$log" 2>&1; then
    echo "no known vulnerability; not found by the service: $(grep -c 'could not be audited' "$log" || true) packages"
elif grep -qiE 'Found [0-9]+ known vulnerabilit' "$log"; then
    cat "$log" >&2
    exit 1
else
    echo "the vulnerability service cannot be reached: not audited ($(tail -n 1 "$log" | cut -c1-120))"
fi
