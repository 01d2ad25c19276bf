import type { QueryClient } from '@tanstack/react-query';
import { rememberTold } from './live.ts';
import { isTold } from './told.ts';

const EVENTS = '/api/v1/events';
const AGAIN_MS = 10_000;

/**
 * Reads again what the gateway says has changed, until the function it gives is called. A page that nobody looks at lets go of its
 * stream, since a browser has few connections to one address. Where there is no stream, everything is read at intervals, as before.
 */
export function hearChanges(queries: QueryClient): () => void {
  let source: EventSource | undefined;
  let again: number | undefined;

  const readAgain = (topics?: readonly string[]) =>
    void queries.invalidateQueries({ predicate: (query) => isTold(query, topics) });
  const close = () => {
    window.clearTimeout(again);
    source?.close();
    source = undefined;
    rememberTold(false);
  };
  const open = () => {
    const stream = new EventSource(EVENTS);
    source = stream;
    let isHeard = false;
    stream.addEventListener('open', () => {
      isHeard = true;
      rememberTold(true);
      // What changed while nobody told.
      readAgain();
    });
    stream.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      readAgain((JSON.parse(data) as { readonly changed: readonly string[] }).changed);
    });
    stream.addEventListener('error', () => {
      // Once: it comes with every try to open the stream again.
      rememberTold(false);
      if (isHeard) readAgain();
      isHeard = false;
      // A lost connection is opened again by the browser itself, a refusal is not.
      if (stream.readyState !== EventSource.CLOSED) return;
      window.clearTimeout(again);
      again = window.setTimeout(look, AGAIN_MS);
    });
  };
  const look = () => {
    close();
    if (document.visibilityState === 'visible') open();
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    close();
  };
}
