import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { CreationOptions, RequestOptions } from '@check-requests/domain/access/second-factor/fields.ts'

/** Deviations from correct authenticator behavior. */
export interface Odd {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  /** Skips asking for a fingerprint, a face, or a PIN. */
  readonly unverified?: true
  /** The counter, if it isn't the next number. */
  readonly counter?: number
  readonly userHandle?: string
  readonly type?: string
  /** The key to sign with, if it isn't the passkey's own. */
  readonly key?: KeyObject
}

const flags = { present: 0x01, verified: 0x04, attested: 0x40 }

/**
 * A software authenticator with one passkey (ES256), written by hand from WebAuthn Level 3: section 6.1 for its data,
 * and 6.5 for the attestation 'none'.
 */
export class SoftwareAuthenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  readonly id = randomBytes(16).toString('base64url')
  #userHandle = ''
  counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  get privateKey(): KeyObject {
    return this.#keys.privateKey
  }

  create({ rp, user, challenge }: CreationOptions, odd: Odd = {}) {
    this.#userHandle = user.id
    const data = Buffer.concat([this.#data(odd.rpId ?? rp.id, odd, flags.attested), this.#attested()])
    const attestation = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(data)],
    ])
    const response = {
      clientDataJSON: this.#clientData('webauthn.create', challenge, odd).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    }
    return { ...this.#credential(), response }
  }

  get({ rpId, challenge }: RequestOptions, odd: Odd = {}) {
    this.counter = odd.counter ?? this.counter + 1
    const data = this.#data(odd.rpId ?? rpId, odd)
    const clientData = this.#clientData('webauthn.get', challenge, odd)
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, odd.key ?? this.privateKey).toString('base64url'),
      userHandle: odd.userHandle ?? this.#userHandle,
    }
    return { ...this.#credential(), response }
  }

  #credential() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, clientExtensionResults: {} }
  }

  #clientData(type: string, challenge: string, odd: Odd): Buffer {
    const origin = odd.origin ?? this.#origin
    const stated = { type: odd.type ?? type, challenge: odd.challenge ?? challenge, origin, crossOrigin: false }
    return Buffer.from(JSON.stringify(stated))
  }

  #data(rpId: string, { unverified }: Odd, more = 0): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const said = flags.present | (unverified ? 0 : flags.verified) | more
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([said]), counter])
  }

  #attested(): Buffer {
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = cborMap([
      [cborInt(1), cborInt(2)],
      [cborInt(3), cborInt(-7)],
      [cborInt(-1), cborInt(1)],
      [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
    ])
    return Buffer.concat([Buffer.alloc(16), length, id, key])
  }
}

// The part of RFC 8949 needed here.
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

function cborInt(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes])
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
}

function cborMap(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
}
