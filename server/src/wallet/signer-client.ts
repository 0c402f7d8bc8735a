/**
 * The signer's process as the server sees it: one connection that is made when it is needed, and made again after it broke. What was asked
 * over a broken one is told as `SignerAway`: it may be signed, and asking again for the same gives the same.
 */
import { createConnection, type Socket } from 'node:net'
import { type Channel, type ChannelKeys, greetSigner } from '@agio/chain/signer/channel.ts'
import { readExchangeKeys } from '@agio/chain/signer/key-files.ts'
import {
  type Intent,
  type KeyPurpose,
  type NetworkName,
  SignerAway,
  type SignerPort,
  type SignerStatus,
  type SignResult,
} from '@agio/chain/signer/protocol.ts'
import { signIntent } from '@agio/chain/signer/signed-intent.ts'
import { shortPath } from '@agio/chain/signer/socket-path.ts'
import { toText, writeIntent } from '@agio/chain/signer/wire.ts'
import type { PublicAccount } from '@agio/chain/signing-port.ts'
import * as z from 'zod/mini'

const ANSWER_WITHIN_MS = 30_000

const message = z.union([z.object({ id: z.int(), error: z.string() }), z.object({ id: z.int(), answer: z.unknown() })])
const status = z.object({ isUnlocked: z.boolean(), policyHash: z.string(), logEntries: z.int(), logHead: z.string(), isApart: z.boolean() })
const publicAccount = z.discriminatedUnion('form', [
  z.object({ form: z.literal('xpub'), xpub: z.string() }),
  z.object({ form: z.literal('addresses'), first: z.int(), addresses: z.array(z.string()) }),
])
const signResult = z.union([
  z.object({ signed: z.object({ tx: z.string(), bytes: z.string() }) }),
  z.object({
    refused: z.enum(['locked', 'overCap', 'notAllowed', 'mismatch', 'changed', 'badIntent']),
    text: z.string(),
    retryAfterMs: z.optional(z.number()),
  }),
])

interface Waiting {
  resolve(answer: unknown): void
  reject(error: SignerAway): void
  readonly timer: NodeJS.Timeout
}

export interface SignerPlace {
  /** Path of its socket. */
  readonly socket: string
  /** Folder of the exchange's own key and the signer's public one. */
  readonly keysDir: string
}

export class SignerClient implements SignerPort {
  readonly #place: SignerPlace
  readonly #waiting = new Map<number, Waiting>()
  #channel: Promise<Channel> | undefined
  #socket: Socket | undefined
  #keys: ChannelKeys | undefined
  #last = 0
  #isClosed = false

  constructor(place: SignerPlace) {
    this.#place = place
  }

  async status(): Promise<SignerStatus> {
    return read(status, await this.#ask({ ask: 'status', uid: process.getuid?.() ?? null }))
  }

  async publicAccount(on: NetworkName, purpose: KeyPurpose, first: number, count: number): Promise<PublicAccount> {
    return read(publicAccount, await this.#ask({ ask: 'publicAccount', on, purpose, first, count }))
  }

  async sign(intent: Intent): Promise<SignResult> {
    const text = writeIntent(intent)
    const found = read(signResult, await this.#ask({ ask: 'sign', intent: text, signature: signIntent(text, this.#keysNow().own) }))
    if ('signed' in found) return found
    const { refused, text: why, retryAfterMs } = found
    return { refused, text: why, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  }

  async signText(on: NetworkName, purpose: Exclude<KeyPurpose, 'addresses'>, addressId: number, text: string): Promise<string> {
    return read(z.string(), await this.#ask({ ask: 'signText', on, purpose, addressId, text }))
  }

  close(): void {
    this.#isClosed = true
    this.#socket?.destroy()
    this.#drop('the exchange stops')
  }

  /** Read when they are needed first: whoever starts both makes them. */
  #keysNow(): ChannelKeys {
    try {
      this.#keys ??= readExchangeKeys(this.#place.keysDir)
      return this.#keys
    } catch (error) {
      throw new SignerAway(`the keys of the exchange for its signer cannot be read: ${(error as Error).message}`)
    }
  }

  async #ask(asked: object): Promise<unknown> {
    if (this.#isClosed) throw new SignerAway('the exchange stops')
    const channel = await this.#connected()
    this.#last += 1
    const id = this.#last
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id)
        reject(new SignerAway(`no answer within ${ANSWER_WITHIN_MS / 1000} s`))
      }, ANSWER_WITHIN_MS).unref()
      this.#waiting.set(id, { resolve, reject, timer })
      channel.send(toText({ ...asked, id }))
    })
  }

  async #connected(): Promise<Channel> {
    const making = this.#channel ?? this.#connect()
    this.#channel = making
    try {
      return await making
    } catch (error) {
      if (this.#channel === making) this.#channel = undefined
      throw error instanceof SignerAway ? error : new SignerAway((error as Error).message)
    }
  }

  async #connect(): Promise<Channel> {
    const keys = this.#keysNow()
    const short = shortPath(this.#place.socket)
    const socket = createConnection({ path: short.path })
    this.#socket = socket
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      short.close()
      if (this.#socket !== socket) return
      this.#channel = undefined
      this.#drop('the connection to the signer broke')
    })
    return await greetSigner(socket, keys, (text) => this.#take(text))
  }

  #take(text: string): void {
    const said = z.parse(message, JSON.parse(text))
    const waiting = this.#waiting.get(said.id)
    if (waiting === undefined) return
    this.#waiting.delete(said.id)
    clearTimeout(waiting.timer)
    if ('error' in said) waiting.reject(new SignerAway(said.error))
    else waiting.resolve(said.answer)
  }

  #drop(why: string): void {
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer)
      reject(new SignerAway(why))
    }
    this.#waiting.clear()
  }
}

function read<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, answer)
  if (!parsed.success) throw new SignerAway('the signer answered nonsense')
  return parsed.data
}
