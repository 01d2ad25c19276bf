/**
 * What Node.js is told before the program of each service; the image says the same.
 *
 * `--max-semi-space-size`, MB: where a machine has much memory, V8 lets what was just made fill 64 MB twice before it looks what of it is
 * garbage, for each process, and never gives that back under load. Calls under way take a few of them.
 *
 * Not `--enable-source-maps`: what is logged of a bug tells its places in the sources by itself (packages/runtime/src/source-places.ts).
 */
export const nodeArguments: readonly string[] = ['--max-semi-space-size=16'];
