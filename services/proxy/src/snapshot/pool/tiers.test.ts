import { type ConfigRecord, providerKeyId } from '@palimpsest/domain';
import { exampleKey, exampleRoute, exampleUser } from '@palimpsest/testkit';
import { describe, expect, it } from 'vitest';
import { withoutRecord, withRecord } from '../apply-record.ts';
import { snapshotOf } from '../compile.ts';
import { emptyConfiguration } from '../configuration.ts';

const configured = (...records: readonly ConfigRecord[]) => records.reduce(withRecord, emptyConfiguration);
const snapshot = (...records: readonly ConfigRecord[]) => snapshotOf(configured(...records), 1);

/** Each tier as the ids of its keys and the names they use upstream. */
const shown = (tiers: ReturnType<ReturnType<typeof snapshot>['tiers']>) =>
  tiers.map((tier) => new Map(tier.map(({ key, upstreamModel }) => [key.id, upstreamModel])));

describe('the tiers of a model name', () => {
  const openai = exampleKey();
  const other = exampleKey();
  const claude = exampleKey({ provider: 'anthropic' });
  const router = exampleKey({ provider: 'openrouter', models: [{ name: 'gpt-4o', upstream: 'openai/gpt-4o' }] });

  it('are one of every key that has the name, each with its own name for it', () => {
    expect(shown(snapshot(openai, other, claude, router).tiers('gpt-4o'))).toEqual([
      new Map([
        [openai.record.id, 'gpt-4o'],
        [other.record.id, 'gpt-4o'],
        [router.record.id, 'openai/gpt-4o'],
      ]),
    ]);
  });

  it('hold their keys in the order in which they were made', () => {
    const ids = Array.from({ length: 20 }, (_, index) => `key_01K${String(index).padStart(23, '0')}`);
    const keys = ids.toReversed().map((id) => exampleKey({ id: providerKeyId(id) }));
    expect(
      snapshot(...keys)
        .tiers('gpt-4o')[0]
        ?.map(({ key }) => key.id),
    ).toEqual(ids);
  });

  it('are those of a route’s targets in their order, left out where nobody serves one', () => {
    const smart = exampleRoute('smart', [
      { provider: 'anthropic', model: 'claude-sonnet-4-5' },
      { provider: 'gemini', model: 'gemini-2.5-pro' },
      { provider: 'openrouter', model: 'gpt-4o' },
    ]);
    expect(shown(snapshot(openai, claude, router, smart).tiers('smart'))).toEqual([
      new Map([[claude.record.id, 'claude-sonnet-4-5']]),
      new Map([[router.record.id, 'openai/gpt-4o']]),
    ]);
  });

  it('are the route’s where a route has the name of a model', () => {
    const taken = exampleRoute('gpt-4o', [{ provider: 'anthropic', model: 'claude-sonnet-4-5' }]);
    expect(shown(snapshot(openai, claude, taken).tiers('gpt-4o'))).toEqual([
      new Map([[claude.record.id, 'claude-sonnet-4-5']]),
    ]);
  });

  it('hold disabled keys and those whose secret could not be opened, so that a refusal can name them', () => {
    const disabled = exampleKey({ enabled: false });
    const unreadable = exampleKey({ secret: undefined });
    expect(shown(snapshot(disabled, unreadable).tiers('gpt-4o'))[0]?.size).toBe(2);
  });

  it('are none for a name that nobody knows', () => {
    expect(snapshot(openai, claude).tiers('llama')).toEqual([]);
    expect(snapshot(exampleRoute('smart', [{ provider: 'gemini', model: 'gemini-2.5-pro' }])).tiers('smart')).toEqual(
      [],
    );
  });

  it('follow a change of keys and routes, and are not worked out again for a change of users', () => {
    const before = configured(openai);
    const tiers = snapshotOf(before, 1).tiers('gpt-4o');
    expect(snapshotOf(withRecord(before, exampleUser()), 2).tiers('gpt-4o')).toBe(tiers);
    expect(shown(snapshotOf(withRecord(before, other), 3).tiers('gpt-4o'))[0]?.size).toBe(2);
    const gone = withoutRecord(before, { kind: 'provider-key', id: openai.record.id });
    expect(snapshotOf(gone, 4).tiers('gpt-4o')).toEqual([]);
  });

  it('stay right for more names than are remembered', () => {
    const { tiers } = snapshot(openai);
    const names = Array.from({ length: 2_500 }, (_, index) => `gpt-${index}`);
    for (const name of [...names, ...names]) expect(tiers(name)[0]?.[0]?.upstreamModel).toBe(name);
  });
});

describe('the model names', () => {
  it('are routes, concrete names, and what the provider lists within a key’s globs', () => {
    const listed = exampleKey({ listedModels: ['gpt-4o', 'gpt-5', 'whisper-1'] });
    const mapped = exampleKey({
      provider: 'openrouter',
      models: ['meta/llama-*', { name: 'small', upstream: 'meta/llama-8b' }],
    });
    const smart = exampleRoute('smart', [{ provider: 'openai', model: 'gpt-4o' }]);
    expect(snapshot(listed, mapped, smart).modelNames).toEqual(['gpt-4o', 'gpt-5', 'small', 'smart']);
  });

  it('leave out what only a disabled key has', () => {
    expect(snapshot(exampleKey({ enabled: false, models: ['gpt-4o'] })).modelNames).toEqual([]);
  });
});
