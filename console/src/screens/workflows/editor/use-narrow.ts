import { useEffect, useState } from 'preact/hooks';

/** As in the style sheet: there is not enough space for a panel beside the canvas. */
const query = '(max-width: 56.25em)';

/** True on a screen on which the nodes are shown as a list at first, and forms as a panel over them. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const onChange = () => setNarrow(media.matches);
    media.addEventListener('change', onChange);
    return () => media.removeEventListener('change', onChange);
  }, []);
  return isNarrow;
}
