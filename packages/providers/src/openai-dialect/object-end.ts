/** Follows a JSON text as it comes, so that nobody has to read it from its beginning to know whether the object or list in it has ended. */
export class ObjectEnd {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #state: 'before' | 'inside' | 'ended' | 'beyond' = 'before';

  /** Whether all that was opened is closed and nothing stands after it. The text may still be no JSON. */
  get isReached(): boolean {
    return this.#state === 'ended';
  }

  read(piece: string): void {
    for (let at = 0; at < piece.length && this.#state !== 'beyond'; at += 1) {
      const letter = piece[at] as string;
      if (this.#isInText) this.#readText(letter);
      else this.#readOutside(letter);
    }
  }

  #readText(letter: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (letter === '\\') this.#isEscaped = true;
    else if (letter === '"') this.#isInText = false;
  }

  #readOutside(letter: string): void {
    switch (letter) {
      case ' ':
      case '\t':
      case '\n':
      case '\r':
        break;
      case '{':
      case '[':
        this.#state = this.#state === 'ended' ? 'beyond' : 'inside';
        this.#depth += 1;
        break;
      case '}':
      case ']':
        this.#depth -= 1;
        if (this.#state !== 'inside') this.#state = 'beyond';
        else if (this.#depth === 0) this.#state = 'ended';
        break;
      default:
        if (this.#state !== 'inside') this.#state = 'beyond';
        this.#isInText = letter === '"';
    }
  }
}
