import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Api } from './api.ts';

const missing: Api | null = null;
export const ApiContext = createContext<Api | null>(missing);

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('no ApiContext above');
  return api;
}
