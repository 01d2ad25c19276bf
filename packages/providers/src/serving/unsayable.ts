import type { Ask, InlineMedia } from '@palimpsest/domain';
import { isRefusal } from '../conversation/refuse.ts';
import type { Refusal } from '../provider.ts';
import type { Target } from './targets.ts';

/** What is taken to stand behind the addresses in a call, which nobody looks at here. */
const someImage: InlineMedia = { mediaType: 'image/png', base64: 'iVBORw0KGgo=' };

/** Why a target refuses a request only once it is put into the provider's own words; `undefined`: it can be sent. */
export function unsayable({ provider, model, host }: Target, ask: Ask): Refusal | undefined {
  if (ask.operation === 'embeddings') return refusalIn(provider.toNativeEmbeddings({ body: ask.body, model }, ''));
  const call = { body: ask.body, model, host, stream: ask.body.stream === true, defaultMaxTokens: 1 };
  const media = new Map(provider.wantsInline(call).map(({ url }) => [url, someImage]));
  return refusalIn(provider.toNative({ ...call, media }, ''));
}

const refusalIn = (made: object): Refusal | undefined => (isRefusal(made) ? made : undefined);
