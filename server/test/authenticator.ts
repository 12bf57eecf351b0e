import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const [userPresent, userVerified, hasCredential] = [0x01, 0x04, 0x40];

interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
}

/** A software authenticator that implements WebAuthn as browsers pass it on (W3C, Web Authentication level 3). */
export class TestAuthenticator {
  readonly origin: string;
  readonly #id = randomBytes(16);
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  /** Increases with each signature; a counter that doesn't increase indicates a copied authenticator. */
  counter = 0;
  /** False for an authenticator without user verification. */
  verifiesUser = true;

  constructor(origin: string) {
    this.origin = origin;
    ({ privateKey: this.#privateKey, publicKey: this.#publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  }

  /** Creates a passkey, in the JSON format of `navigator.credentials.create`. */
  create({ challenge, rp }: Options): object {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, isoCBOR.encode(key)]);
    const data = Buffer.concat([this.#authenticatorData(rp?.id ?? '', hasCredential), credential]);
    const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', Uint8Array.from(data)],
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', challenge),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Signs a challenge, in the JSON format of `navigator.credentials.get`. */
  get({ challenge, rpId }: Options): object {
    this.counter += 1;
    const data = this.#authenticatorData(rpId ?? '', 0);
    const clientDataJSON = this.#clientData('webauthn.get', challenge);
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    return this.#credential({
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', Buffer.concat([data, hash]), this.#privateKey).toString('base64url'),
    });
  }

  #credential(response: object): object {
    const id = this.#id.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response,
    };
  }

  #clientData(type: string, challenge: string): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false })).toString(
      'base64url',
    );
  }

  #authenticatorData(rpId: string, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = Buffer.from([userPresent | (this.verifiesUser ? userVerified : 0) | more]);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), flags, counter]);
  }
}
