import { generateKeyPairSync, sign } from 'node:crypto';

/** What a TLS server needs (`node:https`). */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const dayMs = 86_400_000;
const ecdsaWithSha256 = tlv(0x30, Buffer.from('06082a8648ce3d040302', 'hex'));
const commonName = Buffer.from('0603550403', 'hex');

/** A certificate that it has signed itself, for this name, from now or `startsAt` on for a day (RFC 5280). */
export function signCertificate(name: string, startsAt = Date.now() - dayMs / 2): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = tlv(0x30, tlv(0x31, tlv(0x30, commonName, tlv(0x0c, Buffer.from(name)))));
  const validity = tlv(0x30, writeTime(startsAt), writeTime(startsAt + dayMs));
  const serial = tlv(0x02, Buffer.of(1));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const content = tlv(0x30, serial, ecdsaWithSha256, subject, validity, subject, key);
  const signature = tlv(0x03, Buffer.of(0), sign('sha256', content, privateKey));
  const whole = tlv(0x30, content, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole}\n-----END CERTIFICATE-----\n`,
  };
}

/** A value of DER (X.690): its tag, its length and its parts. */
function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const sizes = length < 0x80 ? [length] : length < 0x1_00 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...sizes), body]);
}

function writeTime(at: number): Buffer {
  const text = new Date(at).toISOString().replaceAll(/\D/g, '').slice(2, 14);
  return tlv(0x17, Buffer.from(`${text}Z`));
}
