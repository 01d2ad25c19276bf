import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** Asks, and takes nothing but `yes` for a yes; an input that ends is a no. */
export async function confirm(question: string, input: Readable, output: Writable): Promise<boolean> {
  output.write(question);
  for await (const line of createInterface({ input })) return line.trim() === 'yes';
  return false;
}
