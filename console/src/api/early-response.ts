declare global {
  /** The request that the page started before its scripts had loaded (early.js). */
  var porticoEarly: { path: string; workspace: string | null; response: Promise<Response> } | undefined;
}

/**
 * The response to the request that the page has already started, for the first caller with the same path and workspace.
 */
export function takeEarlyResponse(path: string, workspace: string | null): Promise<Response> | undefined {
  const early = globalThis.porticoEarly;
  if (early?.path !== path) return undefined;
  globalThis.porticoEarly = undefined;
  return early.workspace === workspace ? early.response : undefined;
}
