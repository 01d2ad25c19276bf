/** `models/<name>` unless the name says which collection it is from. A name comes from outside: it never leaves its place in the path. */
export function resource(model: string): string {
  const [, collection = 'models', name = model] = /^(models|tunedModels)\/(.+)$/.exec(model) ?? [];
  return `${collection}/${encodeURIComponent(name)}`;
}
