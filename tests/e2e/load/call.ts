/** One call as its caller saw it. */
export type Told = {
  /** `x-request-id`; empty where no headers came. */
  readonly requestId: string;
  /** 0 where no headers came. */
  readonly status: number;
  /** `fine`: a whole answer with its end; `left`: the caller went; else the gateway's code, or how the connection ended. */
  readonly result: string;
  readonly tookMs: number;
  /** The last of what came where it was neither a whole answer nor a refusal. */
  readonly rest?: string;
};

/** What is asked, and who asks. */
export type CallOptions = {
  readonly gatewayKey: string;
  readonly body: { readonly model: string; readonly stream: boolean; readonly messages: readonly object[] };
  readonly headers?: Readonly<Record<string, string>>;
  /** The caller leaves when it aborts. */
  readonly leaves?: AbortSignal | undefined;
};

/** Asks the proxy at this address once, and never throws: whatever happens is told. */
export async function call(url: string, { gatewayKey, body, headers, leaves }: CallOptions): Promise<Told> {
  const startedAt = performance.now();
  const tookMs = (): number => performance.now() - startedAt;
  let [requestId, status] = ['', 0];
  try {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gatewayKey}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      ...(leaves === undefined ? {} : { signal: leaves }),
    });
    requestId = response.headers.get('x-request-id') ?? '';
    status = response.status;
    const text = await response.text();
    const result = resultOf(text, body.stream && response.ok);
    return { requestId, status, ...result, tookMs: tookMs() };
  } catch (error) {
    const result = leaves?.aborted === true ? 'left' : `connection: ${reasonOf(error)}`;
    return { requestId, status, result, tookMs: tookMs() };
  }
}

function resultOf(text: string, stream: boolean): Pick<Told, 'result' | 'rest'> {
  const code = /"code":\s*"([^"]+)"/.exec(text)?.[1];
  if (code !== undefined) return { result: code };
  const isWhole = stream ? text.endsWith('data: [DONE]\n\n') : /"finish_reason":\s*"stop"/.test(text);
  return isWhole ? { result: 'fine' } : { result: 'no whole answer', rest: text.slice(-200) };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
