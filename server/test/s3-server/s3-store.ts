import { createHash, randomUUID } from 'node:crypto';

type S3Answer =
  { status: number; headers: Record<string, string>; body: Buffer | string } | { status: number; fault: string };

const smallestPart = 5 * 1024 * 1024;

/** The objects of one bucket, and the responses of S3's API to requests for them (Amazon S3 API Reference). */
export class S3Store {
  readonly objects = new Map<string, Buffer>();
  readonly uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>();

  handle(method: string, key: string, query: URLSearchParams, body: Buffer): S3Answer {
    const uploadId = query.get('uploadId');
    if (method === 'POST' && query.has('uploads')) return this.#begin(key);
    if (uploadId !== null) return this.#goOn(method, key, uploadId, query, body);
    if (method === 'PUT') {
      this.objects.set(key, body);
      return { status: 200, headers: { ETag: etagOf(body) }, body: '' };
    }
    if (method === 'DELETE') {
      this.objects.delete(key);
      return { status: 204, headers: {}, body: '' };
    }
    const object = this.objects.get(key);
    if (object === undefined) return { status: 404, fault: 'NoSuchKey' };
    if (method !== 'GET' && method !== 'HEAD') return { status: 405, fault: 'MethodNotAllowed' };
    const headers = { 'Content-Length': String(object.length), ETag: etagOf(object) };
    return { status: 200, headers, body: method === 'GET' ? object : '' };
  }

  #begin(key: string): S3Answer {
    const id = randomUUID();
    this.uploads.set(id, { key, parts: new Map() });
    return xml(
      `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  #goOn(method: string, key: string, id: string, query: URLSearchParams, body: Buffer): S3Answer {
    const upload = this.uploads.get(id);
    if (upload?.key !== key) return { status: 404, fault: 'NoSuchUpload' };
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body);
      return { status: 200, headers: { ETag: etagOf(body) }, body: '' };
    }
    if (method === 'DELETE') {
      this.uploads.delete(id);
      return { status: 204, headers: {}, body: '' };
    }
    const named = [...body.toString('utf8').matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      etag: /<ETag>(.*?)<\/ETag>/.exec(part)?.[1]?.replaceAll('&quot;', '"'),
    }));
    const parts = named.map(({ number }) => upload.parts.get(number));
    if (named.some(({ etag }, i) => parts[i] === undefined || etagOf(parts[i]) !== etag)) {
      return { status: 400, fault: 'InvalidPart' };
    }
    const whole = parts.filter((part) => part !== undefined);
    if (whole.slice(0, -1).some((part) => part.length < smallestPart)) return { status: 400, fault: 'EntityTooSmall' };
    this.objects.set(key, Buffer.concat(whole));
    this.uploads.delete(id);
    return xml(`<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
  }
}

function xml(body: string): S3Answer {
  return { status: 200, headers: { 'Content-Type': 'application/xml' }, body: `<?xml version="1.0"?>${body}` };
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}
