import { userId } from '@palimpsest/domain';
import { randomId } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Scene, startScene } from '../testing/scene.ts';
import { storedUser } from '../testing/stored-records.ts';
import { findUsers, type UserFilter } from './find-users.ts';

let scene: Scene;
const names = ['Zoë', 'bob', 'carl', 'dora', 'zoë 2', 'eve', 'ZOË 3'];
const ids = names.map(() => userId(randomId('usr'))).sort();
beforeAll(async () => {
  scene = await startScene();
  for (const [index, id] of ids.entries())
    await scene.registry.put('users', { id, from: undefined, value: { ...storedUser(names[index]), id } });
});
afterAll(() => scene.stop());

const find = async (filter: UserFilter, limit: number, reach?: { most: number; together: number }, after?: string) => {
  const { found, next } = await findUsers(scene.registry, filter, { after, limit }, reach);
  return { names: found.map(({ name }) => name), next };
};

it('finds users by a part of the name, whatever its case and however its accents are written', async () => {
  // An e with a diaeresis as two characters; the names have it as one.
  expect(await find({ name: 'zOe\u0308' }, 10)).toEqual({ names: ['Zoë', 'zoë 2', 'ZOË 3'], next: undefined });
  expect(await find({ name: 'nobody' }, 10)).toEqual({ names: [], next: undefined });
});

it('finds a user by its id, if it is called like that as well', async () => {
  const [zoe = '', bob = ''] = ids;
  expect((await find({ id: bob }, 10)).names).toEqual(['bob']);
  expect((await find({ id: zoe, name: 'bob' }, 10)).names).toEqual([]);
  expect((await find({ id: bob }, 10, undefined, bob)).names).toEqual([]);
  expect((await find({ id: randomId('usr') }, 10)).names).toEqual([]);
});

it.each([
  { most: 1, together: 1 },
  { most: 2, together: 1 },
  { most: 2, together: 2 },
  { most: 4, together: 3 },
  { most: 100, together: 100 },
])('looks at no more users in a call than %j, and finds each of them once by going on', async (reach) => {
  for (const limit of [1, 2, 3]) {
    const found: string[] = [];
    let after: string | undefined;
    let calls = 0;
    do {
      const page = await find({ name: 'zoë' }, limit, reach, after);
      expect(page.names.length).toBeLessThanOrEqual(limit);
      found.push(...page.names);
      after = page.next;
      calls += 1;
    } while (after !== undefined);
    expect(found).toEqual(['Zoë', 'zoë 2', 'ZOË 3']);
    expect(calls).toBeGreaterThanOrEqual(Math.ceil(ids.length / (reach.most + reach.together)));
  }
});

it('ends with the last user, without an empty page behind it', async () => {
  expect(await find({}, ids.length)).toEqual({ names, next: undefined });
  expect((await find({}, ids.length - 1)).next).toBe(ids.at(-2));
});
