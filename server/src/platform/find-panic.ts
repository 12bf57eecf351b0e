/** An error's severity, which is not translated (PostgreSQL, "Error and Notice Message Fields"). */
const mark = Buffer.from('VPANIC\0');
/** The type byte of an ErrorResponse. */
const error = 0x45;
/** A type byte, and a length that includes itself. */
const headerLength = 5;

/** Returns the message of a panic in a response of Postgres: it could not write its log, for example. */
export function findPanic(answers: readonly Buffer[]): string | undefined {
  // Only then are the messages read: this is a part of each query.
  if (!answers.some((answer) => answer.includes(mark))) return undefined;
  const bytes = Buffer.concat(answers);
  for (let at = 0; at + headerLength <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    if (bytes[at] !== error) continue;
    const fields = bytes.toString('utf8', at + headerLength, at + 1 + bytes.readUInt32BE(at + 1)).split('\0');
    if (fields.includes('VPANIC')) return fields.find((field) => field.startsWith('M'))?.slice(1) ?? '';
  }
  return undefined;
}
