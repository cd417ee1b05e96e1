/** Which arguments of a tool are ids of what it was about; as `oxgraph.actions` has it, whose tables `arguments.ts` holds. */
import {
  ARGUMENTS,
  CARD_LEAST,
  CARD_MOST,
  HOME,
  ID,
  MAX_ID,
  MAX_INTEGER,
  MAX_PATH,
  NAME,
  PERSONAL,
  SECRET,
  STEM_SUFFIX,
  TARGETS,
} from "./arguments.js";

const ENTRIES = ARGUMENTS.map((entry) => ({ ...entry, names: new RegExp(`^(?:${entry.names})$`, "s") }));
const IDS = new RegExp(ID);
const PERSONAL_OR_SECRET = [new RegExp(PERSONAL), new RegExp(SECRET)];
const HOME_FOLDER = new RegExp(HOME);
const SUFFIX = new RegExp(STEM_SUFFIX, "i");
const MAX_URL = 2_000;

/** The ids among a tool's arguments, and the type that their names give. */
export function targetsOf(given: unknown): { targets: string[]; nodeType: string | undefined } {
  const found: { place: number; nodeType: string; target: string }[] = [];
  const fields = given !== null && typeof given === "object" && !Array.isArray(given) ? Object.entries(given) : [];
  for (const [name, value] of fields) {
    const place = ENTRIES.findIndex(({ names }) => names.test(name));
    const entry = ENTRIES[place];
    if (entry === undefined || entry.value === null) continue;
    const nodeType = entry.nodeType.replace("{stem}", () => stem(name));
    for (const one of (Array.isArray(value) ? value : [value]) as unknown[]) {
      const target = READERS[entry.value](one);
      if (target !== undefined) found.push({ place, nodeType, target });
    }
  }
  found.sort((one, other) => one.place - other.place);
  const targets = [...new Set(found.map(({ target }) => target))].slice(0, TARGETS);
  return { targets, nodeType: found.find(({ nodeType }) => nodeType)?.nodeType };
}

/** The node type in an argument's name: issue for `issue_id` and `issueIds`. */
function stem(name: string): string {
  const left = name.replace(SUFFIX, "") || name;
  return left.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase().slice(0, NAME);
}

function asId(value: unknown): string | undefined {
  if (typeof value === "number") {
    const text = String(value);
    return Number.isInteger(value) && Math.abs(value) < MAX_INTEGER && !isCard(text) ? text : undefined;
  }
  if (typeof value !== "string" || value.length === 0 || value.length > MAX_ID || !IDS.test(value)) return undefined;
  return PERSONAL_OR_SECRET.some((pattern) => pattern.test(value)) || isCard(value) ? undefined : value;
}

function asPath(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length === 0 || value.length > MAX_PATH) return undefined;
  const path = value.replace(/^file:\/\//, "").replace(HOME_FOLDER, "~").replaceAll("\\", "/");
  const parts = path.split("/").filter(Boolean);
  return parts.length > 0 && parts.every((part) => asId(part.replace(/^@/, "")) !== undefined) ? path : undefined;
}

/** Scheme, host, port and path, without user information, query and fragment. */
function asUrl(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > MAX_URL || /\s/.test(value)) return undefined;
  const parts = /^(https?):\/\/(?:[^/?#]*@)?([^/?#@:]+)(:\d{1,5})?([/][^?#]*)?(?:[?#]|$)/i.exec(value);
  if (parts === null) return undefined;
  const [, scheme = "", host = "", port = "", given = ""] = parts;
  const path = /[^/]/.test(given) ? asPath(given) : "";
  const url = `${scheme.toLowerCase()}://${host.toLowerCase()}${port}${path ?? ""}`;
  return path !== undefined && url.length <= MAX_PATH ? url : undefined;
}

/** Whether it may be a payment card's number: so many digits with the right check digit (Luhn). */
function isCard(text: string): boolean {
  const digits = text.replaceAll("-", "");
  if (digits.length < CARD_LEAST || digits.length > CARD_MOST || !/^\d+$/.test(digits)) return false;
  const doubled = [...digits].reverse().map((digit, place) => Number(digit) * (1 + (place % 2)));
  return doubled.reduce((sum, one) => sum + one - (one > 9 ? 9 : 0), 0) % 10 === 0;
}

const READERS = { id: asId, path: asPath, url: asUrl };
