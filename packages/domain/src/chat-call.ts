import type { ChatBody } from './chat.ts';
import type { WrittenBody } from './written-body.ts';

/** Bytes as providers take them inside a request. */
export type InlineMedia = { readonly mediaType: string; readonly base64: string };

/** One call as it goes to one upstream: the client's body, and what the gateway decided about it. */
export type ChatCall = {
  readonly body: ChatBody;
  /** The client's own bytes, where that is worth while. */
  readonly written?: WrittenBody | undefined;
  /** The upstream's own name of the model. */
  readonly model: string;
  /** Whether the upstream is asked for a stream; always so when the client asked for one. */
  readonly stream: boolean;
  /** Tokens; sent where the provider demands a limit and the client gave none. */
  readonly defaultMaxTokens: number;
  /** Host of the upstream's address: servers of OpenAI's dialect are told apart by it. */
  readonly host?: string;
  /** What stands behind the addresses that the provider wants inline, by address. */
  readonly media?: ReadonlyMap<string, InlineMedia>;
};
