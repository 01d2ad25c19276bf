import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

const fixture = new URL('./openai-answers.schema.json', import.meta.url);
const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
ajv.addSchema(JSON.parse(readFileSync(fixture, 'utf8')) as object);

/** For tests: what OpenAI's own schema of this name finds wrong with a value; empty where nothing is. */
export function faultsBySchema(name: string, value: unknown): readonly string[] {
  const validate = ajv.getSchema(`openai-answers#/$defs/${name}`);
  if (validate === undefined) throw new Error(`no schema ${name}`);
  const isValid = validate(value) === true;
  return isValid ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}
