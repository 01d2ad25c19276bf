const installed = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/;
const own = /^(packages|services)\/([^/]+)\/src(?:\/([^/]+)(?=\/))?/;

/** The package that a source belongs to: `undici`, `node:net`, or of ours the folder, `services/proxy admission`. */
export function packageOf(origin: string): string {
  const external = installed.exec(origin)?.[1];
  if (external !== undefined) return external;
  const [, kind, name, folder] = own.exec(origin) ?? [];
  if (kind !== undefined) return `${kind}/${name}${folder === undefined ? '' : ` ${folder}`}`;
  return origin.replace(/:\d+$/, '');
}
