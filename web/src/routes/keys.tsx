import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { KeyDialogs, type OpenKeyDialog } from '../features/keys/key-dialogs.tsx';
import type { KeyActions } from '../features/keys/key-menu.tsx';
import { KeyTable } from '../features/keys/key-table.tsx';
import { keysQuery } from '../features/keys/keys-query.ts';
import { enableKey, resumeKey, useKeyChange } from '../features/keys/use-key-change.ts';
import { KeyIcon, PlusIcon } from '../ui/icons.tsx';
import { NothingHere } from '../ui/nothing-here.tsx';
import { Page } from '../ui/page.tsx';
import { PageState } from '../ui/page-state.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';

/** The pool: every provider key with how it stands, and what can be done with it. */
export function KeysPage() {
  const query = useQuery(keysQuery);
  const [dialog, setDialog] = useState<OpenKeyDialog>();
  const { mutate: resume, error: notResumed } = useKeyChange(resumeKey);
  const { mutate: enable, error: notEnabled } = useKeyChange(enableKey);
  const actions = useMemo<KeyActions>(
    () => ({
      open: (name, key) => setDialog({ name, key }),
      resume,
      enable: (key, enabled) => enable({ key, enabled }),
    }),
    [resume, enable],
  );
  const add = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => setDialog({ name: 'add' })}>
      Add a key
    </Button>
  );
  return (
    <Page
      title="Keys"
      about="What the gateway calls providers with: how each key stands and what is left of it."
      actions={add}
    >
      <ProblemNotice problem={notResumed ?? notEnabled} />
      <PageState query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <NothingHere icon={<KeyIcon size={28} />} title="No provider keys yet" action={add}>
              Add the API key of a provider. The gateway spreads requests over all keys, and moves on to the next when
              one is limited or fails.
            </NothingHere>
          ) : (
            <KeyTable keys={keys} actions={actions} />
          )
        }
      </PageState>
      {dialog === undefined ? null : <KeyDialogs open={dialog} onClose={() => setDialog(undefined)} />}
    </Page>
  );
}
