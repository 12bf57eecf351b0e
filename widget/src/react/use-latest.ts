import { useEffect, useRef } from 'react';

/** The newest value, for what was set up once and is called later. */
export function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
