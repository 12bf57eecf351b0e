import type { Plugin } from 'vite';

/**
 * A Vite plugin that prepares marked for browser-kit/markdown. marked is a single file that also creates a default
 * instance, and a bundler can't know that it is unused. It includes a parser and renderers for HTML, 4 KB that nothing
 * here calls, so only the lexer is kept. Compiling the rules with Unicode classes takes 60 ms on a slow phone, so a
 * pause is inserted before each. Fails if marked's source has changed.
 */
export function prepareMarked(): Plugin {
  const setUp =
    /var (\w+)=new \w+;function (\w+)\(\w+,\w+\)\{return \1\.parse\([^]*export\{[^}]*?(\w+) as Lexer\b[^}]*\};?/;
  const slowRules = /=(\w+)\((\w+|"(?:[^"\\]|\\.)*"),"gu"\)/g;
  return {
    name: 'portico-marked',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/marked/lib/')) return undefined;
      if (!setUp.test(code) || code.search(slowRules) < 0)
        throw new Error(`${id} is not written as expected: see prepareMarked.`);
      const lexer = code.replace(setUp, 'export{$3 as Lexer};').replace(slowRules, '=(pause(),$1)($2,"gu")');
      return { code: lexer, map: null };
    },
    // Added only at this point: otherwise the bundler would move the panel's entry to a separate file, which visitors
    // would have to wait for.
    renderChunk: (code, { moduleIds }) =>
      moduleIds.some((id) => id.includes('/marked/lib/'))
        ? code.replaceAll('pause()', 'await new Promise(setTimeout)')
        : null,
  };
}
