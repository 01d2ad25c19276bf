import { countValues, type Json, parseShallow } from '@palimpsest/domain';

/**
 * Values of all texts of one conversation that are read as JSON. What is in a text was not counted when the body was read, and reading and
 * writing it again takes some microseconds for each: a body of the largest size would stop all calls for seconds.
 */
const mostValues = 100_000;

/** Reads the texts of one conversation that may be JSON: arguments of calls, and results. */
export class JsonTexts {
  #left = mostValues;

  /** `undefined` where it is no JSON, nested too deep, or more than is read for one conversation: it stays a text then. */
  read(text: string): Json | undefined {
    const values = countValues(text, this.#left);
    if (values > this.#left) return undefined;
    this.#left -= values;
    return parseShallow(text);
  }
}
