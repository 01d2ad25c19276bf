import { classOf, isJsonObject, type Json, type JsonObject, parseJson } from '@palimpsest/domain';
import { providers } from '@palimpsest/providers';
import { type Fault, faultCatalogue } from '@palimpsest/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const now = new Date();

type Answered = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Json };

/** The faults that are told in a JSON error, as they are sent. */
const told = Object.values(faultCatalogue)
  .flat()
  .flatMap((fault): readonly (readonly [name: string, fault: Fault, answered: Answered])[] => {
    const step = fault.sends(now);
    if (step.do !== 'fail' || step.body === undefined) return [];
    return [[fault.name, fault, { status: step.status, headers: step.headers, body: step.body }]];
  });

function classified({ provider }: Fault, { status, headers }: Answered, body: string) {
  const dated = { date: now.toUTCString(), ...headers };
  const failure = providers[provider].classify({ at: 'response', status, headers: dated, body });
  return { class: classOf(failure), scope: failure.scope };
}

/** Every object of a JSON value, changed from the innermost outwards. */
function mapped(value: Json, change: (object: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((entry) => mapped(entry, change));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, mapped(member ?? null, change)] as const);
  return change(Object.fromEntries(members));
}

const reversed = (object: JsonObject): JsonObject =>
  Array.isArray(object.details) ? { ...object, details: (object.details as readonly Json[]).toReversed() } : object;
const inCase = (change: (text: string) => string) => (object: JsonObject) => ({
  ...object,
  ...(typeof object.code === 'string' ? { code: change(object.code) } : {}),
  ...(typeof object.type === 'string' ? { type: change(object.type) } : {}),
});
const codesAs = (change: (code: string | number) => Json) => (object: JsonObject) => {
  const { code } = object;
  const isNumber = typeof code === 'number' || (typeof code === 'string' && /^\d+$/.test(code));
  return isNumber ? { ...object, code: change(code) } : object;
};

const forms: readonly (readonly [how: string, write: (body: Json) => string])[] = [
  ['as it is', (body) => JSON.stringify(body)],
  ['with room around it', (body) => `\n\n  ${JSON.stringify(body, null, 4)}\n`],
  ['behind a byte order mark', (body) => `\uFEFF${JSON.stringify(body)}`],
  ['before further bytes', (body) => `${JSON.stringify(body)}\u0000\u0000rest`],
  ['in an array', (body) => JSON.stringify([body])],
  ['as the text of a message', (body) => JSON.stringify({ error: { message: JSON.stringify(body, null, 2) } })],
  ['as the text of an error', (body) => JSON.stringify({ error: JSON.stringify(body) })],
  ['as an event of a stream', (body) => `event: error\ndata: ${JSON.stringify(body)}\n\n`],
  ['with its details in another order', (body) => JSON.stringify(mapped(body, reversed))],
  [
    'with its words in capitals',
    (body) =>
      JSON.stringify(
        mapped(
          body,
          inCase((text) => text.toUpperCase()),
        ),
      ),
  ],
  [
    'with its words in small letters',
    (body) =>
      JSON.stringify(
        mapped(
          body,
          inCase((text) => text.toLowerCase()),
        ),
      ),
  ],
  ['with numbers for codes', (body) => JSON.stringify(mapped(body, codesAs(Number)))],
  ['with texts for codes', (body) => JSON.stringify(mapped(body, codesAs(String)))],
  [
    'with members that nobody knows',
    (body) => JSON.stringify(mapped(body, (one) => ({ ...one, x_trace: ['a', null] }))),
  ],
];

describe.each(forms)('a known failure %s', (_, write) => {
  it.each(told)('%s', (_name, fault, answered) => {
    const { class: itsClass, scope } = fault.follows;
    expect(classified(fault, answered, write(answered.body))).toEqual({ class: itsClass, scope });
  });
});

describe('whatever is cut, added or changed in a known failure', () => {
  const anyTold = fc.constantFrom(...told);

  it('it has a class, a scope, a reason without secrets, and a wait that can be waited for', () => {
    const secret = 'sk-proj-4Zr8k2Lm9Qx1Vb7Tn3Wd6Ys';
    fc.assert(
      fc.property(
        anyTold,
        fc.nat(),
        fc.nat(),
        fc.string(),
        fc.integer({ min: 300, max: 599 }),
        (entry, from, length, text, status) => {
          const [, { provider }, { headers, body }] = entry;
          const whole = JSON.stringify(body).replaceAll('sk-ab', secret);
          const at = from % whole.length;
          const changed = `${whole.slice(0, at)}${text} ${secret} ${whole.slice(at + (length % 40))}`;
          const failure = providers[provider].classify({ at: 'response', status, headers, body: changed });
          expect(failure.reason).toMatch(/./);
          expect(JSON.stringify(failure)).not.toContain(secret);
          expect(
            failure.retryAfterMs === null || (failure.retryAfterMs > 0 && failure.retryAfterMs <= 32 * 86_400_000),
          ).toBe(true);
          expect(Number.isInteger(failure.retryAfterMs ?? 0)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('and what parses as it did before is what it was before', () => {
    fc.assert(
      fc.property(anyTold, fc.array(fc.constantFrom(' ', '\n', '\t', '\r'), { maxLength: 9 }), (entry, spaces) => {
        const [, fault, answered] = entry;
        const body = spaces.join('') + JSON.stringify(answered.body);
        expect(parseJson(body)).toBeDefined();
        expect(classified(fault, answered, body)).toEqual(classified(fault, answered, JSON.stringify(answered.body)));
      }),
    );
  });
});
