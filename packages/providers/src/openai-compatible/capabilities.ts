import type { Provider } from '../provider.ts';
import { familyOf } from './family.ts';

const nothingKnown = { can: {} } as const;
const embeds = { can: { chat: false, embeddings: true } } as const;

/** Of most servers nothing is known; a model that is named after embeddings makes them. */
export const capabilities: Provider['capabilities'] = (model, host) =>
  /(?:^|[-_/.:])embed(?:ding)?s?(?:[-_/.:]|$)/i.test(model)
    ? embeds
    : (familyOf(model, host)?.capabilities ?? nothingKnown);
