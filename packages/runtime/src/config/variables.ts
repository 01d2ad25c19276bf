import { deploymentVariables } from './deployment-variables.ts';
import { requestVariables } from './request-variables.ts';

/** Every variable there is. docs/configuration.md is generated from this table; a reader gets those that name it. */
export const variables = { ...deploymentVariables, ...requestVariables } as const;

export type VariableName = keyof typeof variables;
