import type { Token, Tokens } from 'marked';
import { h } from 'preact';
import type { ComponentChild } from 'preact';
import { CodeBlock } from './code-block.tsx';
import type { CitationContext, MarkdownContext } from './context.ts';
import { decodeEntities, stripBidiControls } from './plain-text.ts';
import { safeUrl } from './safe-url.ts';

/** Where a token is rendered. */
interface Place {
  context: MarkdownContext;
  /** Nesting depth of tokens. */
  depth: number;
  /** The headings above it; see `enterHeading`. */
  path: string;
  /**
   * Only the outer elements look for their direction: text in an element with its own `dir` doesn't count for the
   * elements around it, so a quote or a list of Arabic paragraphs would have its bar or its bullets at the left.
   */
  dir: 'auto' | undefined;
}

/** Deeper nested marks are shown as plain text. */
const maxDepth = 24;

/**
 * Tokens become elements one by one. No HTML is made from text, so there is nothing to sanitise: markup in it is text,
 * and everything that may become an element or a link is listed here. `path` contains the headings above the tokens.
 */
export function renderTokens(
  tokens: readonly Token[] | undefined,
  context: MarkdownContext,
  path: string,
  depth = 0,
): ComponentChild[] {
  const given = tokens ?? [];
  if (depth > maxDepth) return given.map(({ raw }) => stripBidiControls(raw));
  const place: Place = { context, depth, path, dir: depth > 0 ? undefined : 'auto' };
  const children: ComponentChild[] = [];
  for (let index = 0; index < given.length; index += 1) {
    const token = given[index] as Tokens.Generic;
    const end = token.type === 'html' ? findClosingTag(given, index) : index;
    if (end === index) children.push(renderToken(token, index, place));
    else {
      const inside = renderTokens(given.slice(index + 1, end), context, path, depth + 1);
      children.push(h(token.raw.slice(1, -1).toLowerCase(), { key: index }, inside));
    }
    index = end;
  }
  return children;
}

/**
 * The headings above what follows a heading: their depths from the outermost, such as "13" below `#` and `###`. Its
 * length is the heading's level, so headings of the same depth have the same level, and no level is skipped.
 */
export function enterHeading(path: string, { depth }: Tokens.Heading): string {
  return path.replace(RegExp(`[${depth}-6]`, 'g'), '') + depth;
}

function renderToken(token: Tokens.Generic, key: number, place: Place): ComponentChild {
  const { context, dir } = place;
  const inside = () => renderInside(token.tokens, place);
  switch (token.type) {
    case 'paragraph':
      return (
        <p key={key} dir={dir}>
          {inside()}
        </p>
      );
    case 'heading':
      return renderHeading(token as Tokens.Heading, key, place);
    case 'text':
      return token.tokens ? inside() : renderText(String(token['text']), context);
    case 'escape':
      return stripBidiControls(String(token['text']));
    case 'strong':
      return <strong key={key}>{inside()}</strong>;
    case 'em':
      return <em key={key}>{inside()}</em>;
    case 'del':
      return <del key={key}>{inside()}</del>;
    case 'codespan':
      return <code key={key}>{drawPlain(String(token['text']), context)}</code>;
    case 'br':
      return <br key={key} />;
    case 'hr':
      return <hr key={key} />;
    case 'blockquote':
      return (
        <blockquote key={key} dir={dir}>
          {inside()}
        </blockquote>
      );
    case 'code': {
      const { text, lang } = token as Tokens.Code;
      return <CodeBlock key={key} text={stripBidiControls(text)} language={lang} context={context} />;
    }
    case 'list':
      return renderList(token as Tokens.List, key, place);
    case 'table':
      return renderTable(token as Tokens.Table, key, place);
    case 'link':
      return renderLink(token as Tokens.Link, key, inside());
    case 'image':
      // Images are not loaded automatically: the address could leak the conversation to a third party.
      return renderLink(token as Tokens.Image, key, [decodeEntities(String(token['text'])) || String(token['href'])]);
    case 'html':
      return renderHtml(token.raw, key);
    default:
      return null;
  }
}

function renderInside(tokens: readonly Token[] | undefined, { context, depth, path }: Place): ComponentChild[] {
  return renderTokens(tokens, context, path, depth + 1);
}

function renderHeading(token: Tokens.Heading, key: number, place: Place): ComponentChild {
  if (token.text.trim() === '') return null;
  const level = Math.min(place.context.headingLevel + enterHeading(place.path, token).length, 6);
  return h(`h${level}`, { key, dir: place.dir, class: `h h${token.depth}` }, renderInside(token.tokens, place));
}

/** Formatting tags without attributes; everything else in angle brackets is shown as text. */
const formatting = /^<(sub|sup|b|i|em|strong|kbd|mark|del|s)>$/i;

/** The index of the closing tag for the one at `index`, if that is a formatting tag; otherwise `index`. */
function findClosingTag(tokens: readonly Token[], index: number): number {
  const name = formatting.exec(tokens[index]?.raw ?? '')?.[1]?.toLowerCase();
  if (name === undefined) return index;
  const end = tokens.slice(index, index + maxTagged).findIndex(({ raw }) => raw.toLowerCase() === `</${name}>`);
  return end === -1 ? index : index + end;
}

/** Maximum tokens between two tags: limits the search, which starts again at each opening tag. */
const maxTagged = 50;

function renderHtml(raw: string, key: number): ComponentChild {
  if (/^<br\s*\/?>\s*$/i.test(raw)) return <br key={key} />;
  return /^\s*<!--/.test(raw) ? null : stripBidiControls(raw);
}

function drawPlain(text: string, { drawText }: MarkdownContext): ComponentChild {
  const plain = stripBidiControls(text);
  return drawText?.(plain) ?? plain;
}

/** A citation mark, the word before it and the punctuation after it stay on one line, unless the word is too long. */
const mark = /([^\s[\]]{0,24})\s{0,3}\[(\d{1,2})\]([.,;:!?)]*)/;

function renderText(text: string, context: MarkdownContext): ComponentChild {
  const { citations } = context;
  const decoded = decodeEntities(text);
  if (!citations?.count || !decoded.includes('[')) return drawPlain(decoded, context);
  const plain = stripBidiControls(decoded);
  const parts: ComponentChild[] = [];
  let rest = plain;
  for (let found = mark.exec(rest); found; found = mark.exec(rest)) {
    const [whole, word = '', digits, after = ''] = found;
    const number = Number(digits);
    const isKnown = number > 0 && number <= citations.count;
    parts.push(rest.slice(0, found.index), isKnown ? renderMark(number, word, after, parts.length, citations) : whole);
    rest = rest.slice(found.index + whole.length);
  }
  return [...parts, rest];
}

function renderMark(
  number: number,
  word: string,
  after: string,
  key: number,
  citations: CitationContext,
): ComponentChild {
  const open = () => citations.open(number - 1);
  return (
    <span key={key} class="keep">
      {word}
      {citations.isPending ? (
        <span class="ref">{number}</span>
      ) : (
        <button type="button" class="ref" aria-label={citations.label(number)} onClick={open}>
          {number}
        </button>
      )}
      {after}
    </span>
  );
}

function renderLink(token: { href: string; title?: string | null }, key: number, content: ComponentChild[]) {
  const href = safeUrl(token.href);
  if (href === null) return content;
  return (
    <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow ugc" title={token.title ?? undefined}>
      {content}
    </a>
  );
}

/** Limits of lists and tables: a reply of 100,000 items must not become 100,000 elements. */
const maxItems = 1_000;
const maxRows = 500;
const maxColumns = 100;
const maxCells = 5_000;

function renderList(token: Tokens.List, key: number, place: Place): ComponentChild {
  const items = token.items.slice(0, maxItems).map((item, index) => (
    <li key={index} class={item.task ? 'task' : undefined}>
      {item.task && <span>{item.checked ? '☑ ' : '☐ '}</span>}
      {renderInside(
        item.tokens.filter(({ type }) => type !== 'checkbox'),
        place,
      )}
    </li>
  ));
  if (token.items.length > maxItems) items.push(<li key="rest">…</li>);
  if (!token.ordered) {
    return (
      <ul key={key} dir={place.dir}>
        {items}
      </ul>
    );
  }
  return (
    <ol key={key} dir={place.dir} start={token.start === '' ? 1 : token.start}>
      {items}
    </ol>
  );
}

function renderTable(token: Tokens.Table, key: number, place: Place): ComponentChild {
  const columns = Math.min(token.header.length, maxColumns);
  const rows = Math.min(maxRows, Math.floor(maxCells / columns));
  const read = (cell: Tokens.TableCell) => renderInside(cell.tokens, place);
  const look = ({ align }: Tokens.TableCell) => (align ? { style: { textAlign: align } } : {});
  return (
    <div key={key} class="table" dir={place.dir} tabindex={0} role="group" aria-label={place.context.labels.table}>
      <table>
        <thead>
          <tr>
            {token.header.slice(0, columns).map((cell, index) =>
              cell.text.trim() === '' ? (
                <td key={index}>{read(cell)}</td>
              ) : (
                <th key={index} scope="col" {...look(cell)}>
                  {read(cell)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {token.rows.slice(0, rows).map((row, index) => (
            <tr key={index}>
              {row.slice(0, columns).map((cell, column) => (
                <td key={column} {...look(cell)}>
                  {read(cell)}
                </td>
              ))}
            </tr>
          ))}
          {token.rows.length > rows && (
            <tr key="rest">
              <td colspan={columns}>…</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
