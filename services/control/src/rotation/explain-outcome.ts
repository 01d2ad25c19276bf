import type { KeyPlace } from './key-place.ts';
import type { RotationDone, RotationOutcome } from './rotation.ts';

export type RotationCommand = 'rekey' | 'rotate-secrets';

/** What an operator is told, in whole lines: what was done, or why not and what to do about it. */
export function explainOutcome(command: RotationCommand, place: KeyPlace, outcome: RotationOutcome): string {
  switch (outcome.outcome) {
    case 'done':
      return done(command, place, outcome);
    case 'busy':
      return `Another rotation of the master key is under way. If it was killed, try again in ${Math.ceil(outcome.freeInMs / 1000)} s.`;
    case 'lost':
      return `Redis did not answer for too long, and this rotation lost its turn. Nothing is lost: run make ${command} again.`;
    case 'another-master-key':
      return [
        `What is stored was not sealed under the master key in ${place.name}. Give the one that control uses, by the same variables.`,
        'Where that one is gone: make rotate-secrets.',
      ].join('\n');
    case 'unknown-to':
      return [
        'Nothing was changed: these running controls did not get the new master key.',
        ...outcome.controls.map((name) => `  ${name}`),
        `They do not read ${place.name}, or cannot. Lay a second key beside the first where each of them reads its own (\`docs/operations.md\`,`,
        `"Changing the master key"), and run make ${command} again.`,
      ].join('\n');
    case 'no-new-key':
      return byHand(command, place, outcome.why);
  }
}

function done(
  command: RotationCommand,
  { name }: KeyPlace,
  { masterKey, changed, locked, oldKeyRemains }: RotationDone,
) {
  const what =
    command === 'rekey'
      ? `Stored secrets wrapped anew under the master key ${masterKey}: ${changed}; nothing has to be entered again.`
      : `The master key is ${masterKey} now. Provider keys that wait for their secret (PATCH /api/v1/keys/{id}, or the dashboard): ${changed}; webhooks must be made anew, sessions and kept answers are gone.`;
  return [
    what,
    ...(locked.length === 0 ? [] : [`These did not open before, and do not open now: ${locked.join(', ')}`]),
    oldKeyRemains
      ? `Now take all keys but the last out of ${name}, and restart control where it is a variable.`
      : `The old one is out of ${name}.`,
    `A copy of Redis's data from before needs the master key of before.`,
  ].join('\n');
}

function byHand(command: RotationCommand, { name }: KeyPlace, why: string): string {
  const isVariable = name === 'PALIMPSEST_MASTER_KEY';
  return [
    `Nothing was changed: ${isVariable ? 'this program cannot change a variable' : `${name} cannot be replaced from here (${why})`}. In three steps:`,
    "1. Make a new key: openssl rand -base64 32 | tr '+/' '-_'",
    isVariable
      ? `   Give it to every control behind the one of now: ${name}=<the one of now>,<the new one>. Restart control.`
      : '   Lay it there for every control, on a line of its own below the one of now. Control sees it by itself.',
    `2. Run ${command} again, with the same two keys.`,
    `3. Take the old key away${isVariable ? ' and restart control' : ''}.`,
  ].join('\n');
}
