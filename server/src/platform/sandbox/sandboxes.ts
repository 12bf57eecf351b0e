import { createSandbox, type Sandbox } from './sandbox.ts';

/** The processes for untrusted work, separated by duration, so that short tasks never wait for long ones. */
export interface Sandboxes {
  /** Expressions that are not cheap, and JSON Schemas: at most a few seconds. */
  readonly expressions: Sandbox;
  /** The code of code nodes. */
  readonly scripts: Sandbox;
  /** Texts that are divided into chunks, and whose words are counted. */
  readonly texts: Sandbox;
  /** Web pages that are read. */
  readonly pages: Sandbox;
  close(): void;
}

/** Creates the sandboxes; processes start when they are first needed, and end after `idleAfterMs` without a task. */
export function createSandboxes(idleAfterMs?: number): Sandboxes {
  const expressions = createSandbox(2, idleAfterMs);
  const scripts = createSandbox(4, idleAfterMs);
  const texts = createSandbox(2, idleAfterMs);
  const pages = createSandbox(2, idleAfterMs);
  return {
    expressions,
    scripts,
    texts,
    pages,
    close: () => {
      expressions.close();
      scripts.close();
      texts.close();
      pages.close();
    },
  };
}
