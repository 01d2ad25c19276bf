import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { read, writtenFiles } from './root.ts';

const sources = writtenFiles('ts,tsx,lua,mjs');
const bannedNames = /^(?:.*[-.])?(?:utils?|helpers?|common|manager|misc|shared|stuff)(?:[-.].*)?$/;
const kebab = /^[a-z0-9]+(?:[-.][a-z0-9]+)*\.[a-z]+$/;
const providers = ['openai', 'anthropic', 'gemini', 'openrouter', 'openai-compatible'];
const cast = [
  'classify.ts',
  'convert-usage.ts',
  'decode-stream.ts',
  'from-native.ts',
  'index.ts',
  'list-models.ts',
  'map-finish-reason.ts',
  'to-native.ts',
];

describe('house rules', () => {
  it('looks at the whole house', () => {
    expect(sources.length).toBeGreaterThan(200);
  });

  it('names every file in kebab-case, and none by a word that says nothing', () => {
    // A route file of the router is named as the router wants it.
    const named = sources.filter((file) => !file.startsWith('web/src/routes/')).map((file) => basename(file));
    expect(named.filter((name) => !kebab.test(name) || bannedNames.test(name))).toEqual([]);
  });

  it('has no file of more than 250 lines', () => {
    const lengths = sources.map((file) => ({ file, lines: read(file).split('\n').length - 1 }));
    expect(lengths.filter(({ lines }) => lines > 250)).toEqual([]);
  });

  it('keeps the life of a request in one file of less than 150 lines', () => {
    expect(read('services/proxy/src/request-path.ts').split('\n').length).toBeLessThan(150);
  });

  it('leaves nothing for later', () => {
    const unfinished = /\b(?:TODO|FIXME|XXX|HACK)\b|not implemented/;
    // Its own pattern stands in this file.
    const offenders = sources.filter(
      (file) => unfinished.test(read(file)) && file !== 'tools/checks/house-rules.test.ts',
    );
    expect(offenders).toEqual([]);
  });

  it('gives every provider folder the same cast of files', () => {
    const missing = providers.flatMap((provider) =>
      cast.map((file) => `packages/providers/src/${provider}/${file}`).filter((file) => !sources.includes(file)),
    );
    expect(missing).toEqual([]);
  });

  it('sleeps in no test', () => {
    const sleeping = /setTimeout\((?:resolve|r|done),|await (?:sleep|pause|delay|wait|setTimeout)\(/;
    const tests = sources.filter((file) => /\.test\.tsx?$/.test(file));
    expect(tests.filter((file) => sleeping.test(read(file)))).toEqual([]);
  });
});
