/**
 * Formats a number of bytes in KB or MB of 1,024 and 1,048,576 bytes (docs/reference/addresses.md#values), rounded up so
 * that one byte more than a limit is not shown as the limit. @param locale a BCP 47 tag.
 */
export function formatSize(locale: string, bytes: number, round = Math.ceil): string {
  const unit = (value: number, name: string) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: 1,
    }).format(value);
  if (bytes === 0) return unit(0, 'byte');
  return bytes < 1_048_576 ? unit(round(bytes / 1024), 'kilobyte') : unit(round(bytes / 104_857.6) / 10, 'megabyte');
}

/** Formats the maximum size of a file, rounded down: a limit of 0.3 MB is 307 KB. */
export function formatSizeLimit(locale: string, bytes: number): string {
  // 2.3 MB are 22.999999999999996 tenths.
  return formatSize(locale, bytes, (value) => Math.max(1, Math.floor(value + 1e-6)));
}
