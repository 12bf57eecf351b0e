import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** What is left out of each file, and what takes its place. */
const cuts: Record<string, [part: RegExp, rest: string][]> = {
  'signals.mjs': [
    // Signals as text nodes: the component, and what makes a signal an element.
    [/function \w\(\{data:\w\}\)\{const \w=useSignal[^]*?configurable:!0,value:1\}\}\);/, ''],
    // Signals as attributes: before an element is rendered, after that, and when it is removed.
    [/if\("string"==typeof i\.type\)\{let t,n=i\.props;[^]*?n\[e\]=o\.peek\(\)\}\}\}/, ''],
    [/let n;if\("string"==typeof i\.type&&\(n=i\.__e\)\)\{[^]*?f\.o\(r,e\)\}\}\}/, ''],
    [/if\("string"==typeof i\.type\)\{let t=i\.__e;[^]*?i\.__np=void 0\}else(?=\{let t=i\.__c;)/, ''],
  ],
  'signals-core.mjs': [
    // Assigning them fails on a page that has frozen Object.prototype.
    [/y\.prototype\.valueOf=[^]*?y\.prototype\.toJSON=function\(\)\{return this\.value\};/, ''],
  ],
};

/**
 * A Vite plugin that leaves out of @preact/signals what nothing here uses: a signal itself as a text or an attribute of
 * an element, instead of its value, and the conversion of a signal to text. Fails if its source has changed.
 */
export function prepareSignals(): Plugin {
  return {
    name: 'portico-signals',
    apply: 'build',
    enforce: 'pre',
    // The files for newer browsers are smaller; bundlers would choose those for older ones.
    resolveId: (source) =>
      /^@preact\/signals(?:-core)?$/.test(source) ? fileURLToPath(import.meta.resolve(source)) : undefined,
    transform(code, id) {
      const file = /\/@preact\/signals(?:-core)?\/dist\/(signals(?:-core)?\.mjs)$/.exec(id)?.[1];
      if (file === undefined) return undefined;
      const rest = (cuts[file] ?? []).reduce((text, [part, replacement]) => {
        if (!part.test(text)) throw new Error(`${id} is not written as expected: see prepareSignals.`);
        return text.replace(part, replacement);
      }, code);
      return { code: rest, map: null };
    },
  };
}
