/** Fields that count pages (ECMA-376 17.16.5): their result in the file is that of one page. */
const counting = /^\s*(?:PAGE|NUMPAGES|SECTION|SECTIONPAGES)\b/i;
/** Maximum characters of an instruction that are kept. */
const maxInstruction = 40;

interface Field {
  instruction: string;
  isCount: boolean;
}

/** Follows the fields of a part, which may be nested, to find the results of those that count pages. */
export class DocxFields {
  readonly #open: Field[] = [];
  #counts = 0;

  /** Whether text at this place is the number of a page. */
  get isCount(): boolean {
    return this.#counts > 0;
  }

  begin(instruction = ''): void {
    this.#open.push({ instruction, isCount: false });
  }

  /** Adds a piece of the instruction of the innermost field. */
  instruct(text: string): void {
    const field = this.#open.at(-1);
    if (field && field.instruction.length < maxInstruction) field.instruction += text.slice(0, maxInstruction);
  }

  /** Begins the result of the innermost field. Returns whether it counts pages. */
  beginResult(): boolean {
    const field = this.#open.at(-1);
    if (field === undefined || field.isCount || !counting.test(field.instruction)) return false;
    field.isCount = true;
    this.#counts += 1;
    return true;
  }

  end(): void {
    if (this.#open.pop()?.isCount === true) this.#counts -= 1;
  }
}
