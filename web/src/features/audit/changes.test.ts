import { describe, expect, it } from 'vitest';
import { changedMembers, changesOf } from './changes.ts';

describe('changesOf', () => {
  it('names what was changed by its path, from what to what, and leaves out what stayed', () => {
    const before = { name: 'free', enabled: true, limits: [{ metric: 'requests', amount: 200 }] };
    const after = { name: 'paid', enabled: true, limits: [{ metric: 'requests', amount: 500 }] };
    expect(changesOf(before, after)).toEqual([
      { path: 'name', from: 'free', to: 'paid' },
      { path: 'limits[0].amount', from: '200', to: '500' },
    ]);
  });

  it('has one side alone for what was created, deleted, added or taken away', () => {
    expect(changesOf(null, { name: 'free', enabled: false })).toEqual([
      { path: 'name', to: 'free' },
      { path: 'enabled', to: 'false' },
    ]);
    expect(changesOf({ name: 'free' }, null)).toEqual([{ path: 'name', from: 'free' }]);
    expect(changesOf({ group: 'a' }, { limits: [{ amount: 1 }] })).toEqual([
      { path: 'group', from: 'a' },
      { path: 'limits[0].amount', to: '1' },
    ]);
  });

  it('shows a list of words as one value', () => {
    expect(changesOf({ models: ['gpt-4o'] }, { models: ['gpt-4o', 'o3'] })).toEqual([
      { path: 'models', from: 'gpt-4o', to: 'gpt-4o, o3' },
    ]);
  });

  it('takes null and what is empty for nothing', () => {
    expect(changesOf({ models: [], group: null, limits: [] }, { models: ['o3'] })).toEqual([
      { path: 'models', to: 'o3' },
    ]);
    expect(changesOf(null, null)).toEqual([]);
  });
});

it('says in one line which members changed, each once', () => {
  const changes = changesOf({ limits: [{ amount: 1, period: 'day' }] }, { name: 'a', limits: [{ amount: 2 }] });
  expect(changedMembers(changes)).toBe('limits, name');
  expect(changedMembers([])).toBe('');
});
