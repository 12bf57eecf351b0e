/** vitest's projects: the workspaces with vitest tests, and the scripts. */
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
