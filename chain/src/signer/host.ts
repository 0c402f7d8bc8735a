/** The signer's socket: who is not the exchange gets no word, and until the seeds are unlocked everything but its status is refused. */
import { chmodSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type ChannelKeys, greetExchange } from './channel.ts'
import { BadShape, readJson } from './fields.ts'
import type { SignerStatus, SignResult } from './protocol.ts'
import { isSignedBy } from './signed-intent.ts'
import type { Signer } from './signer.ts'
import { type ShortPath, shortPath } from './socket-path.ts'
import { type Request, readIntent, request, toText } from './wire.ts'

const CONNECTIONS_MOST = 64
const FORMER_ENDS_MS = 3000
const POLL_MS = 100
const LOCKED: SignResult = { refused: 'locked', text: 'the signer waits for its unlock secret' }
const NO_STATUS: SignerStatus = { isUnlocked: false, policyHash: '', logEntries: 0, logHead: '', isApart: false }

export interface SignerHost {
  /** From now on it signs. */
  unlock(signer: Signer): void
  close(): Promise<void>
}

class Host implements SignerHost {
  readonly #server: Server
  readonly #path: string
  readonly #short: ShortPath
  readonly #keys: ChannelKeys
  readonly #say: (line: string) => void
  readonly #sockets = new Set<Socket>()
  #signer: Signer | undefined

  constructor(path: string, keys: ChannelKeys, say: (line: string) => void) {
    this.#path = path
    this.#short = shortPath(path)
    this.#keys = keys
    this.#say = say
    this.#server = createServer((socket) => this.#take(socket))
    this.#server.maxConnections = CONNECTIONS_MOST
  }

  async listen(): Promise<void> {
    // One of an earlier start may just be ending.
    for (const until = performance.now() + FORMER_ENDS_MS; await answers(this.#short.path); await pause(POLL_MS))
      if (performance.now() > until) throw new Error(`a signer runs at ${this.#path} already`)
    rmSync(this.#path, { force: true })
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(this.#short.path, () => resolve())
    })
    // Its folder says who may come here: the exchange's group.
    chmodSync(this.#path, 0o660)
  }

  unlock(signer: Signer): void {
    this.#signer = signer
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#short.close()
    await this.#signer?.close()
  }

  #take(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('error', (error) => this.#say(`a connection ended: ${error.message}`))
    const greeted = greetExchange(socket, this.#keys, (text) => {
      // The greeting is over before a message can be opened. What is no request at all ends the connection, and nothing else.
      Promise.all([greeted, this.#answer(text)]).then(
        ([channel, answer]) => channel.send(answer),
        (error: Error) => socket.destroy(error),
      )
    })
    greeted.catch((error: Error) => this.#say(`somebody who is not the exchange was turned away: ${error.message}`))
  }

  async #answer(source: string): Promise<string> {
    const asked = readJson(source, request, 'request')
    try {
      return toText({ id: asked.id, answer: await this.#do(asked) })
    } catch (error) {
      const { message } = error as Error
      this.#say(`${asked.ask} failed: ${message}`)
      return toText({ id: asked.id, error: message })
    }
  }

  async #do(asked: Request): Promise<unknown> {
    const signer = this.#signer
    if (asked.ask === 'status') {
      const isApart = asked.uid !== null && process.getuid !== undefined && process.getuid() !== asked.uid
      return { ...(signer === undefined ? NO_STATUS : await signer.status()), isApart }
    }
    if (asked.ask === 'sign') return signer === undefined ? LOCKED : await this.#sign(signer, asked.intent, asked.signature)
    if (signer === undefined) throw new Error('the signer waits for its unlock secret')
    if (asked.ask === 'publicAccount') return await signer.publicAccount(asked.on, asked.purpose, asked.first, asked.count)
    return await signer.signText(asked.on, asked.purpose, asked.addressId, asked.text)
  }

  async #sign(signer: Signer, source: string, signature: string): Promise<SignResult> {
    if (!isSignedBy(source, signature, this.#keys.other)) return { refused: 'badIntent', text: 'not signed by the exchange' }
    try {
      return await signer.sign(readIntent(source))
    } catch (error) {
      if (error instanceof BadShape) return { refused: 'badIntent', text: error.message }
      throw error
    }
  }
}

async function answers(path: string): Promise<boolean> {
  const socket = createConnection({ path })
  return (await new Promise((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).finally(() => socket.destroy())) as boolean
}

/** @param path of the socket. @param say takes lines for the operator. @throws Error when another signer listens there */
export async function openHost(path: string, keys: ChannelKeys, say: (line: string) => void): Promise<SignerHost> {
  const host = new Host(path, keys, say)
  await host.listen()
  return host
}
