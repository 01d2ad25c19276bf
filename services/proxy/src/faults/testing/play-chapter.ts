import { faultCatalogue } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts';
import { playFault } from './play-fault.ts';

/** Plays a chapter of the catalogue to one proxy. */
export function playChapter(chapter: string): void {
  let proxy: ProxyUnderTest;
  let caller: { readonly key: string };
  beforeAll(async () => {
    proxy = await startProxyUnderTest();
    caller = proxy.user();
  });
  afterAll(() => proxy.stop());

  const faults = faultCatalogue[chapter] ?? [];
  it.each(faults.map((fault) => [fault.name, fault] as const))('%s', (_, fault) => playFault(proxy, caller, fault));

  it('no log holds a secret of the form that a provider repeats', () => {
    expect(proxy.logs.length).toBeGreaterThan(faults.length);
    expect(proxy.logs.join('\n')).not.toMatch(/AIza[\w-]{20}|sk-test-/);
  });
}
