import type { TestProject } from 'vitest/node';
import { offerSharedServer } from './specification/start-shared-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the files of test/specification ask for the server that they share. */
    sharedServer: string;
  }
}

/** What all files of a run have in common; it costs nothing until one of them asks for it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const shared = await offerSharedServer();
  project.provide('sharedServer', shared.url);
  return shared.close;
}
