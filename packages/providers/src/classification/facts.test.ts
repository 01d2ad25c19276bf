import { describe, expect, it } from 'vitest';
import { readFacts } from './facts.ts';

const inner = { error: { code: 429, message: 'inner words', status: 'RESOURCE_EXHAUSTED' } };

describe('an error is found', () => {
  it.each([
    ['as it is', JSON.stringify(inner)],
    ['in an array', JSON.stringify([inner])],
    ['as a text in a message', JSON.stringify({ error: { code: 429, message: JSON.stringify(inner) } })],
    ['as the raw answer of a provider behind', JSON.stringify({ error: { metadata: { raw: JSON.stringify(inner) } } })],
    ['behind a byte order mark', `\uFEFF${JSON.stringify(inner)}`],
    ['before further bytes', `${JSON.stringify(inner)}\n\u0000rest`],
    ['in an event of a stream', `event: error\ndata: ${JSON.stringify(inner)}\n\n`],
  ])('%s', (_, body) => {
    const facts = readFacts(429, {}, body);
    expect(facts.message).toBe('inner words');
    expect(facts.words).toContain('resource_exhausted');
  });

  it('that names a status of its own inside a 200', () => {
    expect(readFacts(200, {}, { error: { code: '503', message: 'busy' } }).status).toBe(503);
    expect(readFacts(null, {}, { error: { status_code: 400 } }).status).toBe(400);
    expect(readFacts(null, {}, { error: { code: 1300 } }).status).toBeNull();
  });

  it('without what it quotes, which the caller may have written', () => {
    const message = "The model `gpt-insufficient credits`, \"no balance\" or 'key revoked' isn't the user's.";
    expect(readFacts(404, {}, { error: { message } }).text).toBe("The model ``, \"\" or '' isn't the user's.");
  });

  it('in any depth that a body can have, without end of time', () => {
    const deep = `${'{"error":'.repeat(5000)}1${'}'.repeat(5000)}`;
    expect(readFacts(500, {}, deep).status).toBe(500);
    expect(readFacts(500, {}, '}'.repeat(200_000)).text).toHaveLength(4000);
  });
});
