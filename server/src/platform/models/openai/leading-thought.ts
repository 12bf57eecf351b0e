const opening = '<think>';
const closing = '</think>';

/**
 * Removes the reasoning that a model writes in `<think>` tags before its text, where the server leaves it there (vLLM
 * without a reasoning parser, llama.cpp, LM Studio). Tags that come later are text.
 */
export class LeadingThought {
  #place: 'start' | 'thought' | 'gap' | 'text' = 'start';
  /** What can't be judged yet. */
  #held = '';

  /** The text in the next piece. */
  read(piece: string): string {
    if (this.#isText()) return piece;
    const before = this.#held.length;
    this.#held += piece;
    if (this.#place === 'start') this.#open();
    // The closing tag may have begun in an earlier piece.
    if (this.#place === 'thought') this.#close(Math.max(0, before - closing.length));
    if (this.#place === 'gap') this.#skipSpace();
    return this.#isText() ? this.#take() : '';
  }

  /**
   * The rest of the text at the end of the response. If the model stopped by itself, a tag that it never closed was not
   * the beginning of reasoning.
   */
  finish(hasStopped: boolean): string {
    return this.#place === 'start' || (this.#place === 'thought' && hasStopped) ? this.#take() : '';
  }

  #isText(): boolean {
    return this.#place === 'text';
  }

  #open(): void {
    const text = this.#held.trimStart();
    if (text.startsWith(opening)) this.#place = 'thought';
    else if (!opening.startsWith(text)) this.#place = 'text';
  }

  #close(from: number): void {
    const end = this.#held.indexOf(closing, from);
    if (end === -1) return;
    this.#held = this.#held.slice(end + closing.length);
    this.#place = 'gap';
  }

  #skipSpace(): void {
    this.#held = this.#held.trimStart();
    if (this.#held !== '') this.#place = 'text';
  }

  #take(): string {
    const text = this.#held;
    this.#held = '';
    return text;
  }
}
