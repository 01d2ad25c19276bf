import type { VariableKind } from './variable-kinds.ts';

/** The three processes of the gateway. */
export type Service = 'control' | 'metering' | 'proxy';

/** Who reads variables: the services, and the launcher, which checks all of them before it starts any. */
export type Reader = Service | 'launcher';

export type Variable = {
  readonly kind: VariableKind<unknown>;
  /** As the operator would write it; absent = unset. */
  readonly default?: string;
  /** The services that read it; the launcher reads every one. */
  readonly readers: readonly Service[];
  /** A sentence for docs/configuration.md. */
  readonly meaning: string;
};

export const services = ['control', 'metering', 'proxy'] as const satisfies readonly Service[];
