import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Config } from '../config.ts';
import { FileLost, StoreUnavailable, StartError } from '../errors.ts';
import { prepareIncoming } from './prepare-incoming.ts';
import { readObject } from './read-object.ts';
import { isResponse, isTimeout, S3Watch } from './s3-watch.ts';
import { MaybeKept, type OpenStorage, requireKey } from './storage.ts';

/** By the error codes of S3, which compatible servers share. */
const faults: Readonly<Record<string, string>> = {
  NoSuchBucket: 'S3_BUCKET: there is no such bucket',
  InvalidBucketName: 'S3_BUCKET: is not a valid bucket name',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID: is not known there',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY: does not fit S3_ACCESS_KEY_ID',
  AccessDenied: 'S3_ACCESS_KEY_ID: may not write, read and delete objects in S3_BUCKET',
  AuthorizationHeaderMalformed: 'S3_REGION: is not the region of S3_BUCKET',
  PermanentRedirect: 'S3_REGION: is not the region of S3_BUCKET',
  RequestTimeTooSkewed: "S3_ENDPOINT: refuses because this machine's clock is wrong",
};

/**
 * Files are uploaded in parts of this many bytes, two at a time: at most 24 MiB of one are in memory, and a part is
 * retried.
 */
const partBytes = 8 * 1024 * 1024;
const partsTogether = 2;

/** Attempts of a request if the server fails, and if it is silent, which takes `stallMs` each time. */
const maxAttempts = 3;
const maxSilentAttempts = 2;

/**
 * Stores files as `files/{key}` in a bucket of any server that supports S3. The endpoint is the operator's own, so
 * requests to it don't pass the outbound filter. A request of which no byte moves for `stallMs` is broken off, and while
 * the server is silent, others fail immediately (s3-watch.ts).
 * @throws StartError if the bucket can't be written, read and cleared.
 */
export async function createS3Storage(config: S3Config, dataDir: string, stallMs = 15_000): Promise<OpenStorage> {
  const client = openClient(config, stallMs);
  await checkS3(client, config.bucket);
  const watch = new S3Watch(client, config.bucket, stallMs);
  const orUnavailable = async <T>(request: () => Promise<T>): Promise<T> => {
    try {
      return await watch.ask(request);
    } catch (error) {
      throw explain(error);
    }
  };
  const incoming = await prepareIncoming(dataDir);
  const addressOf = (key: string) => ({ Bucket: config.bucket, Key: `files/${requireKey(key)}` });
  const openObject = async (key: string, signal: AbortSignal | undefined): Promise<Readable> => {
    const options = signal === undefined ? {} : { abortSignal: signal };
    const command = new GetObjectCommand(addressOf(key));
    const { Body: body } = await orUnavailable(async () => client.send(command, options));
    if (!(body instanceof IncomingMessage)) throw new Error('the S3 server sent no body');
    return readObject(body, stallMs, (error) => (signal?.aborted === true ? error : unavailable(error)));
  };
  const put = async (key: string, body: Readable): Promise<void> => {
    const params = { ...addressOf(key), Body: body };
    await new Upload({ client, params, partSize: partBytes, queueSize: partsTogether }).done();
  };
  const keep = async (key: string, send: () => Promise<unknown>): Promise<string> => {
    let isSent = false;
    try {
      await orUnavailable(async () => {
        isSent = true;
        await send();
      });
      return key;
    } catch (error) {
      const isUnknown = isSent && error instanceof StoreUnavailable && !isResponse(error.cause);
      throw isUnknown ? new MaybeKept(key, error) : error;
    }
  };
  return {
    incoming,
    async keepFile(source, key) {
      await keep(key, async () => put(key, createReadStream(source, { highWaterMark: 1024 * 1024 })));
      await rm(source, { force: true });
      return key;
    },
    async keepBytes(bytes, key) {
      return keep(key, async () => client.send(new PutObjectCommand({ ...addressOf(key), Body: bytes })));
    },
    putBack: async (key, bytes) => orUnavailable(async () => put(key, bytes)),
    open: openObject,
    async withLocalFile(key, work, signal) {
      const path = join(incoming, randomUUID());
      try {
        await pipeline(await openObject(key, signal), createWriteStream(path, { mode: 0o600 }));
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    async remove(key) {
      const command = new DeleteObjectCommand(addressOf(key));
      await orUnavailable(async () => client.send(command));
    },
    watch: (log) => watch.start(log),
    close() {
      watch.close();
      client.destroy();
    },
  };
}

function openClient({ endpoint, region, accessKeyId, secretAccessKey }: S3Config, stallMs: number): S3Client {
  // Each download holds a connection for as long as its reader takes. With the default of 50, that many slow readers
  // would keep everything else from the storage.
  const agent = { maxSockets: Infinity };
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // bucket.host needs a DNS name for each bucket; a path always works.
    forcePathStyle: true,
    // Servers other than Amazon's reject the newer checksums in trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    requestHandler: { connectionTimeout: 5000, socketTimeout: stallMs, httpAgent: agent, httpsAgent: agent },
  });
  limitSilentAttempts(client);
  return client;
}

/** A second attempt helps if the first used a connection that the network has forgotten; more only take longer. */
function limitSilentAttempts({ config }: S3Client): void {
  const strategyOf = config.retryStrategy;
  config.retryStrategy = async () => {
    const strategy = await strategyOf();
    if (!('refreshRetryTokenForRetry' in strategy)) return strategy;
    return {
      acquireInitialRetryToken: async (scope) => strategy.acquireInitialRetryToken(scope),
      async refreshRetryTokenForRetry(token, fault) {
        if (isTimeout(fault.error) && token.getRetryCount() + 1 >= maxSilentAttempts) throw fault.error;
        return strategy.refreshRetryTokenForRetry(token, fault);
      },
      recordSuccess: (token) => strategy.recordSuccess(token),
    };
  };
}

/** A storage that is unavailable, slow or refuses requests is a 503; a key without bytes is a 404. */
function explain(error: unknown): unknown {
  if (error instanceof Error && error.name === 'AbortError') return error;
  return error instanceof NoSuchKey ? new FileLost(error) : unavailable(error);
}

function unavailable(cause: unknown): StoreUnavailable {
  return new StoreUnavailable('The file storage is temporarily unavailable.', cause);
}

/**
 * Writes, reads and removes one small object, so that a wrong setting is noticed at the start and not at a visitor's
 * upload.
 */
async function checkS3(client: S3Client, bucket: string): Promise<void> {
  const address = { Bucket: bucket, Key: `start-checks/${randomUUID()}` };
  try {
    await client.send(new PutObjectCommand({ ...address, Body: 'Portico was here.' }));
    const { Body: body } = await client.send(new GetObjectCommand(address));
    const text = await body?.transformToString();
    await client.send(new DeleteObjectCommand(address));
    if (text !== 'Portico was here.')
      throw new StartError('S3_ENDPOINT: returned different bytes from those that were written');
  } catch (error) {
    client.destroy();
    throw error instanceof StartError ? error : new StartError(describeFailure(error));
  }
}

function describeFailure(error: unknown): string {
  const { name = '', code } = error as { name?: string; code?: string };
  const known = faults[name];
  if (known !== undefined) return known;
  if (isTimeout(error)) return 'S3_ENDPOINT: does not respond';
  // The network's error codes (ECONNREFUSED, ENOTFOUND) are more specific than the names of their errors.
  return `S3_ENDPOINT: can't be used (${code ?? name})`;
}
