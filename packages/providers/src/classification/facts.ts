import { isJsonObject, type Json, type JsonObject, parseJson } from '@palimpsest/domain';

/** An error answer, read once for all rules. Providers wrap errors in arrays, JSON texts and each other: `layers` has them outside in. */
export type Facts = {
  /** The HTTP status; for an error inside a 200 or a stream the status that the error names, else `null`. */
  readonly status: number | null;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Every error object found, the outermost first. */
  readonly layers: readonly JsonObject[];
  /** Codes, types, statuses and reasons of all layers, in lower case. */
  readonly words: ReadonlySet<string>;
  /**
   * The messages of all layers, one a line, each of bounded length; the body where it is no JSON. Without what stands in quotes, which
   * repeats names that the caller chose.
   */
  readonly text: string;
  /** The innermost message: the one closest to the fault. */
  readonly message: string;
};

/** Three wrappings, each up to three steps deep. */
const maxDepth = 9;

/** Rules look no further into a text: it is a provider's, or anybody's. Characters. */
const longestMessage = 4000;
const longestText = 16_000;

/** JSON at the start of a text, or of the first event of a stream: some servers append further bytes. */
function parseLoosely(text: string): Json | undefined {
  const trimmed = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .replace(/^(?:event:[^\n]{0,80}\n)?data:/, '')
    .trim();
  if (!trimmed.startsWith('{') && !trimmed.startsWith('[')) return undefined;
  const whole = parseJson(trimmed);
  if (whole !== undefined) return whole;
  const end = trimmed.startsWith('{') ? '}' : ']';
  for (
    let at = trimmed.indexOf(end), tries = 0;
    at !== -1 && tries < 16;
    at = trimmed.indexOf(end, at + 1), tries += 1
  ) {
    const first = parseJson(trimmed.slice(0, at + 1));
    if (first !== undefined) return first;
  }
  return undefined;
}

/** The error objects in a payload, outside in: `error`, `detail`, `message` and `metadata.raw` may each hold another. */
function findLayers(payload: unknown, depth: number, layers: JsonObject[]): void {
  if (depth > maxDepth) return;
  if (typeof payload === 'string') {
    const parsed = parseLoosely(payload);
    if (parsed !== undefined) findLayers(parsed, depth + 1, layers);
    return;
  }
  if (Array.isArray(payload)) {
    for (const entry of payload.slice(0, 8)) findLayers(entry, depth + 1, layers);
    return;
  }
  if (!isJsonObject(payload)) return;
  layers.push(payload);
  for (const inner of [payload.error, payload.detail, payload.message, payload.errors]) {
    findLayers(inner, depth + 1, layers);
  }
  if (isJsonObject(payload.metadata)) findLayers(payload.metadata.raw, depth + 1, layers);
}

function messagesOf(layer: JsonObject): readonly string[] {
  const raw = isJsonObject(layer.metadata) ? layer.metadata.raw : undefined;
  return [layer.title, layer.message, layer.Message, layer.error, layer.detail, layer.msg, raw].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  );
}

function* wordsOf(layer: JsonObject, depth = 0): Iterable<string> {
  const metadata = isJsonObject(layer.metadata) ? layer.metadata : {};
  const availability = isJsonObject(layer.availability) ? layer.availability : {};
  const inner = isJsonObject(layer.innererror) ? layer.innererror : {};
  const own = [layer.code, layer.type, layer.status, layer.reason, layer.object, layer.error_code, layer.status_code];
  for (const word of [...own, metadata.error_type, metadata.limit_source, availability.code, inner.code]) {
    if (typeof word === 'string' || typeof word === 'number') yield String(word).toLowerCase();
  }
  if (depth > maxDepth) return;
  if (isJsonObject(layer.details)) yield* wordsOf(layer.details, depth + 1);
  if (Array.isArray(layer.details)) {
    for (const detail of layer.details) if (isJsonObject(detail)) yield* wordsOf(detail, depth + 1);
  }
}

/** Names of models and fields, in any quotes; an apostrophe opens none. */
const quoted = /`[^`]{1,400}`|"[^"]{1,400}"|(?<![\w.])'[^']{1,400}'(?!\w)/g;

/** A message on one line: a line of its own begins a message, and nothing within one does. */
const oneLine = (message: string): string =>
  message
    .slice(0, longestMessage)
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(quoted, (name) => name.charAt(0) + name.charAt(0));

/** The status that an error names for itself: `code`, `status` or `status_code` in the range of HTTP errors. */
function namedStatus(layers: readonly JsonObject[]): number | null {
  for (const layer of layers) {
    for (const value of [layer.code, layer.status_code, layer.status]) {
      const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
      if (typeof status === 'number' && status >= 400 && status < 600) return status;
    }
  }
  return null;
}

/** `status` is the HTTP status, or `null` inside a stream; `payload` is a text or what was parsed from it. Total. */
export function readFacts(status: number | null, headers: Readonly<Record<string, string>>, payload: unknown): Facts {
  const layers: JsonObject[] = [];
  findLayers(payload, 0, layers);
  // A message that holds another error says nothing itself.
  const messages = layers.flatMap(messagesOf).filter((message) => parseLoosely(message) === undefined);
  const body = typeof payload === 'string' ? payload : '';
  return {
    status: status === null || status < 300 ? namedStatus(layers) : status,
    headers,
    layers,
    words: new Set(layers.flatMap((layer) => [...wordsOf(layer)])),
    text: (layers.length === 0 ? [body] : messages).map(oneLine).join('\n').slice(0, longestText),
    message: messages.at(-1) ?? '',
  };
}
