import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { NewCredential, UsedCredential } from '../src/shared/accounts/passkeys.ts';

type Asked = { challenge: string; rp?: { id: string }; rpId?: string };

/** Deviations of a malicious or faulty authenticator. */
type Otherwise = { origin?: string; rpId?: string; isVerified?: boolean };

const flags = { present: 1, verified: 4, attested: 64 };

/** A WebAuthn authenticator with one passkey (level 2, sections 6.1 and 6.5), whose keys are accessible. */
export class Authenticator {
  readonly id = randomBytes(16);
  readonly origin: string;
  counter = 0;
  readonly keys: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  constructor(host: string) {
    this.origin = `http://${host}`;
  }

  /** A cloned authenticator with the same keys and the current counter. */
  clone(): Authenticator {
    return Object.assign(new Authenticator(''), this);
  }

  make(asked: Asked, otherwise: Otherwise = {}): NewCredential {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, cose]);
    const data = this.#data(otherwise.rpId ?? asked.rp?.id ?? '', otherwise, attested);
    const length = Buffer.from([0x58, data.length]);
    // {"fmt": "none", "attStmt": {}, "authData": data}
    const head = Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex');
    return {
      ...this.#shown(),
      response: {
        clientDataJSON: this.#client('webauthn.create', asked, otherwise).toString('base64url'),
        attestationObject: Buffer.concat([head, length, data]).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  use(asked: Asked, otherwise: Otherwise = {}): UsedCredential {
    this.counter += 1;
    const data = this.#data(otherwise.rpId ?? asked.rpId ?? '', otherwise);
    const client = this.#client('webauthn.get', asked, otherwise);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    return {
      ...this.#shown(),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, this.keys.privateKey).toString('base64url'),
      },
    };
  }

  #shown() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  #client(type: string, { challenge }: Asked, { origin = this.origin }: Otherwise): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #data(rpId: string, { isVerified = true }: Otherwise, attested?: Buffer): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const said = flags.present | (isVerified ? flags.verified : 0) | (attested ? flags.attested : 0);
    const hash = createHash('sha256').update(rpId).digest();
    return Buffer.concat([hash, Buffer.from([said]), counter, attested ?? Buffer.alloc(0)]);
  }
}
