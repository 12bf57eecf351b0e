/**
 * Finds the end of an object, or of a string that contains one, in the pieces of a JSON text, reading each of them once:
 * parsing the whole text for each piece would take quadratic time.
 */
export class JsonEnd {
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #isClosed = false;
  #isBroken = false;

  read(piece: string): void {
    for (const character of piece) {
      if (this.#inString) this.#readInString(character);
      else if (/\s/u.test(character)) continue;
      // Nothing may follow the end, and nothing else begins an object or a string.
      else if (this.#isClosed || (this.#depth === 0 && !'{"'.includes(character))) this.#isBroken = true;
      else if (character === '"') this.#inString = true;
      else if ('{['.includes(character)) this.#depth += 1;
      else if ('}]'.includes(character)) this.#leave();
      if (this.#isBroken) return;
    }
  }

  /** Whether the text read so far may be a whole object, or a string with one. */
  get mayBeWhole(): boolean {
    return this.#isClosed && !this.#isBroken;
  }

  #readInString(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (character === '\\') this.#isEscaped = true;
    else if (character === '"') {
      this.#inString = false;
      this.#isClosed = this.#depth === 0;
    }
  }

  #leave(): void {
    this.#depth -= 1;
    this.#isClosed = this.#depth === 0;
  }
}
