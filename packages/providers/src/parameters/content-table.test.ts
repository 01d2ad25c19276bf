import type { ContentPart } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { exampleCall } from '../conversation/example-call.ts';
import { providers, providerTables } from '../index.ts';
import { type ContentKind, contentKinds } from './chat-parameters.ts';

const url = 'https://img.example/a.png';
const media = new Map([[url, { mediaType: 'image/png', base64: 'iVBORw0KGgo=' }]]);

const parts: Readonly<Record<ContentKind, ContentPart>> = {
  text: { type: 'text', text: 'Hi' },
  'image_url, data': { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
  'image_url, https': { type: 'image_url', image_url: { url } },
  input_audio: { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
  'file, data': { type: 'file', file: { file_data: 'data:application/pdf;base64,JVBERg==', filename: 'a.pdf' } },
  'file, id': { type: 'file', file: { file_id: 'file-1' } },
  refusal: { type: 'refusal', refusal: 'No.' },
};

const models: Readonly<Record<string, string>> = { anthropic: 'claude-sonnet-4-5', gemini: 'gemini-2.5-flash' };

describe.each(Object.values(providers).map((provider) => [provider.name, provider] as const))(
  '%s',
  (name, provider) => {
    it.each(contentKinds.map((kind) => [kind, providerTables[name].contents[kind].how] as const))(
      '%s is %s',
      (kind, how) => {
        const said = { role: kind === 'refusal' ? 'assistant' : 'user', content: [parts[kind]] } as const;
        const messages = [{ role: 'user', content: 'Hello' }, said, { role: 'user', content: 'And?' }] as const;
        const call = { ...exampleCall(models[name] ?? 'local', { messages }), media };
        const made = provider.toNative(call, 's');
        if (how === 'refused')
          expect(made).toMatchObject({ refused: { param: expect.stringMatching(/^messages\[1\]/) } });
        else expect(made).toHaveProperty('body');
      },
    );
  },
);
