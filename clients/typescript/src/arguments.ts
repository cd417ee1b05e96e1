// Written by tools/generate_typescript.py from the Python package; do not edit.

/** How an argument is read: `value` is null where it is never taken. */
export interface Argument {
  names: string;
  value: "id" | "path" | "url" | null;
  nodeType: string;
}

/** Arguments by their names: the first entry that fits counts. */
export const ARGUMENTS: readonly Argument[] = [
  {"names": ".*session.*|.*token.*|.*secret.*|.*password.*|.*passwd.*|.*credential.*|.*auth.*|.*cookie.*|api_key|apikey|.*_api_key|.*access_key.*|.*private_key.*|.*cursor.*|.*page.*|.*request_id|.*requestid|.*requestId|.*trace.*|.*span_id|.*spanId|.*correlation.*|.*idempotency.*|.*nonce.*|.*email.*|.*mail.*|.*phone.*|.*message.*|.*query.*|.*prompt.*", "value": null, "nodeType": ""},
  {"names": "node_id|node_ids|entity_id|entity_ids", "value": "id", "nodeType": ""},
  {"names": ".*_id|.*_ids|.*Id|.*Ids|.*_key|.*Key|.*_number|.*Number|.*_uuid|.*Uuid|.*_slug|.*_sha", "value": "id", "nodeType": "{stem}"},
  {"names": "id|ids|uuid|key|slug|number|sha|identifier", "value": "id", "nodeType": ""},
  {"names": "path|paths|file|files|file_path|filepath|filePath|filename|source|destination|.*_path|.*Path|uri", "value": "path", "nodeType": "file"},
  {"names": "repo|repository|repos|repo_name|project|branch|database|schema|table|collection|index|bucket|queue|topic|namespace|cluster|service|environment", "value": "id", "nodeType": "{stem}"},
  {"names": "url|urls|.*_url|.*Url|href|link", "value": "url", "nodeType": "page"},
];

/** What a value must match as a whole to be an id, a person's number or a secret. */
export const ID = "^(?:[A-Za-z0-9_.:/#~+=%$!,()\\[\\]-]+)$";
export const PERSONAL = "^(?:\\+[\\d().-]{6,}|\\(?0\\d{1,4}\\)?[-/.]\\d[\\d./-]{4,}|\\d{3}[-.]\\d{3}[-.]\\d{4}|\\d{3}-\\d{2}-\\d{4}|[A-Z]{2}\\d{2}[A-Z0-9]{11,30})$";
export const SECRET = "^(?:(?:sk|pk|rk|ghp|gho|ghs|ghu|github_pat|glpat|xox[abposr]|AKIA|ASIA|AIza|ya29|hf|npm|pypi|Bearer|Basic)[-_.:A-Za-z]*[A-Za-z0-9+/=_-]{16,}|eyJ[\\w-]+\\.[\\w-]+.*|SG\\.[\\w-]{10,}\\.[\\w-]{10,}|-+BEGIN.*)$";

export const HOME = "^(?:/home/|/Users/|/root(?=/|$)|[A-Za-z]:[\\\\/]Users[\\\\/])[^/\\\\]*";
export const STEM_SUFFIX = "[_-]?(?:ids?|keys?|numbers?|uuids?|slugs?|shas?|name)$";

export const MAX_ID = 128;
export const MAX_PATH = 256;
export const MAX_INTEGER = 100000000000000000000;
export const CARD_LEAST = 13;
export const CARD_MOST = 16;
export const NAME = 200;
export const TARGETS = 100;
export const LATENCY_MS = 2592000000;
export const PAGE = 1000;

/** The last line of what a model reads in place of a call's result; an import of sessions knows it. */
export const STOPPED_ONCE = "This call was stopped once, because memory warns of it. The same call again is not stopped.";
