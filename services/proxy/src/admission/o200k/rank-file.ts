import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const name = 'o200k_base.tiktoken';

/** The path of the ranks of o200k_base: beside the bundle, or where there is none in the library that publishes them. */
export function rankFile(): string {
  const beside = join(import.meta.dirname, name);
  return existsSync(beside) ? beside : createRequire(import.meta.url).resolve(`gpt-tokenizer/data/${name}`);
}
