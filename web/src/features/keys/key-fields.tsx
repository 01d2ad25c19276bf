import { NativeSelect, PasswordInput, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import { LimitsEditor } from '../limits/limits-editor.tsx';
import type { KeyDraft } from './key-draft.ts';
import { defaultAddress, familiesOf, providerNames, providers } from './key-words.ts';
import { TimeoutFields } from './timeout-fields.tsx';

type KeyFieldsProps = {
  readonly value: KeyDraft;
  readonly onChange: (value: KeyDraft) => void;
  /** The key is stored already: its provider stays, its secret may stay. */
  readonly stored: boolean;
  /** What the gateway found wrong, by path in the body. */
  readonly faults: ReadonlyMap<string, string>;
};

/** The fields of a provider key. */
export function KeyFields({ value, onChange, stored, faults }: KeyFieldsProps) {
  const set = (change: Partial<KeyDraft>) => onChange({ ...value, ...change });
  const compatible = value.provider === 'openai_compatible';
  const modelFault = [...faults].find(([path]) => path.startsWith('models'))?.[1];
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: stored ? 1 : 2 }}>
        {stored ? null : (
          <NativeSelect
            label="Provider"
            data={providers.map((provider) => ({ value: provider, label: providerNames[provider] }))}
            value={value.provider}
            onChange={({ currentTarget }) =>
              set({ provider: providers.find((word) => word === currentTarget.value) ?? value.provider })
            }
          />
        )}
        <TextInput
          label="Name"
          placeholder="free tier, account of Ada"
          required
          data-autofocus
          value={value.name}
          error={faults.get('name')}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
      </SimpleGrid>
      <PasswordInput
        label="Secret"
        description={
          stored
            ? 'Empty: the stored one stays. It is never shown.'
            : "The provider's API key. It is stored encrypted and never shown again."
        }
        autoComplete="new-password"
        required={!stored}
        value={value.secret}
        error={faults.get('secret')}
        aria-invalid={faults.has('secret')}
        onChange={({ currentTarget }) => set({ secret: currentTarget.value })}
      />
      <TagsInput
        label="Models"
        description={`Names, globs such as gpt-4*, or public=upstream. ${familiesOf[value.provider]}`}
        placeholder={value.models.length === 0 ? 'Type a name, then Enter' : ''}
        required={compatible}
        value={[...value.models]}
        error={modelFault}
        onChange={(models) => set({ models })}
      />
      <TextInput
        label="Base URL"
        description={
          compatible ? 'Where the server is; http and private addresses are fine.' : "Empty: the provider's own."
        }
        placeholder={defaultAddress[value.provider]}
        required={compatible}
        value={value.baseUrl}
        error={faults.get('base_url')}
        onChange={({ currentTarget }) => set({ baseUrl: currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Vendor"
          description="What outages and prices are kept by. Empty: the default."
          value={value.vendor}
          error={faults.get('vendor')}
          onChange={({ currentTarget }) => set({ vendor: currentTarget.value })}
        />
        <TextInput
          label="Quota group"
          description="Keys of one group drain one bucket at the provider."
          value={value.quotaGroup}
          error={faults.get('quota_group')}
          onChange={({ currentTarget }) => set({ quotaGroup: currentTarget.value })}
        />
      </SimpleGrid>
      <LimitsEditor
        value={value.limits}
        onChange={(limits) => set({ limits })}
        none="None: the key is used without a cap, after the keys that have one."
        faults={faults}
      />
      <TimeoutFields value={value.timeouts} onChange={(timeouts) => set({ timeouts })} faults={faults} />
    </>
  );
}
