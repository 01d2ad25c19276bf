/** What is wrong with one member of what was entered, `limits[0].amount`, and what is allowed. */
export type Fault = { readonly path: string; readonly message: string };

export type Checked<Value> = { readonly value: Value } | { readonly faults: readonly Fault[] };
