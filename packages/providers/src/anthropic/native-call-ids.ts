import { createHash } from 'node:crypto';
import type { ToolCall } from '@palimpsest/domain';

/**
 * The id under which an earlier call goes out. The API wants `^[a-zA-Z0-9_-]+$`, each once in a conversation;
 * other providers issue other forms and repeat them. The same conversation always gives the same ids.
 */
export function createCallIds(): (call: ToolCall) => string {
  const given = new Map<ToolCall, string>();
  const taken = new Set<string>();
  /** How often each was asked for: conversations may repeat one id in every turn, and none looks through all before it. */
  const times = new Map<string, number>();
  return (call) => {
    const known = given.get(call);
    if (known !== undefined) return known;
    const plain = /^[a-zA-Z0-9_-]{1,64}$/.test(call.id) ? call.id : hashed(call.id);
    let time = (times.get(plain) ?? 0) + 1;
    while (taken.has(nth(plain, time))) time += 1;
    times.set(plain, time);
    const id = nth(plain, time);
    taken.add(id);
    given.set(call, id);
    return id;
  };
}

const nth = (plain: string, time: number): string => (time === 1 ? plain : `${plain}_${time}`);

const hashed = (id: string): string => `toolu_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`;
