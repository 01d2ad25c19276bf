import { describe, expect, it } from 'vitest';
import { fingerprintOf, hintOf } from './secret.ts';

describe('a provider secret', () => {
  it('shows its last four characters from twelve up', () => {
    expect(hintOf('abcdefghijkl')).toBe('ijkl');
    expect(hintOf('abcdefghijk')).toBeNull();
  });

  it('is recognised at one address, and looks different at another', async () => {
    const first = await fingerprintOf('https://a.example', 'secret');
    expect(await fingerprintOf('https://a.example', 'secret')).toBe(first);
    expect(await fingerprintOf('https://b.example', 'secret')).not.toBe(first);
    expect(await fingerprintOf('https://a.example', 'secret2')).not.toBe(first);
  });
});
