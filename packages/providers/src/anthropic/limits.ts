import { matchesGlob } from '@palimpsest/domain';
import { readFacts } from '../classification/facts.ts';
import { type LimitReader, placed } from '../limits/limit-reader.ts';
import { headerReader } from '../limits/read-headers.ts';
import { readTexts } from '../limits/read-texts.ts';

/** docs.anthropic.com, "Rate limits", as of 2026-11: buckets of a minute that fill continuously; resets are dates. */
const readKinds = headerReader([
  {
    name: /^anthropic-ratelimit-(?<metric>requests|input-tokens|output-tokens)-(?<part>limit|remaining|reset)$/,
    period: 'minute',
  },
]);

/** Tokens together are told only where the two kinds are not: otherwise they repeat the tighter one of these. */
const readTogether = headerReader([
  { name: /^anthropic-ratelimit-(?<metric>requests|tokens)-(?<part>limit|remaining|reset)$/, period: 'minute' },
]);

/** Models that share a limit, same source: all of Opus 4, all of Sonnet 4. */
const classes = ['claude-opus-4*', 'claude-sonnet-4*'];

const countedAs = (model: string): string =>
  classes.find((glob) => matchesGlob(glob, model)) ?? model.replace(/-\d{8}$/, '');

export const limits: LimitReader = {
  read({ model, status, headers, body }) {
    const byKind = headers['anthropic-ratelimit-input-tokens-limit'] !== undefined;
    const told = (byKind ? readKinds : readTogether)(headers);
    // The text of a 429 repeats a limit that the headers tell better.
    const needed = status === 429 && told.length === 0;
    return placed(countedAs(model), needed ? readTexts(readFacts(status, headers, body)) : told);
  },
  countedAs,
  calendars: [],
};
