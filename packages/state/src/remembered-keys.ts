import { remembered } from '@palimpsest/domain';

/** Names whose keys are kept. */
const most = 5000;

/** The keys of a name, as the same object again for one that was asked for not long ago: Lua functions know them by it. */
export const rememberedKeys = <Id extends string, Keys>(keysOf: (id: Id) => Keys): ((id: Id) => Keys) =>
  remembered(most, (id: Id) => id, keysOf);
