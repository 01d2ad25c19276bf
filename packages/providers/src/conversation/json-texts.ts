import { countValues, type Json, parseJson, parseShallow } from '@palimpsest/domain';

/**
 * Values of all texts of one conversation that are read as JSON. What is in a text was not counted when the body was read, and reading and
 * writing it again takes some microseconds for each: a body of the largest size would stop all calls for seconds.
 */
const mostValues = 100_000;

/** Reads those texts of one conversation that may be JSON: the arguments of its calls, or their results. */
export class JsonTexts {
  #left = mostValues;

  /** `undefined` where it is no JSON, nested too deep, or more than is read for one conversation: it stays a text then. */
  read(text: string): Json | undefined {
    if (!opensMany(text)) return parseJson(text);
    const values = countValues(text, this.#left);
    if (values > this.#left) return undefined;
    this.#left -= values;
    return parseShallow(text);
  }
}

/** Whether it could hold more than one value: what does not takes nothing of what others may have. */
const opensMany = (text: string): boolean => /^\s*[{[]/.test(text);
