import { useFormats } from '../text/formats.ts';

/** How many items wait, beside the name of their screen in the navigation; nothing if there are none. */
export function SideCount({ count, label }: { count: number; label: string }) {
  const formats = useFormats();
  if (count === 0) return null;
  return (
    <span class="side-count" role="img" aria-label={label}>
      {count > 99 ? '99+' : formats.number(count)}
    </span>
  );
}
