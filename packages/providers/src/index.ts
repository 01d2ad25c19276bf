export type { Decoded, FailureEvidence, NativeRequest, Provider, Refusal } from './provider.ts';
export { redact } from './redact.ts';
