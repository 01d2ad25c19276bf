/** The forms in which providers issue their secrets, and the places in which texts repeat them. */
const secretForms: readonly RegExp[] = [
  /\b(?:sk|pk|rk)-[A-Za-z0-9_-]{8,}/g,
  /\b(?:gsk|xai|csk|fw|tgp|hf|r8|pplx|nvapi)[-_][A-Za-z0-9_-]{8,}/g,
  /\bAIza[A-Za-z0-9_-]{20,}/g,
  /\bAQ\.[A-Za-z0-9_-]{20,}/g,
  /\bya29\.[A-Za-z0-9_.-]{20,}/g,
  /\bpgw_(?:live|op)_[A-Za-z0-9_-]{8,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+/g,
  /(?<=\bbearer\s+)[^\s"',]{8,}/gi,
  /(?<=[?&](?:key|api_key|apikey|api-key|access_token|token)=)[^\s&"']+/gi,
  /(?<=\b(?:x-api-key|x-goog-api-key|api-key|authorization)["']?\s*[:=]\s*["']?)(?!bearer\b)[^\s"',}]{8,}/gi,
];

/** Removes everything from a text that looks like a secret, and the literal ones that the caller knows. */
export function redact(text: string, known: readonly string[] = []): string {
  let clean = text;
  for (const secret of known) if (secret !== '') clean = clean.replaceAll(secret, '[redacted]');
  for (const form of secretForms) clean = clean.replace(form, '[redacted]');
  return clean;
}
