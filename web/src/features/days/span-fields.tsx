import { NativeSelect, TextInput } from '@mantine/core';
import { calendarDay } from './calendar-day.ts';
import { type Span, type SpanSearch, spans } from './span-search.ts';
import { spanNames } from './span-words.ts';

type SpanFieldsProps = {
  readonly value: SpanSearch;
  /** The days where nobody chose. */
  readonly unsaid: Span;
  /** What changes of it; the rest stays. */
  readonly onChange: (change: SpanSearch) => void;
};

/** The choice of whole days of UTC. */
export function SpanFields({ unsaid, value: { span = unsaid, from, to }, onChange }: SpanFieldsProps) {
  return (
    <>
      <NativeSelect
        label="Days (UTC)"
        data={spans.map((word) => ({ value: word, label: spanNames[word] }))}
        value={span}
        onChange={({ currentTarget }) => onChange({ span: spans.find((word) => word === currentTarget.value) })}
      />
      {span === 'days' ? (
        <>
          <TextInput
            type="date"
            label="First day"
            value={from ?? ''}
            onChange={({ currentTarget }) => onChange({ from: calendarDay(currentTarget.value) })}
          />
          <TextInput
            type="date"
            label="Last day"
            value={to ?? ''}
            onChange={({ currentTarget }) => onChange({ to: calendarDay(currentTarget.value) })}
          />
        </>
      ) : null}
    </>
  );
}
