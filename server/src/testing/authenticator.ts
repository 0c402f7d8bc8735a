/** An authenticator in software: one P-256 key, its counter, and the two ceremonies of WebAuthn. For tests only. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Bytes = Buffer

/** The few kinds of CBOR that an attestation is made of. */
function cbor(value: unknown): Bytes {
  const head = (major: number, count: number): Bytes => {
    if (count < 24) return Buffer.from([major * 32 + count])
    if (count < 256) return Buffer.from([major * 32 + 24, count])
    return Buffer.from([major * 32 + 25, count >> 8, count & 255])
  }
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map) return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)])])
  throw new TypeError('cbor: a kind that no test needs')
}

const sha256 = (bytes: Bytes): Bytes => createHash('sha256').update(bytes).digest()
const text = (bytes: Bytes): string => bytes.toString('base64url')

export interface Ceremony {
  readonly challenge: string
  readonly origin?: string
  readonly rpId?: string
  /** False: the person touched it but proved nothing. */
  readonly isVerified?: boolean
}

const HERE = { origin: 'http://localhost:8080', rpId: 'localhost', isVerified: true }

export class SoftAuthenticator {
  readonly credentialId = randomBytes(32)
  readonly #publicKey: KeyObject
  readonly #privateKey: KeyObject
  userHandle = ''
  counter = 0

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#publicKey = publicKey
    this.#privateKey = privateKey
  }

  /** The answer to creation options. @param extensions CBOR that nobody asked for */
  create(options: Ceremony & { readonly userHandle: string }, extensions: Bytes = Buffer.alloc(0)) {
    const { challenge, origin, rpId, isVerified } = { ...HERE, ...options }
    this.userHandle = options.userHandle
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.credentialId.length]), this.credentialId, this.#coseKey()])
    const flags = extensions.length > 0 ? 0xc0 : 0x40
    const authData = Buffer.concat([this.#authData(rpId, isVerified, flags), attested, extensions])
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    )
    const clientDataJSON = clientData('webauthn.create', challenge, origin)
    return this.#credential({ clientDataJSON: text(clientDataJSON), attestationObject: text(attestation), transports: ['internal'] })
  }

  /** The answer to request options. */
  get(options: Ceremony) {
    const { challenge, origin, rpId, isVerified } = { ...HERE, ...options }
    this.counter += 1
    const authData = this.#authData(rpId, isVerified, 0)
    const clientDataJSON = clientData('webauthn.get', challenge, origin)
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientDataJSON)]), this.#privateKey)
    return this.#credential({
      clientDataJSON: text(clientDataJSON),
      authenticatorData: text(authData),
      signature: text(signature),
      userHandle: this.userHandle,
    })
  }

  #credential<Response>(response: Response) {
    const id = text(this.credentialId)
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response }
  }

  #authData(rpId: string, isVerified: boolean, flags: number): Bytes {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([0x01 | (isVerified ? 0x04 : 0) | flags]), counter])
  }

  #coseKey(): Bytes {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    return cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
  }
}

const clientData = (type: string, challenge: string, origin: string): Bytes =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
