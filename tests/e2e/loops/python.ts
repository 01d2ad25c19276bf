import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { ClientLoops, Place } from './client-loops.ts';

const python = join(import.meta.dirname, '../../../.cache/python/bin/python');
const script = join(import.meta.dirname, '../python/loops.py');
const installed = existsSync(python);
if (!installed) console.warn(`skipped: ${python} is not there; make test installs it where python3 is`);

type Interpreter = {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly lines: AsyncIterator<string>;
};
let interpreter: Interpreter | undefined;

/** One process for all loops: its clients take seconds to load. */
function started(): Interpreter {
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

async function run(client: string, loop: string, place: Place, png = ''): Promise<unknown> {
  interpreter ??= started();
  interpreter.child.stdin.write(`${JSON.stringify({ client, loop, png, ...place })}\n`);
  const { value, done } = await interpreter.lines.next();
  if (done) throw new Error('python ended without an answer');
  return JSON.parse(value) as unknown;
}

/** Ends the process, where there is one. */
export const stopPython = (): void => void interpreter?.child.stdin.end();

const loopsOf = (client: string): ClientLoops => ({
  client: `${client}-python`,
  toolLoop: (place) => run(client, 'tool_loop', place) as ReturnType<ClientLoops['toolLoop']>,
  structuredOutput: (place) => run(client, 'structured_output', place),
  imageQuestion: (place, png) => run(client, 'image_question', place, png) as Promise<string>,
  stream: (place) => run(client, 'stream', place) as Promise<string>,
});

/** The same loops in Python, where Python is at hand. */
export const pythonLoops: readonly ClientLoops[] = installed ? ['openai', 'langchain'].map(loopsOf) : [];
