import type { Key, LoggedRequest, NewKey, NewUser, UsageRow, User } from './operator-types.ts';

/** The operator API as a program would call it. Every call throws, with the answer, on another status than 2xx. */
export type OperatorApi = {
  /** Any call; the answer as JSON, `undefined` where it has no body. */
  call<T>(method: string, path: string, body?: object): Promise<T>;
  createKey(key: NewKey): Promise<Key>;
  key(id: string): Promise<Key>;
  createUser(user: NewUser): Promise<User & { gateway_key: string }>;
  user(id: string): Promise<User>;
  request(id: string): Promise<LoggedRequest>;
  /** Newest first. */
  requests(query: Readonly<Record<string, string>>): Promise<readonly LoggedRequest[]>;
  usage(query: Readonly<Record<string, string>>): Promise<readonly UsageRow[]>;
};

type List<T> = { data: T[]; next_cursor: string | null };

export function operatorApi(controlUrl: string, operatorKey: string): OperatorApi {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${controlUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${operatorKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  const list = async <T>(path: string, query: Readonly<Record<string, string>>) =>
    (await call<List<T>>('GET', `${path}?${new URLSearchParams(query).toString()}`)).data;
  return {
    call,
    createKey: (key) => call('POST', '/keys', key),
    key: (id) => call('GET', `/keys/${id}`),
    createUser: (user) => call('POST', '/users', user),
    user: (id) => call('GET', `/users/${id}`),
    request: (id) => call('GET', `/requests/${id}`),
    requests: (query) => list('/requests', query),
    usage: (query) => list('/usage', query),
  };
}
