import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type House, startHouse } from './house/house.ts';

let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house?.close());

const text = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8');
const sections = new Map(text.split(/^## /m).map((part) => [part.slice(0, part.indexOf('\n')), part]));

/** `name kind` of each metric that a section has, in its table and in the sentence on those of Linux. */
function documented(title: string): string[] {
  const section = sections.get(title) ?? '';
  const rows = [...section.matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].map(([, name, kind]) => `${name} ${kind}`);
  const onLinux = /On Linux also, as gauges: (.*)\.$/m.exec(section)?.[1] ?? '';
  if (process.platform !== 'linux') return rows;
  return [...rows, ...[...onLinux.matchAll(/`(\w+)`/g)].map(([, name]) => `${name} gauge`)];
}

const labelsOf = (title: string): Map<string, string[]> =>
  new Map(
    [...(sections.get(title) ?? '').matchAll(/^\| `(\w+)` \| \w+ \| (.*?) \|/gm)].map(([, name = '', labels = '']) => [
      name,
      [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => String(label)),
    ]),
  );

it.each([
  ['proxy', 'Proxy'],
  ['control', 'Control'],
  ['metering', 'Metering'],
] as const)(
  'docs/metrics.md has what a scrape of %s shows, kinds and labels included, and no more',
  async (name, title) => {
    const shown = await (await fetch(`${house.opsUrl(name)}/metrics`)).text();
    const types = [...shown.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, metric, kind]) => `${metric} ${kind}`);
    expect(types.toSorted()).toEqual([...documented(title), ...documented('Every process')].toSorted());

    const known = new Map([...labelsOf(title), ...labelsOf('Every process')]);
    const unknown = [...shown.matchAll(/^(\w+)\{(.*)\} \S+$/gm)].flatMap(([, series = '', labels = '']) => {
      const metric = known.has(series) ? series : series.replace(/_(?:bucket|sum|count)$/, '');
      const allowed = new Set(['service', 'le', ...(known.get(metric) ?? [])]);
      return [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label ?? '').filter((label) => !allowed.has(label));
    });
    expect(unknown).toEqual([]);
  },
);
