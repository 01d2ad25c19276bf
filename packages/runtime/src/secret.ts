import { inspect } from 'node:util';

const shown = '[secret]';

/**
 * A value that must not be printed. Logs, JSON, string templates and `console.log` show `[secret]`;
 * only `reveal()` gives the text, so every use can be found by that word.
 */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [inspect.custom](): string {
    return shown;
  }
}
