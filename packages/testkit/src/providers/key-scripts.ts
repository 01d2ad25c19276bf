import type { SimulatedCall } from './simulated-call.ts';
import type { ScriptedStep, Step } from './step.ts';

/** What each secret is to get, and what it has got. */
export type KeyScripts = {
  /** Makes `secret` valid and says what happens to its calls, in order; the last step goes for all that follow. */
  readonly plays: (secret: string, ...steps: readonly [ScriptedStep, ...ScriptedStep[]]) => void;
  /** Makes `secret` unknown again. */
  readonly forgets: (secret: string) => void;
  knows(secret: string): boolean;
  /** The model calls that came with `secret`, oldest first, those in flight included. */
  readonly calls: (secret: string) => readonly SimulatedCall[];
  /** Enters a call into the log and says what is to happen to it. */
  enter(call: SimulatedCall): Step;
};

export function keyScripts(): KeyScripts {
  // A script that is replaced starts anew, while the log goes on.
  const scripts = new Map<string, { readonly steps: readonly ScriptedStep[]; readonly from: number }>();
  const log = new Map<string, SimulatedCall[]>();
  return {
    plays: (secret, ...steps) => void scripts.set(secret, { steps, from: log.get(secret)?.length ?? 0 }),
    forgets: (secret) => void scripts.delete(secret),
    knows: (secret) => scripts.has(secret),
    calls: (secret) => log.get(secret) ?? [],
    enter(call) {
      const calls = log.get(call.secret) ?? [];
      log.set(call.secret, calls);
      calls.push(call);
      const script = scripts.get(call.secret);
      const step = script?.steps[Math.min(calls.length - 1 - script.from, script.steps.length - 1)];
      if (step === undefined) throw new Error('only a known secret may enter');
      return typeof step === 'function' ? step(call) : step;
    },
  };
}
