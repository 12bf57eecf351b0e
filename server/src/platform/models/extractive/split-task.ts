/** A message divided into an instruction and the text that it refers to. */
export interface Task {
  instruction: string;
  /** Empty if the message contains no separate text. */
  body: string;
}

const asksForWork =
  /\b(?:summar|shorten|condense|abstract|overview|key (?:points?|facts?|ideas?|takeaways?|findings?)|main (?:points?|ideas?)|highlights?|takeaways?|bullet|tl;?dr|extract|outline|digest|gist|recap|brief|review|analy[sz]e|explain|describe|list|translate|rewrite|rephrase|report|draft|write|answer|read|zusammenfass|fasse?\b|stichpunkt|kernaussage|r[ée]sum|synth[ée]ti|points? cl[ée]s?|resum|puntos? clave|riassum|punti chiave|samenvat)|总结|概括|摘要|要点|總結|要約|まとめ|요약/iu;
// Minimum length of a separate text rather than a part of the question.
const longText = 240;

/** Markers between the instruction and the text of a prompt; workflows and people write them in many ways. */
export function splitTask(prompt: string): Task {
  const text = prompt.trim();
  return splitDelimited(text) ?? splitAtColon(text) ?? splitFirst(text) ?? splitLast(text) ?? splitWhole(text);
}

/** What may surround the text: a tag, a quotation or a fence. `close` is the mark that ends the one that was found. */
const enclosures: { open: RegExp; close: (found: RegExpExecArray) => RegExp }[] = [
  {
    open: /<(document|documents|text|content|article|input|passage|file|context)>/giu,
    close: ([, name = '']) => new RegExp(`</${name}>`, 'giu'),
  },
  { open: /"""/gu, close: () => /"""/gu },
  { open: /(?:^|\n)```(?:text|markdown|md)?\n/gu, close: () => /\n```/gu },
];

/** A quotation, a tag or a fence around the text. */
function splitDelimited(text: string): Task | null {
  for (const { open, close } of enclosures) {
    const found = findEnclosed(text, open, close);
    if (found === null) continue;
    const body = text.slice(found.start, found.end).trim();
    if (body.length < text.length / 3) return null;
    const instruction = `${text.slice(0, found.from)} ${text.slice(found.to)}`.replace(/\s+/gu, ' ').trim();
    return { instruction, body };
  }
  return null;
}

/**
 * The first enclosure that is closed, between `from` and `to`, and its content between `start` and `end`. Linear, in
 * contrast to one expression for both marks: a mark that isn't closed is looked for once.
 */
function findEnclosed(
  text: string,
  open: RegExp,
  close: (found: RegExpExecArray) => RegExp,
): { from: number; start: number; end: number; to: number } | null {
  const unclosed = new Set<string>();
  for (const found of text.matchAll(open)) {
    const closing = close(found);
    if (unclosed.has(closing.source.toLowerCase())) continue;
    const start = found.index + found[0].length;
    closing.lastIndex = start;
    const closed = closing.exec(text);
    if (closed !== null) return { from: found.index, start, end: closed.index, to: closed.index + closed[0].length };
    unclosed.add(closing.source.toLowerCase());
  }
  return null;
}

/** "Summarise in three points: …" */
function splitAtColon(text: string): Task | null {
  const match = /^([^\n]{2,300}?)(?::\s+|：\s*)([\s\S]+)$/u.exec(text) ?? /^([^\n]{2,300}?)[:：](\s*)$/u.exec(text);
  const [, instruction = '', body = ''] = match ?? [];
  if (!match || !asksForWork.test(instruction) || /[.!?]\s/u.test(instruction.replace(/^[^.!?]{0,40}[.!?]\s/u, '')))
    return null;
  return { instruction, body: body.trim() };
}

/** A short first line or paragraph that asks, with a text below. */
function splitFirst(text: string): Task | null {
  for (const border of ['\n\n', '\n']) {
    const at = text.indexOf(border);
    if (at < 0) continue;
    const first = text.slice(0, at).trim();
    const rest = text.slice(at).trim();
    if (
      first.length <= 400 &&
      rest.length >= longText / 2 &&
      (asksForWork.test(first) || /\?\W*$/u.test(first)) &&
      !first.startsWith('#')
    )
      return { instruction: first, body: rest };
  }
  return null;
}

/** A text with a short paragraph below that asks. */
function splitLast(text: string): Task | null {
  const at = text.lastIndexOf('\n');
  const last = text.slice(at + 1).trim();
  const rest = text.slice(0, Math.max(0, at)).trim();
  if (at < 0 || last.length > 300 || rest.length < longText) return null;
  const asks =
    /\?\W*$/u.test(last) || /^(?:please |bitte )?(?:summar|fass|r[ée]sum|extract|list|shorten|tl;?dr)/iu.test(last);
  return asks ? { instruction: last, body: rest } : null;
}

function splitWhole(text: string): Task {
  return text.length >= longText ? { instruction: '', body: text } : { instruction: text, body: '' };
}

/** Whether the instruction asks for a summary of the text rather than for something about it. */
export function asksForSummary(instruction: string): boolean {
  return (
    instruction === '' ||
    namesSummary(instruction) ||
    /\b(?:overview|key |main |highlight|takeaway|bullet|outline|digest|gist|recap|stichpunkt|puntos)|要点/iu.test(
      instruction,
    )
  );
}

/** Whether a summary is named in so many words: "the main question" or "an overview" may be about anything. */
export function namesSummary(text: string): boolean {
  return /\b(?:summar|shorten|condense|tl;?dr|zusammenfass|fasse?\b|r[ée]sum|synth|riassum|samenvat)|总结|概括|摘要|總結|要約|まとめ|요약/iu.test(
    text,
  );
}
