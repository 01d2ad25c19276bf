/**
 * The shapes of keys that may turn up inside a text that we did not write, such as a provider's error message.
 * Gateway and operator keys, secrets of webhooks; then `sk-…` (OpenAI, Anthropic, OpenRouter and many others), `AIza…` (Google),
 * `gsk_…` (Groq), `xai-…` (xAI), and whatever follows an authorization scheme or stands as a password in a URL.
 */
const shapes =
  /\bpgw_(?:live|op)_[\w-]{8,}|\bwhsec_[\w+/=-]{8,}|\bsk-[\w-]{12,}|\bAIza[\w-]{20,}|\b(?:gsk_|xai-)[\w-]{16,}|(?<=\bBearer\s+)[^\s"'\\]{8,}|(?<=\brediss?:\/\/[^\s/@"]*:)[^\s/@"]+(?=@)/gi;

/** The same text with everything that has the shape of a key replaced by `[redacted]`. */
export const redact = (text: string): string => text.replaceAll(shapes, '[redacted]');
