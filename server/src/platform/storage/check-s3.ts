import { randomUUID } from 'node:crypto';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { StartError } from '../errors.ts';

/** Writes, reads and removes one small object, so that a wrong setting shows at the start and not at a visitor's upload. */
export async function checkS3(client: S3Client, bucket: string): Promise<void> {
  const address = { Bucket: bucket, Key: `start-checks/${randomUUID()}` };
  try {
    await client.send(new PutObjectCommand({ ...address, Body: 'Portico was here.' }));
    const { Body: body } = await client.send(new GetObjectCommand(address));
    const text = await body?.transformToString();
    await client.send(new DeleteObjectCommand(address));
    if (text !== 'Portico was here.') throw new StartError('S3_ENDPOINT: answers other bytes than were written');
  } catch (error) {
    client.destroy();
    throw error instanceof StartError ? error : new StartError(describeFailure(error));
  }
}

/** By the error codes of S3, which its compatible servers share. */
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

function describeFailure(error: unknown): string {
  const { name = '', code } = error as { name?: string; code?: string };
  const known = faults[name];
  if (known !== undefined) return known;
  // The network's codes (ECONNREFUSED, ENOTFOUND) say more than the names of their errors.
  return `S3_ENDPOINT: can't be used (${code ?? name})`;
}
