/**
 * Hands over one after the other, until `take` gives an end or there are no more. Other than `for await` it holds none of them while the
 * next is waited for, which may be long.
 */
export async function readEach<Read, End>(
  reads: AsyncIterable<Read>,
  take: (read: Read) => Promise<End | undefined>,
): Promise<End | undefined> {
  const each = reads[Symbol.asyncIterator]();
  let isOver = false;
  let end: End | undefined;
  const taken = async (read: IteratorResult<Read>): Promise<void> => {
    isOver = read.done === true;
    if (read.done !== true) end = await take(read.value);
  };
  try {
    while (!isOver && end === undefined) await each.next().then(taken);
  } finally {
    if (!isOver) await each.return?.();
  }
  return end;
}
