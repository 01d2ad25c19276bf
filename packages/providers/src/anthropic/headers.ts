/** The version names the form of requests and answers; the API demands it. */
export const headers = (secret: string): Readonly<Record<string, string>> => ({
  'x-api-key': secret,
  'anthropic-version': '2023-06-01',
});
