import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../loopback.ts';
import { S3Store } from './s3-store.ts';
import { findSignatureFault } from './verify-signature.ts';

export interface S3Server {
  /** The environment of a server that stores its files here. */
  readonly environment: Record<string, string>;
  /** The objects in the bucket, by key. */
  readonly objects: ReadonlyMap<string, Buffer>;
  /** The requests, like `PUT files/…?partNumber`. */
  readonly requests: string[];
  /** The number of multipart uploads that were neither completed nor aborted. */
  openUploads(): number;
  /** Makes this many of the next requests fail in this way. */
  failNext(times: number, how: Failure): void;
  close(): Promise<void>;
}

/**
 * `cut in the body` and `stall` happen in the middle of the bytes of a file that is read; `lost` is a response to a
 * request that is carried out.
 */
type Failure = 'error' | 'cut' | 'lost' | 'silence' | 'cut in the body' | 'stall';

const credentials = { region: 'eu-test-1', accessKeyId: 'PORTICOTEST', secretAccessKey: 'not/a+real=secret' };
const bucket = 'portico-files';

/**
 * A double of an S3 server on loopback with one bucket. It supports whole and multipart uploads, and checks every
 * signature.
 */
export async function startS3Server(): Promise<S3Server> {
  const store = new S3Store();
  const requests: string[] = [];
  let failures: { left: number; how: Failure } = { left: 0, how: 'error' };
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const body = await readBody(request);
      const url = new URL(request.url ?? '', 'http://s3.invalid');
      const [, inBucket = '', key = ''] = /^\/([^/]+)\/?(.*)$/.exec(url.pathname) ?? [];
      requests.push(`${request.method} ${key}${[...url.searchParams.keys()].map((name) => `?${name}`).join('')}`);
      const isHalf = failures.how === 'cut in the body' || failures.how === 'stall';
      if (failures.left > 0 && (!isHalf || (request.method === 'GET' && key.startsWith('files/')))) {
        failures.left -= 1;
        if (failures.how === 'silence') return;
        if (failures.how === 'lost') store.handle(request.method ?? '', key, url.searchParams, body);
        if (failures.how === 'cut' || failures.how === 'lost') request.socket.destroy();
        else if (failures.how === 'error') sendError(response, 503, 'SlowDown');
        else sendHalf(response, store.objects.get(key) ?? Buffer.alloc(0), failures.how);
        return;
      }
      const fault = findSignatureFault(request, body, credentials);
      if (fault !== undefined) sendError(response, 403, fault);
      else if (inBucket !== bucket) sendError(response, 404, 'NoSuchBucket');
      else send(response, store.handle(request.method ?? '', key, url.searchParams, body));
    };
    answer().catch(() => response.destroy());
  });
  const { url, close } = await listenOnLoopback(server);
  return {
    environment: {
      S3_ENDPOINT: url,
      S3_BUCKET: bucket,
      S3_REGION: credentials.region,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    objects: store.objects,
    requests,
    openUploads: () => store.uploads.size,
    failNext: (left, how) => {
      failures = { left, how };
    },
    close,
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) if (piece instanceof Buffer) pieces.push(piece);
  return Buffer.concat(pieces);
}

function send(response: ServerResponse, answer: ReturnType<S3Store['handle']>): void {
  if ('fault' in answer) sendError(response, answer.status, answer.fault);
  else response.writeHead(answer.status, answer.headers).end(answer.body);
}

/** Sends half of an object, and then breaks off or nothing more. */
function sendHalf(response: ServerResponse, object: Buffer, how: Failure): void {
  response.writeHead(200, { 'Content-Length': String(object.length) });
  response.write(object.subarray(0, object.length / 2), () => {
    if (how === 'cut in the body') response.destroy();
  });
}

function sendError(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'Content-Type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
