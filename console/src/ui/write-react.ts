/** The code of a React component that shows a chat or a form; `props` as they are written. */
export function writeReact(component: 'PorticoChat' | 'PorticoForm', name: string, props: string): string {
  return [
    `import { ${component} } from '@portico/widget/react';`,
    '',
    `export function ${name}() {`,
    `  return <${component} ${props} />;`,
    '}',
  ].join('\n');
}
