import { Marked, type Token } from 'marked';
import type { Texts } from '../text/texts.ts';
import { dress } from './dress.ts';
import { sanitise } from './sanitise.ts';

interface Block {
  raw: string;
  nodes: readonly Node[];
  /** The heading level that the next block continues from. */
  level: number;
}

export interface MarkdownView {
  /** Shows `text`; blocks that stayed as they were keep their nodes, so that nothing jumps and a selection survives. */
  update(text: string): void;
  close(): void;
}

const marked = new Marked({ gfm: true, async: false, renderer: { html: ({ text }) => showTags(text) } });
/** The page's own heading above an output is an h2. */
const ownLevel = 2;
/** Milliseconds of work in one frame; a long text grows over several. */
const frameBudget = 12;

/** Draws markdown into `container`, cleaned, block by block. */
export function createMarkdownView(container: HTMLElement, texts: Texts): MarkdownView {
  let blocks: Block[] = [];
  let tokens: Token[] = [];
  let frame = 0;

  const draw = () => {
    frame = 0;
    const start = performance.now();
    while (blocks.length < tokens.length && performance.now() - start < frameBudget) {
      const token = tokens[blocks.length];
      if (token === undefined) return;
      const fragment = sanitise(marked.parser([token]));
      const level = dress(fragment, blocks.at(-1)?.level ?? ownLevel, texts);
      blocks.push({ raw: token.raw, nodes: [...fragment.childNodes], level });
      container.append(fragment);
    }
    if (blocks.length < tokens.length) frame = requestAnimationFrame(draw);
  };

  return {
    update: (text) => {
      tokens = marked.lexer(text).filter((token) => token.type !== 'space' && token.type !== 'def');
      const changed = blocks.findIndex((block, index) => block.raw !== tokens[index]?.raw);
      if (changed !== -1) {
        for (const block of blocks.slice(changed)) for (const node of block.nodes) node.parentNode?.removeChild(node);
        blocks = blocks.slice(0, changed);
      }
      if (frame === 0) draw();
    },
    close: () => {
      cancelAnimationFrame(frame);
      container.replaceChildren();
    },
  };
}

/**
 * HTML inside markdown is shown as the text it is, but for bare tags that only format. The sanitiser behind would take the
 * rest out as well, yet parsing it first makes the browser report a policy violation for each handler and style in it.
 */
function showTags(html: string): string {
  return html
    .replace(/<!--[^]*?-->/g, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/&lt;(\/?(?:br|sub|sup|b|i|em|strong|kbd|mark|del|s)) ?\/?&gt;/gi, '<$1>');
}
