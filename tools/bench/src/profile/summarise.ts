import type { CallFrame, CpuProfile } from './cpu-profile.ts';
import { packageOf } from './package-of.ts';

/** Time spent in something. */
export type Share = {
  readonly name: string;
  readonly ms: number;
  /** 0 to 1 of the time that was not idle. */
  readonly share: number;
};

export type Summary = {
  /** Milliseconds in which the process was not idle. */
  readonly busyMs: number;
  /** Without what was called. */
  readonly byPackage: readonly Share[];
  readonly byFunction: readonly Share[];
  /** With everything that was called before the function first waited; our own functions alone. */
  readonly withCalled: readonly Share[];
};

/** Where a position in a bundle comes from: a path below the root, with its line. */
export type Origin = (frame: CallFrame) => string;

const own = /^(?:packages|services)\//;

/** Adds up the samples of a profile. */
export function summarise({ nodes, samples, timeDeltas }: CpuProfile, originOf: Origin): Summary {
  const named = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame, originOf)]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byPackage = new Map<string, number>();
  const byFunction = new Map<string, number>();
  const withCalled = new Map<string, number>();
  let busyUs = 0;
  samples.forEach((id, at) => {
    const name = named.get(id);
    const us = timeDeltas[at] ?? 0;
    if (name === undefined || name.text.startsWith('(idle)')) return;
    busyUs += us;
    add(byPackage, packageOf(name.origin), us);
    add(byFunction, name.text, us);
    for (const caller of callersOf(id, named, parents)) add(withCalled, caller, us);
  });
  const shares = (sums: ReadonlyMap<string, number>): Share[] =>
    [...sums].map(([name, us]) => ({ name, ms: us / 1000, share: us / busyUs })).toSorted((a, b) => b.ms - a.ms);
  return {
    busyMs: busyUs / 1000,
    byPackage: shares(byPackage),
    byFunction: shares(byFunction),
    withCalled: shares(withCalled),
  };
}

type Name = { readonly text: string; readonly origin: string };

function nameOf(frame: CallFrame, originOf: Origin): Name {
  const origin = frame.url === '' ? 'Node.js and V8' : originOf(frame);
  return { text: `${frame.functionName || '(anonymous)'}  ${origin}`, origin };
}

/** Our own functions on the stack, each once however often it called itself. */
function callersOf(id: number, named: ReadonlyMap<number, Name>, parents: ReadonlyMap<number, number>): Set<string> {
  const callers = new Set<string>();
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    const name = named.get(at);
    if (name !== undefined && own.test(name.origin)) callers.add(name.text);
  }
  return callers;
}

const add = (sums: Map<string, number>, name: string, us: number): void =>
  void sums.set(name, (sums.get(name) ?? 0) + us);
