declare global {
  /** What the page asked before its scripts were there (early.js). */
  var porticoEarly: { path: string; workspace: string | null; response: Promise<Response> } | undefined;
}

/** The response to a request that the page has begun already, for the first who asks the same. */
export function takeEarlyResponse(path: string, workspace: string | null): Promise<Response> | undefined {
  const early = globalThis.porticoEarly;
  if (early?.path !== path) return undefined;
  globalThis.porticoEarly = undefined;
  return early.workspace === workspace ? early.response : undefined;
}
