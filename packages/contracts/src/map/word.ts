/**
 * A word of a closed set, as it came over the wire.
 * @throws where the set does not have it: the message was written by another version of this program, or is damaged.
 */
export function wordOf<Word extends string>(words: readonly Word[], text: string, where: string): Word {
  const word = words.find((known) => known === text);
  if (word === undefined) throw new TypeError(`${where}: unknown word`);
  return word;
}

/** On the wire an empty string stands for an absent one. */
export const absentIfEmpty = (text: string): string | undefined => (text === '' ? undefined : text);
