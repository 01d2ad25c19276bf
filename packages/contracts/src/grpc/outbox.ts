/** Messages that are sent when there is something to say: what is pushed comes out of the one loop over it, in order. */
export type Outbox<Message> = AsyncIterable<Message> & {
  readonly push: (message: Message) => void;
  /** Ends the loop after what was pushed before. */
  readonly end: () => void;
};

export function outbox<Message>(): Outbox<Message> {
  const waiting: Message[] = [];
  let ended = false;
  let wake: () => void = () => undefined;
  return {
    push(message) {
      waiting.push(message);
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const message = waiting.shift();
        if (message !== undefined) yield message;
        else if (ended) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}
