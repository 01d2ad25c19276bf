import { describe, expect, it } from 'vitest';
import { gatewayErrorCodes } from '../../packages/domain/src/index.ts';
import { read, writtenFiles } from './root.ts';

const row = /^\| `(?<code>\w+)` \| (?<status>\d{3}) \| `(?<type>\w+)` \| (?<retry>no)? ?\| (?<meaning>.+) \|$/gm;
const documented = [...read('docs/errors.md').matchAll(row)].map(({ groups }) => groups ?? {});

describe('docs/errors.md', () => {
  it('has every code of the table, and no other', () => {
    expect(new Set(documented.map(({ code }) => code))).toEqual(new Set(Object.keys(gatewayErrorCodes)));
    expect(documented).toHaveLength(Object.keys(gatewayErrorCodes).length);
  });

  it('has no code that the gateway never answers with', () => {
    const sources = writtenFiles('ts,tsx').filter((file) =>
      /^(?:services\/proxy|packages\/domain)\/src\/(?!.*\.test\.ts$)/.test(file),
    );
    const text = sources.map(read).join('\n');
    expect(Object.keys(gatewayErrorCodes).filter((code) => !text.includes(`'${code}'`))).toEqual([]);
  });

  it.each(Object.entries(gatewayErrorCodes))('tells the truth about %s', (code, { status, type, shouldRetry }) => {
    expect(documented.find((entry) => entry.code === code)).toMatchObject({
      status: String(status),
      type,
      retry: shouldRetry === false ? 'no' : undefined,
      meaning: expect.stringMatching(/\.$/),
    });
  });
});
