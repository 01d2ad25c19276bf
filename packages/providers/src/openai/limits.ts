import { readFacts } from '../classification/facts.ts';
import { type LimitReader, placed } from '../limits/limit-reader.ts';
import { headerReader } from '../limits/read-headers.ts';
import { readTexts } from '../limits/read-texts.ts';

/** platform.openai.com, "Rate limits", as of 2026-11. */
const readHeaders = headerReader([{ name: /^x-ratelimit-(?<part>limit|remaining|reset)-(?<metric>requests|tokens)$/ }]);

/** A dated snapshot drains the bucket of its family ("for limit gpt-4.1"). */
const countedAs = (model: string): string => model.replace(/-\d{4}-\d\d-\d\d$/, '');

export const limits: LimitReader = {
  read({ model, status, headers, body }) {
    const told = readHeaders(headers);
    return placed(countedAs(model), status === 429 ? [...told, ...readTexts(readFacts(status, headers, body))] : told);
  },
  countedAs,
  calendars: [],
};
