import type { Plugin } from 'vite';

const retry = 'const retryImport=e=>import(e).catch(()=>import(e+"?"+Date.now()));';

/**
 * Lets parts of a page be loaded again whose first request failed. Browsers remember a module that could not be loaded
 * until the page is closed (whatwg/html#6768), so it is then requested at another address.
 */
export function retryChunks(): Plugin {
  return {
    name: 'portico-retry-chunks',
    apply: 'build',
    generateBundle: {
      // After Vite has found the imports, to load their style sheets with them.
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          const code = chunk.code.replaceAll(/\bimport\((?=["'`]\.\/)/g, 'retryImport(');
          if (code !== chunk.code) chunk.code = code.replace(/^(\/\/#.*\n)?/, `$&${retry}`);
        }
      },
    },
  };
}
