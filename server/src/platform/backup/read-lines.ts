const lineFeed = 0x0a;

/**
 * Divides UTF-8 text at line feeds and nowhere else; holds one line in memory, of any length. `node:readline` also ends
 * a line at U+2028 and U+2029, which JSON may contain unescaped inside a string.
 */
export async function* readLines(input: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let pieces: Buffer[] = [];
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      pieces.push(chunk.subarray(start, end));
      yield Buffer.concat(pieces).toString();
      pieces = [];
      start = end + 1;
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
  }
  if (pieces.length > 0) yield Buffer.concat(pieces).toString();
}
