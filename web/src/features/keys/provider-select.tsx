import { NativeSelect } from '@mantine/core';
import { providerNames, providers } from './key-words.ts';

type ProviderSelectProps = {
  readonly value: string | undefined;
  readonly onChange: (provider: string | undefined) => void;
};

const any = { value: '', label: 'Any' };

/** Narrows a list to one provider. */
export const ProviderSelect = ({ value = '', onChange }: ProviderSelectProps) => (
  <NativeSelect
    label="Provider"
    data={[any, ...providers.map((provider) => ({ value: provider, label: providerNames[provider] }))]}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
  />
);
