import { Stack, Text } from '@mantine/core';
import type { LearnedLimit } from '../../api/schema.gen.ts';
import { Countdown } from '../../ui/countdown.tsx';
import { learnedWords } from './learned-words.ts';

/** What a provider said of its own limits, with what is left of each. */
export function LearnedLimits({ limits }: { readonly limits: readonly LearnedLimit[] }) {
  return (
    <Stack gap={4}>
      {limits.map((limit) => (
        <Text key={`${limit.model} ${limit.metric} ${limit.period}`} size="xs" title={`told ${limit.told_at}`}>
          {learnedWords(limit)}
          {limit.remaining === 0 && limit.resets_at !== null ? (
            <>
              {', anew '}
              <Countdown until={limit.resets_at} />
            </>
          ) : null}
        </Text>
      ))}
    </Stack>
  );
}
