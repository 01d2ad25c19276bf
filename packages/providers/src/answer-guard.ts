import type { ChatEvent, Json } from '@palimpsest/domain';
import { malformed } from './answer-decoding.ts';
import type { Decoded } from './provider.ts';

type Guarded = { readonly events: readonly Decoded[]; readonly over: boolean };

const isFilled = (value: Json | undefined): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** Audio, images and calls of the old form come as fields of the message. */
function fillsChoice(event: ChatEvent): boolean {
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'refusal-delta':
      return event.text !== '';
    case 'tool-call-start':
      return true;
    case 'choice-fields':
      return Object.values(event.message ?? {}).some(isFilled);
    case 'tool-call-delta':
    case 'answer-start':
    case 'choice-end':
    case 'usage-report':
    case 'answer-end':
      return false;
  }
}

/** Drops what follows the end or a failure, and turns a choice that ends with `stop` and nothing in it into a failure. */
export function createAnswerGuard(): (events: readonly Decoded[]) => Guarded {
  const filled = new Set<number>();
  return (events) => {
    for (const [at, event] of events.entries()) {
      if (event.type === 'failure' || event.type === 'answer-end')
        return { events: events.slice(0, at + 1), over: true };
      if ('choice' in event && fillsChoice(event)) filled.add(event.choice);
      if (event.type === 'choice-end' && event.finishReason === 'stop' && !filled.has(event.choice)) {
        return { events: [...events.slice(0, at), malformed('empty answer')], over: true };
      }
    }
    return { events, over: false };
  };
}
