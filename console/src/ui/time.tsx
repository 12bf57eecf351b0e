import { useApi } from '../api/api-context.ts';
import { useFormats } from '../text/formats.ts';

/** A moment, relative to now, with the exact one in its tooltip. */
export function Time({ at }: { at: string }) {
  const api = useApi();
  const formats = useFormats();
  return (
    <time dateTime={at} title={formats.dateTime(at)}>
      {formats.relative(at, api.now())}
    </time>
  );
}
