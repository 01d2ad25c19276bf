import type { ChatEvent, Json } from '@palimpsest/domain';
import { malformed } from './answer-decoding.ts';
import type { Decoded } from './provider.ts';

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

/** Nearly every answer has one choice. */
const nothingFilled: ReadonlySet<number> = new Set();
const firstFilled: ReadonlySet<number> = new Set([0]);

/** Passes on the events of one answer, as long as they make sense. */
export class AnswerGuard {
  #filled: ReadonlySet<number> = nothingFilled;
  /** The same, once there are several. */
  #several: Set<number> | undefined;

  /**
   * Adds events to `out`, but nothing that follows the end or a failure, and a failure in the place of a choice that ends with `stop` and
   * nothing in it. Gives whether the answer is over.
   */
  pass(events: readonly Decoded[], out: Decoded[]): boolean {
    for (const event of events) {
      if (event.type === 'choice-end' && event.finishReason === 'stop' && !this.#filled.has(event.choice)) {
        out.push(malformed('empty answer'));
        return true;
      }
      out.push(event);
      if (event.type === 'failure' || event.type === 'answer-end') return true;
      if ('choice' in event && !this.#filled.has(event.choice) && fillsChoice(event)) this.#fill(event.choice);
    }
    return false;
  }

  #fill(choice: number): void {
    if (choice === 0 && this.#filled === nothingFilled) this.#filled = firstFilled;
    else {
      this.#several ??= new Set(this.#filled);
      this.#filled = this.#several.add(choice);
    }
  }
}
