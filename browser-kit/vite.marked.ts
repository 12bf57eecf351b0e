import type { Plugin } from 'vite';

/**
 * A Vite plugin that prepares marked for browser-kit/markdown. Its one file also sets up a default instance, which no bundler can
 * know to be unused: with it come a parser and renderers for HTML, 4 KB that nothing here calls; only the lexer stays. And
 * compiling its rules with Unicode classes takes a slow phone 60 ms; there is a pause before each. Fails if marked is written
 * differently.
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
    // Only now: a bundler that knew would give the panel's entry a file of its own, for which visitors would wait.
    renderChunk: (code, { moduleIds }) =>
      moduleIds.some((id) => id.includes('/marked/lib/'))
        ? code.replaceAll('pause()', 'await new Promise(setTimeout)')
        : null,
  };
}
