/** A text in an encoding of the Encoding Standard with one or two bytes for each character. */
export function encodeText(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const codes = new Map<string, number[]>();
  const add = (bytes: number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes));
    if (!codes.has(character)) codes.set(character, bytes);
  };
  for (let first = 0; first < 256; first += 1) add([first]);
  for (let first = 0x80; first < 256; first += 1)
    for (let second = 0x40; second < 256; second += 1) add([first, second]);
  return Buffer.from(
    Array.from(text, (character) => {
      const bytes = codes.get(character);
      if (bytes === undefined) throw new Error(`${character} can't be written in ${encoding}`);
      return bytes;
    }).flat(),
  );
}
