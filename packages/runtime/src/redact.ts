/**
 * The shapes of keys that may turn up inside a text that we did not write, such as a provider's error message.
 * Gateway and operator keys, secrets of webhooks; then `sk-…` (OpenAI, Anthropic, OpenRouter and many others), `AIza…` (Google),
 * `gsk_…` (Groq), `xai-…` (xAI), and whatever follows an authorization scheme or stands as a password in a URL.
 */
const shapes =
  /\bpgw_(?:live|op)_[\w-]{8,}|\bwhsec_[\w+/=-]{8,}|\bsk-[\w-]{12,}|\bAIza[\w-]{20,}|\b(?:gsk_|xai-)[\w-]{16,}|(?<=\bBearer\s+)[^\s"'\\]{8,}|(?<=\brediss?:\/\/[^\s/@"]*:)[^\s/@"]+(?=@)/gi;

/** What every such text holds: most texts hold none of it, and it is found in a quarter of the time. */
const marks = /pgw_|whsec_|sk-|AIza|gsk_|xai-|Bearer|redis/i;

/** The same text with everything that has the shape of a key replaced by `[redacted]`. */
export const redact = (text: string): string => (marks.test(text) ? text.replaceAll(shapes, '[redacted]') : text);
