import { Group, Progress, Stack, Text } from '@mantine/core';
import type { Remaining } from '../../api/schema.gen.ts';
import { Countdown } from '../../ui/countdown.tsx';
import { limitAmount, limitWords, remainingOf, type ShownLimit, shareLeft } from './limit-words.ts';

type LimitBarsProps = {
  readonly limits: readonly ShownLimit[];
  readonly remaining: readonly Remaining[];
};

/** Each limit with what is left of it, as words and as a bar. */
export function LimitBars({ limits, remaining }: LimitBarsProps) {
  if (limits.length === 0) return <Text size="sm">No limits</Text>;
  return (
    <Stack gap={10} miw={190}>
      {limits.map((limit) => (
        <LimitBar key={limitWords(limit)} limit={limit} left={remainingOf(limit, remaining)} />
      ))}
    </Stack>
  );
}

function LimitBar({ limit, left }: { readonly limit: ShownLimit; readonly left: Remaining | undefined }) {
  const { metric, amount } = limit;
  const words = `${limitAmount(metric, amount)} ${limitWords(limit)}`;
  const counted = limit.enforce === false ? ' (counted only)' : '';
  if (left === undefined)
    return (
      <Text size="xs">
        {words}
        {counted}, what is left is not known
      </Text>
    );
  const share = shareLeft(amount, left.remaining);
  return (
    <div>
      <Text size="xs">
        <b>{limitAmount(metric, left.remaining)}</b> of {words}
        {counted}
      </Text>
      <Progress value={share * 100} color={colorOf(share)} size={5} mt={3} aria-label={`Left of ${words}`} />
      {share === 0 && left.resets_at !== null ? (
        <Group gap={4}>
          <Text size="xs" c="dimmed">
            anew <Countdown until={left.resets_at} />
          </Text>
        </Group>
      ) : null}
    </div>
  );
}

const colorOf = (share: number): string => (share > 0.25 ? 'teal' : share > 0 ? 'yellow.6' : 'red');
