import { Command } from 'ioredis';

/**
 * A command whose reply somebody else waits for, and no longer than he wants. The client's own timer for each command costs a timer and,
 * when it is cleared, a `delete` that makes every look-up in the command slow (ioredis 6.0.0, `Command.js`).
 */
export class WatchedCommand extends Command {
  override setTimeout(): void {}
}
