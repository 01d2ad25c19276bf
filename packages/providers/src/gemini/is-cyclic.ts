import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import { targetOf } from './resolve-refs.ts';

type Node = JsonObject | readonly Json[];

/** Whether any path through a schema and its references comes back to where it was. Goes everywhere once, without recursion. */
export function isCyclic(root: JsonObject): boolean {
  const above = new Set<Node>([root]);
  const done = new Set<Node>();
  const path = [{ node: root as Node, rest: insideOf(root, root) }];
  for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
    const next = here.rest.pop();
    if (next === undefined) {
      above.delete(here.node);
      done.add(here.node);
      path.pop();
    } else if (above.has(next)) return true;
    else if (!done.has(next)) {
      above.add(next);
      path.push({ node: next, rest: insideOf(next, root) });
    }
  }
  return false;
}

const isNode = (value: Json | undefined): value is Node => typeof value === 'object' && value !== null;

function insideOf(node: Node, root: JsonObject): Node[] {
  const inside = Object.values(node as JsonObject).filter(isNode);
  const target = isJsonObject(node) && typeof node.$ref === 'string' ? targetOf(root, node.$ref) : undefined;
  if (isNode(target)) inside.push(target);
  return inside;
}
