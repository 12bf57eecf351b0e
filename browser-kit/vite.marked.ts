import type { Plugin } from 'vite';

/**
 * A Vite plugin that prepares marked for browser-kit/markdown. marked is a single file that also creates a default
 * instance, and a bundler can't know that it is unused. It includes a parser and renderers for HTML, 4 KB that nothing
 * here calls, so only the lexer is kept. Fails if marked's source has changed.
 *
 * @param hasPauses inserts a pause before each rule with Unicode classes: compiling them takes 60 ms on a slow phone. The
 * module then waits while it is evaluated, and must be imported only once: Safari (seen in WebKitGTK 2.50) resolves a
 * second import of it, or of a module that needs it, before it is evaluated.
 */
export function prepareMarked({ hasPauses }: { hasPauses: boolean }): Plugin {
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
      const lexer = code.replace(setUp, 'export{$3 as Lexer};');
      return { code: hasPauses ? lexer.replace(slowRules, '=(pause(),$1)($2,"gu")') : lexer, map: null };
    },
    // Added only at this point: otherwise the bundler would move the panel's entry to a separate file, which visitors
    // would have to wait for.
    renderChunk: (code, { moduleIds }) =>
      moduleIds.some((id) => id.includes('/marked/lib/'))
        ? code.replaceAll('pause()', 'await new Promise(setTimeout)')
        : null,
  };
}
