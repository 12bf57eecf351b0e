import { disableTypes, imageSize, types } from 'image-size';

const shown = new Set(['png', 'jpg', 'gif', 'webp']);
disableTypes(types.filter((type) => !shown.has(type)));

/** Bytes in which the size of a picture is expected: in a JPEG, it comes after the data of the camera. */
const maxHeadBytes = 262_144;

/**
 * Pixels of a picture that is shown without being asked for: browsers decode all of them, of each picture at once, also
 * for a small place. A stranger can send 144 million in 560 KB. JPEGs are decoded in the size in which they are shown.
 */
const maxPixels = 16_000_000;
const maxJpegPixels = 64_000_000;

/** Whether a browser can show the picture at this address beside others. Reads only its beginning. */
export async function isPictureSmall(address: string, signal: AbortSignal): Promise<boolean> {
  // This page may only request its own origin, which serves the files, too.
  const { pathname, search } = new URL(address);
  const response = await fetch(pathname + search, { signal });
  if (!response.ok || response.body === null) return false;
  try {
    const { width, height, type } = imageSize(await readHead(response.body));
    return width * height <= (type === 'jpg' ? maxJpegPixels : maxPixels);
  } catch {
    return false;
  }
}

async function readHead(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  for (let length = 0; length < maxHeadBytes;) {
    const { value } = await reader.read();
    if (value === undefined) break;
    parts.push(value);
    length += value.length;
  }
  await reader.cancel();
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}
