import { useQuery } from '@tanstack/react-query';
import { NamedSelect } from '../../ui/named-select.tsx';
import { keysQuery } from './keys-query.ts';

type KeySelectProps = {
  readonly value: string | undefined;
  readonly onChange: (key: string | undefined) => void;
};

/** Narrows a list to one provider key. */
export function KeySelect({ value, onChange }: KeySelectProps) {
  const { data: keys = [] } = useQuery({ ...keysQuery, refetchInterval: false });
  return <NamedSelect label="Key" named={keys} value={value} onChange={onChange} />;
}
