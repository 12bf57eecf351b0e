import type { Token, Tokens } from 'marked';
import type { ComponentChild } from 'preact';
import { CodeBlock } from './code-block.tsx';
import { decodeEntities, stripBidiControls } from './plain-text.ts';
import { safeUrl } from './safe-url.ts';

export interface RenderContext {
  /** Number of citations; `[n]` up to it becomes a button. */
  citations: number;
  /** The reply is still being written and its sources come at the end: marks stand already, and can't be opened yet. */
  isPending: boolean;
  openCitation(index: number): void;
  labels: { copy: string; copied: string; code: string; table: string; source(index: number): string };
}

/**
 * Tokens become elements one by one. No HTML is ever made from a reply, so there is nothing to sanitise: markup in it
 * is text, and what may become an element or a link is listed here.
 */
export function renderTokens(
  tokens: readonly Token[] | undefined,
  context: RenderContext,
  depth = 0,
): ComponentChild[] {
  return (tokens ?? []).map((token, index) =>
    depth > DEEPEST ? stripBidiControls(token.raw) : renderToken(token as Tokens.Generic, index, { ...context, depth }),
  );
}

/** Marks in marks in marks: from here on they are shown as they were written. */
const DEEPEST = 24;

type Place = RenderContext & { depth: number };

function renderToken(token: Tokens.Generic, key: number, context: Place): ComponentChild {
  const inside = () => renderTokens(token.tokens, context, context.depth + 1);
  switch (token.type) {
    case 'paragraph':
      return (
        <p key={key} dir="auto">
          {inside()}
        </p>
      );
    case 'heading': {
      const level = (token as Tokens.Heading).depth;
      return (
        <p key={key} dir="auto" role="heading" aria-level={Math.min(6, level + 2)} class={`h h${level}`}>
          {inside()}
        </p>
      );
    }
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
      return <code key={key}>{stripBidiControls(String(token['text']))}</code>;
    case 'br':
      return <br key={key} />;
    case 'hr':
      return <hr key={key} />;
    case 'blockquote':
      return (
        <blockquote key={key} dir="auto">
          {inside()}
        </blockquote>
      );
    case 'code': {
      const { text, lang } = token as Tokens.Code;
      return <CodeBlock key={key} text={stripBidiControls(text)} language={lang} labels={context.labels} />;
    }
    case 'list':
      return renderList(token as Tokens.List, key, context);
    case 'table':
      return renderTable(token as Tokens.Table, key, context);
    case 'link':
      return renderLink(token as Tokens.Link, key, inside());
    case 'image':
      // A picture is not fetched by itself: its address could carry the conversation to a stranger.
      return renderLink(token as Tokens.Image, key, [decodeEntities(String(token['text'])) || String(token['href'])]);
    case 'html':
      return renderHtml(token.raw, key);
    default:
      return null;
  }
}

function renderHtml(raw: string, key: number): ComponentChild {
  if (/^<br\s*\/?>\s*$/i.test(raw)) return <br key={key} />;
  return /^\s*<!--/.test(raw) ? null : stripBidiControls(raw);
}

/** A mark, the word before it and the punctuation after it stay on one line, unless the word is too long for that. */
const MARK = /([^\s[\]]{0,24})\s{0,3}\[(\d{1,2})\]([.,;:!?)]*)/;

function renderText(text: string, context: RenderContext): ComponentChild {
  const plain = stripBidiControls(decodeEntities(text));
  if (context.citations === 0 || !plain.includes('[')) return plain;
  const parts: ComponentChild[] = [];
  let rest = plain;
  for (let found = MARK.exec(rest); found; found = MARK.exec(rest)) {
    const [whole, word = '', digits, after = ''] = found;
    const number = Number(digits);
    const isKnown = number > 0 && number <= context.citations;
    parts.push(rest.slice(0, found.index), isKnown ? renderMark(number, word, after, parts.length, context) : whole);
    rest = rest.slice(found.index + whole.length);
  }
  return [...parts, rest];
}

function renderMark(number: number, word: string, after: string, key: number, context: RenderContext): ComponentChild {
  const open = () => context.openCitation(number - 1);
  return (
    <span key={key} class="keep">
      {word}
      {context.isPending ? (
        <span class="ref">{number}</span>
      ) : (
        <button type="button" class="ref" aria-label={context.labels.source(number)} onClick={open}>
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
    <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow" title={token.title ?? undefined}>
      {content}
    </a>
  );
}

/** Lists and tables that a person can read: a reply of 100,000 items must not become 100,000 elements. */
const MOST_ITEMS = 1_000;
const MOST_ROWS = 500;
const MOST_COLUMNS = 100;
const MOST_CELLS = 5_000;

function renderList(token: Tokens.List, key: number, context: Place): ComponentChild {
  const items = token.items.slice(0, MOST_ITEMS).map((item, index) => (
    <li key={index} class={item.task ? 'task' : undefined}>
      {item.task && <span aria-hidden="true">{item.checked ? '☑ ' : '☐ '}</span>}
      {renderTokens(
        item.tokens.filter(({ type }) => type !== 'checkbox'),
        context,
        context.depth + 1,
      )}
    </li>
  ));
  if (token.items.length > MOST_ITEMS) items.push(<li key="rest">…</li>);
  if (!token.ordered) {
    return (
      <ul key={key} dir="auto">
        {items}
      </ul>
    );
  }
  return (
    <ol key={key} dir="auto" start={token.start === '' ? 1 : token.start}>
      {items}
    </ol>
  );
}

function renderTable(token: Tokens.Table, key: number, context: Place): ComponentChild {
  const columns = Math.min(token.header.length, MOST_COLUMNS);
  const rows = Math.min(MOST_ROWS, Math.floor(MOST_CELLS / columns));
  const read = (cell: Tokens.TableCell) => renderTokens(cell.tokens, context, context.depth + 1);
  return (
    <div key={key} class="table" dir="auto" tabIndex={0} role="region" aria-label={context.labels.table}>
      <table>
        <thead>
          <tr>
            {token.header.slice(0, columns).map((cell, index) => (
              <th key={index} scope="col" style={cell.align ? { textAlign: cell.align } : undefined}>
                {read(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.slice(0, rows).map((row, index) => (
            <tr key={index}>
              {row.slice(0, columns).map((cell, column) => (
                <td key={column} style={cell.align ? { textAlign: cell.align } : undefined}>
                  {read(cell)}
                </td>
              ))}
            </tr>
          ))}
          {token.rows.length > rows && (
            <tr key="rest">
              <td colSpan={columns}>…</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
