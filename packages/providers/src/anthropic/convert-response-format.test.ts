import type { ChatBody } from '@palimpsest/domain';
import { expect, it } from 'vitest';
import { exampleCall, sentBody } from '../conversation/example-call.ts';
import { toNative } from './to-native.ts';

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    pattern: { type: 'string', pattern: '^a', format: 'email' },
    count: { type: 'integer', minimum: 1, description: 'How many' },
    shape: { oneOf: [{ type: 'object', properties: { r: { type: 'number' } } }, { type: 'null' }] },
    phone: { type: 'string', format: 'phone' },
  },
  required: ['pattern'],
};
const response_format = { type: 'json_schema', json_schema: { name: 'x', schema } } as const;
const send = (body: Partial<ChatBody>, model: string) => sentBody(toNative(exampleCall(model, body), 'secret'));

it('asks by schema where the model takes one, in the subset that it takes', () => {
  const body = send({ response_format, reasoning_effort: 'low' }, 'claude-opus-4-6');
  expect(body.output_config).toEqual({
    effort: 'low',
    format: {
      type: 'json_schema',
      schema: {
        type: 'object',
        additionalProperties: false,
        properties: {
          pattern: { type: 'string', format: 'email', description: '(pattern: "^a")' },
          count: { type: 'integer', description: 'How many (minimum: 1)' },
          shape: {
            anyOf: [
              { type: 'object', additionalProperties: false, properties: { r: { type: 'number' } } },
              { type: 'null' },
            ],
          },
          phone: { type: 'string', description: '(format: "phone")' },
        },
        required: ['pattern'],
      },
    },
  });
});

it('asks in words where it does not, after the client’s own system text', () => {
  const messages = [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Hi' },
  ] as const;
  const body = send({ response_format, messages }, 'claude-3-5-haiku');
  expect(body).not.toHaveProperty('output_config');
  expect(body.system).toMatch(/^Be kind\.\n\nAnswer with one JSON object/);
  expect(body.system).toContain('"minimum":1');
});

it('asks in words for any JSON, and for nothing where text is wished', () => {
  expect(send({ response_format: { type: 'json_object' } }, 'claude-opus-5').system).toMatch(/JSON object/);
  expect(send({ response_format: { type: 'text' } }, 'claude-opus-5')).not.toHaveProperty('system');
});
