/** One `POST /v1/chat/completions`, as bytes. */
export function requestBytes(headers: Readonly<Record<string, string>>, body: object): Buffer {
  const json = JSON.stringify(body);
  const head = Object.entries({
    host: '127.0.0.1',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(json)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST /v1/chat/completions HTTP/1.1\r\n${head.join('')}\r\n${json}`);
}
