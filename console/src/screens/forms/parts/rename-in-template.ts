/** Texts, names in backquotes, comments, variables, numbers, names, and single signs of JSONata. */
const token = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|\/\*[^]*?\*\/|\$\$?\w*|\d[\w.]*|[A-Za-z_λ]\w*|[^]/y;
const regex = /\/(?:[^/\\]|\\.)+\/\w*/y;

const operators: ReadonlySet<string> = new Set(['and', 'or', 'in']);
const literals: ReadonlySet<string> = new Set(['true', 'false', 'null', 'function']);

/** Returns a template over a submission with another name for one of its values, such as a question. */
export function renameInTemplate(template: string, from: string, to: string): string {
  const needsQuotes = operators.has(to) || literals.has(to);
  let renamed = '';
  let end = 0;
  for (const { at, text } of listNames(template)) {
    const isQuoted = text.startsWith('`');
    if ((isQuoted ? text.slice(1, -1) : text) !== from) continue;
    renamed += template.slice(end, at) + (isQuoted || needsQuotes ? `\`${to}\`` : to);
    end = at + text.length;
  }
  return renamed + template.slice(end);
}

interface Name {
  readonly at: number;
  /** With its backquotes, if it has any. */
  readonly text: string;
}

/** The names of values of the submission in a template: not those of their members, like `name` in `files.name`. */
function* listNames(template: string): Generator<Name> {
  let end = 0;
  for (let start = template.indexOf('{{'); start !== -1; start = template.indexOf('{{', end)) {
    end = yield* listNamesFrom(template, start + 2);
  }
}

/** Those of the expression that begins there; returns the position after its `}}`. */
function* listNamesFrom(template: string, start: number): Generator<Name, number> {
  // Whether names in each open bracket are values of the submission, and whether it has the parameters of a function.
  const open: { isScope: boolean; isParameters: boolean }[] = [];
  let [beforeDot, before] = ['', ''];
  let isAfterValue = false;
  let isAfterParameters = false;
  let at = start;
  while (at < template.length) {
    if (open.length === 0 && template.startsWith('}}', at)) return at + 2;
    const isRegex: boolean = !isAfterValue && template[at] === '/' && template[at + 1] !== '*';
    const text: string = read(isRegex ? regex : token, template, at) ?? template.slice(at, at + 1);
    const here = at;
    at += text.length;
    if (text.trim() === '' || text.startsWith('/*')) continue;
    const isScope = open.at(-1)?.isScope ?? true;
    const isWord = /^[A-Za-z_`]/.test(text);
    const isOperator: boolean = isAfterValue && operators.has(text);
    if (text === '(' || text === '[' || text === '{') {
      const isOwn = isAfterValue && text !== '(' && !isAfterParameters;
      open.push({
        isScope: isScope && !isOwn && before !== '.' && before !== '^',
        isParameters: text === '(' && /^(function|λ)$/.test(before),
      });
    } else if (isWord && !isOperator && !literals.has(text)) {
      const isOfScope = before === '.' ? beforeDot === '$$' || (beforeDot === '$' && isScope) : isScope;
      if (isOfScope) yield { at: here, text };
    }
    isAfterParameters = /^[)\]}]$/.test(text) && open.pop()?.isParameters === true;
    isAfterValue = /^["'`$\w)\]}]|^\/./.test(text) && !isOperator;
    if (text === '.') beforeDot = before;
    before = text;
  }
  return at;
}

function read(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
