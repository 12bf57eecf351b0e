/** The workspaces with tests of vitest's, and the scripts: vitest's projects. */
export const vitestProjects = [
  'shared-types',
  'browser-kit',
  'server',
  'widget',
  'form-app',
  'persona-app',
  'console',
  'embed-loader',
  'scripts',
] as const;
