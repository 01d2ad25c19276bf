import { Table, Text } from '@mantine/core';
import type { Candidate } from '../../api/schema.gen.ts';
import { count } from '../../ui/amount.ts';
import { InnerTable } from '../../ui/inner-table.tsx';
import { When } from '../../ui/when.tsx';
import { KeyLabel } from '../keys/key-label.tsx';
import { providerName } from '../keys/key-words.ts';
import { verdictWords } from './request-words.ts';

/** The keys that could serve a request, in the order of preference, and why each was chosen or passed over. */
export function CandidateList({ candidates }: { readonly candidates: readonly Candidate[] }) {
  if (candidates.length === 0) return <Text size="sm">No key was looked at.</Text>;
  return (
    <InnerTable label="Keys considered">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Key</Table.Th>
          <Table.Th>Provider and model</Table.Th>
          <Table.Th>Verdict</Table.Th>
          <Table.Th ta="right">Requests left</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {candidates.map((candidate) => (
          <Table.Tr key={`${candidate.key} ${candidate.model}`}>
            <Table.Td>
              <KeyLabel id={candidate.key} />
            </Table.Td>
            <Table.Td>
              {providerName(candidate.provider)} · {candidate.model}
            </Table.Td>
            <Table.Td fw={candidate.verdict === 'chosen' ? 600 : 400}>
              {verdictWords(candidate)}
              {candidate.until === null ? null : (
                <>
                  , until <When at={candidate.until} />
                </>
              )}
            </Table.Td>
            <Table.Td ta="right">{candidate.remaining === null ? '–' : count(candidate.remaining)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </InnerTable>
  );
}
