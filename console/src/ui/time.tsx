import { useFormats } from '../text/formats.ts';

/** A moment, relative to now, with the exact one in its tooltip. */
export function Time({ at }: { at: string }) {
  const formats = useFormats();
  return (
    <time dateTime={at} title={formats.dateTime(at)}>
      {formats.relative(at)}
    </time>
  );
}
