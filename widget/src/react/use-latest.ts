import { useEffect, useRef } from 'react';

/** The newest value, for callbacks that were set up once. */
export function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
