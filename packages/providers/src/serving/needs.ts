import type { Ask, CapabilityName, ChatBody, ContentPart } from '@palimpsest/domain';

/** What a model must be able to do to serve a request, and the field that asks for it. */
export type Need = { readonly capability: CapabilityName; readonly param: string };

/** Read from the request alone. */
export function needsOf(ask: Ask): readonly Need[] {
  return ask.operation === 'embeddings'
    ? [{ capability: 'embeddings', param: 'model' }]
    : [
        { capability: 'chat', param: 'model' },
        ...toolNeed(ask.body),
        ...schemaNeed(ask.body),
        ...contentNeeds(ask.body),
      ];
}

function toolNeed({ tools, functions }: ChatBody): readonly Need[] {
  if ((tools ?? []).length > 0) return [{ capability: 'tools', param: 'tools' }];
  return Array.isArray(functions) && functions.length > 0 ? [{ capability: 'tools', param: 'functions' }] : [];
}

/** Without `strict` a schema is a wish, which every model hears in words. */
function schemaNeed({ response_format: wish }: ChatBody): readonly Need[] {
  const schema = wish?.type === 'json_schema' ? wish.json_schema : undefined;
  const isStrict = typeof schema === 'object' && schema !== null && 'strict' in schema && schema.strict === true;
  return isStrict ? [{ capability: 'json_schema', param: 'response_format' }] : [];
}

const capabilityOf: Readonly<Record<string, CapabilityName>> = {
  image_url: 'images',
  input_audio: 'audio',
  file: 'files',
};

function contentNeeds({ messages }: ChatBody): readonly Need[] {
  const needs = new Map<CapabilityName, Need>();
  for (const [index, { content }] of messages.entries()) {
    if (!Array.isArray(content)) continue;
    for (const [at, { type }] of (content as readonly ContentPart[]).entries()) {
      const capability = capabilityOf[type];
      if (capability !== undefined && !needs.has(capability))
        needs.set(capability, { capability, param: `messages[${index}].content[${at}]` });
    }
  }
  return [...needs.values()];
}
