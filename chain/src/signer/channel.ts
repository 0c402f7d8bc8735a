/**
 * What the exchange and the signer say to each other over a Unix socket. Both prove who they are by Ed25519 over two fresh X25519 keys; all
 * that follows is sealed under what these two have in common, counted, one message a line. So whoever puts himself between them, or another
 * socket in the place of this one, learns nothing and says nothing.
 */
import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import type { Socket } from 'node:net'
import { object, readJson, text } from './fields.ts'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const GREETING_WITHIN_MS = 5000
/** Before anybody is known. */
const GREETING_MOST = 1024
const LINE_MOST = 12_000_000
const BASE64 = /^[A-Za-z0-9_-]+$/
const NEWLINE = 10

export interface ChannelKeys {
  readonly own: KeyObject
  /** Public key of the other side. */
  readonly other: KeyObject
}

const greeting = object({ fresh: text(64, BASE64) })
const proof = object({ fresh: text(64, BASE64), proof: text(128, BASE64) })
const answer = object({ proof: text(128, BASE64) })

/** Lines of a socket. */
class Lines {
  readonly #socket: Socket
  #rest: Buffer = Buffer.alloc(0)
  #most = GREETING_MOST
  #listener: ((line: string) => void) | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (bytes: Buffer) => {
      this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
      this.#tell()
    })
  }

  listen(listener: ((line: string) => void) | undefined, most: number): void {
    this.#listener = listener
    this.#most = most
    this.#tell()
  }

  #tell(): void {
    for (let end = this.#rest.indexOf(NEWLINE); end !== -1 && this.#listener !== undefined; end = this.#rest.indexOf(NEWLINE)) {
      const line = this.#rest.toString('latin1', 0, end)
      this.#rest = this.#rest.subarray(end + 1)
      this.#listener(line)
    }
    if (this.#rest.length > this.#most) this.#socket.destroy(new Error('a message that is too long'))
  }
}

/** A channel whose two ends know each other. Whatever does not open under the key ends it. */
export class Channel {
  readonly #socket: Socket
  readonly #sealing: Uint8Array
  readonly #opening: Uint8Array
  #sent = 0
  #received = 0

  constructor(socket: Socket, lines: Lines, sealing: Uint8Array, opening: Uint8Array, onText: (text: string) => void) {
    this.#socket = socket
    this.#sealing = sealing
    this.#opening = opening
    lines.listen((line) => {
      try {
        onText(this.#open(line))
      } catch (error) {
        socket.destroy(error instanceof Error ? error : new Error(String(error)))
      }
    }, LINE_MOST)
  }

  send(message: string): void {
    const cipher = createCipheriv('aes-256-gcm', this.#sealing, nonceOf(this.#sent))
    this.#sent += 1
    const sealed = Buffer.concat([cipher.update(message, 'utf8'), cipher.final(), cipher.getAuthTag()])
    this.#socket.write(`${sealed.toString('base64url')}\n`)
  }

  close(): void {
    this.#socket.destroy()
  }

  #open(line: string): string {
    const sealed = Buffer.from(line, 'base64url')
    if (sealed.length < TAG_BYTES) throw new Error('a message that is too short')
    const decipher = createDecipheriv('aes-256-gcm', this.#opening, nonceOf(this.#received), { authTagLength: TAG_BYTES })
    this.#received += 1
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    return decipher.update(sealed.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  }
}

function nonceOf(count: number): Uint8Array {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeBigUInt64BE(BigInt(count), NONCE_BYTES - 8)
  return nonce
}

interface Fresh {
  readonly text: string
  agree(other: string, info: 'toSigner' | 'toExchange'): Uint8Array
}

function freshKey(): Fresh {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const own = publicKey.export({ format: 'der', type: 'spki' }).toString('base64url')
  return {
    text: own,
    agree(other, info) {
      const publicOther = createPublicKey({ key: Buffer.from(other, 'base64url'), format: 'der', type: 'spki' })
      const shared = diffieHellman({ privateKey, publicKey: publicOther })
      const salt = [own, other].sort().join(' ')
      return new Uint8Array(hkdfSync('sha256', shared, Buffer.from(salt), Buffer.from(`agio signer 1 ${info}`), KEY_BYTES))
    },
  }
}

/** What each side signs: its own name, and both fresh keys. */
const transcript = (who: 'exchange' | 'signer', exchange: string, signer: string): Buffer =>
  Buffer.from(`agio signer 1 ${who} ${exchange} ${signer}`)

function checkProof(who: 'exchange' | 'signer', given: string, { other }: ChannelKeys, exchange: string, signer: string): void {
  if (!verify(null, transcript(who, exchange, signer), other, Buffer.from(given, 'base64url'))) throw new Error(`this is not the ${who}`)
}

const proofOf = (who: 'exchange' | 'signer', { own }: ChannelKeys, exchange: string, signer: string): string =>
  sign(null, transcript(who, exchange, signer), own).toString('base64url')

/** @param step called with each line until it gives the channel. Rejects and closes the socket when the other side is not who it has to be */
async function greet(socket: Socket, step: (line: string, lines: Lines) => Channel | undefined): Promise<Channel> {
  const lines = new Lines(socket)
  return await new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      clearTimeout(timer)
      socket.destroy()
      reject(error)
    }
    const timer = setTimeout(() => fail(new Error('the other side says nothing')), GREETING_WITHIN_MS)
    socket.once('error', fail)
    socket.once('close', () => fail(new Error('the other side hung up')))
    lines.listen((line) => {
      try {
        const channel = step(line, lines)
        if (channel === undefined) return
        clearTimeout(timer)
        resolve(channel)
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)))
      }
    }, GREETING_MOST)
  })
}

/** The exchange's side. @throws Error when this is not the signer */
export async function greetSigner(socket: Socket, keys: ChannelKeys, onText: (text: string) => void): Promise<Channel> {
  const fresh = freshKey()
  socket.write(`${JSON.stringify({ fresh: fresh.text })}\n`)
  return await greet(socket, (line, lines) => {
    const said = readJson(line, proof, 'answer')
    checkProof('signer', said.proof, keys, fresh.text, said.fresh)
    socket.write(`${JSON.stringify({ proof: proofOf('exchange', keys, fresh.text, said.fresh) })}\n`)
    return new Channel(socket, lines, fresh.agree(said.fresh, 'toSigner'), fresh.agree(said.fresh, 'toExchange'), onText)
  })
}

/** The signer's side. @throws Error when this is not the exchange */
export async function greetExchange(socket: Socket, keys: ChannelKeys, onText: (text: string) => void): Promise<Channel> {
  const fresh = freshKey()
  let exchange: string | undefined
  return await greet(socket, (line, lines) => {
    if (exchange === undefined) {
      exchange = readJson(line, greeting, 'greeting').fresh
      socket.write(`${JSON.stringify({ fresh: fresh.text, proof: proofOf('signer', keys, exchange, fresh.text) })}\n`)
      return undefined
    }
    checkProof('exchange', readJson(line, answer, 'answer').proof, keys, exchange, fresh.text)
    return new Channel(socket, lines, fresh.agree(exchange, 'toExchange'), fresh.agree(exchange, 'toSigner'), onText)
  })
}
