/**
 * Public accounts of the tenant's seed, from which addresses follow. The signer gives each out once; it stands in the journal from then on,
 * so that addresses are made, shown and watched while the signer is away, and so that a signer with another seed is noticed.
 */
import { ACCOUNT_OF_PLACE, type KeyPurpose, type SignerPort } from '@agio/chain/signer/protocol.ts'
import type { PublicAccount } from '@agio/chain/signing-port.ts'
import type { JsonObject } from '@agio/engine/command.ts'
import { readEvents } from '@agio/engine/event-buffer.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import * as z from 'zod/mini'
import type { Log } from '../../core/log.ts'
import type { ReadModels } from '../../projections/port.ts'
import { readWhenWhole } from '../../projections/thread/whenever-reached.ts'
import type { KnownNetwork, NetworkBook } from '../network-book.ts'
import type { WalletExchange } from '../parts.ts'

const COLLECTION = 'walletKeys'
const TENANT = asUserId(0)
const SAVED = new Set(['documentSaved'] as const)
const PURPOSES = Object.keys(ACCOUNT_OF_PLACE) as readonly KeyPurpose[]
/** Addresses that are made ahead at a time, where a kind of chain has no public derivation. */
const RUN = 256
const RETRY_MS = 2000

const keyDocument = z.union([
  z.object({ form: z.literal('xpub'), xpub: z.string() }),
  z.object({ form: z.literal('addresses'), first: z.int(), addresses: z.array(z.string()) }),
])

export interface PublicKeysParts {
  readonly tenantId: string
  readonly exchange: WalletExchange
  readonly models: Pick<ReadModels, 'reached' | 'documents'>
  readonly book: NetworkBook
  readonly signer: SignerPort | undefined
  readonly log: Log
}

/** Where a document stands: `60/hot/0`. Runs begin at multiples of their length; an account that needs none is the run that begins at 0. */
const nameOf = (family: number, purpose: KeyPurpose, first: number): string => `${family}/${purpose}/${first}`
const runOf = (index: number): number => index - (index % RUN)

function isSame(one: PublicAccount, other: PublicAccount): boolean {
  if (one.form === 'xpub' || other.form === 'xpub')
    return one.form === other.form && one.form === 'xpub' && 'xpub' in other && one.xpub === other.xpub
  return one.first === other.first && one.addresses.join() === other.addresses.join()
}

export class PublicKeys {
  /** Resolves when what stands in the journal is known. */
  readonly ready: Promise<void>
  readonly #parts: PublicKeysParts
  readonly #accounts = new Map<string, PublicAccount>()
  /** Names of accounts that the signer said again since the start. */
  readonly #compared = new Set<string>()
  readonly #faults = new Map<number, string>()
  readonly #wantedRuns = new Set<string>()
  #lastFault = ''
  readonly #listeners = new Set<() => void>()
  readonly #leave: (() => unknown)[] = []
  #isLeading = false
  #isStopped = false
  #asking: Promise<void> = Promise.resolve()
  #retry: NodeJS.Timeout | undefined

  constructor(parts: PublicKeysParts) {
    this.#parts = parts
    const { exchange, book } = parts
    this.#leave.push(
      exchange.onDurable(({ events, hasDocuments }) => {
        if (hasDocuments) this.#see(events)
      }),
    )
    this.ready = this.#load()
    this.#leave.push(
      book.onChange(() => this.#ask()),
      exchange.leadership.join({ begin: () => this.#begin(), end: () => this.#end() }),
    )
  }

  /** Undefined while the signer did not give it. A run that is missing is asked for. */
  accountOf(family: number, purpose: KeyPurpose, index: number): PublicAccount | undefined {
    const whole = this.#accounts.get(nameOf(family, purpose, 0))
    if (whole === undefined || whole.form === 'xpub' || index < RUN) return whole
    const name = nameOf(family, purpose, runOf(index))
    const run = this.#accounts.get(name)
    if (run === undefined && !this.#wantedRuns.has(name)) {
      this.#wantedRuns.add(name)
      this.#ask()
    }
    return run
  }

  /** Why nothing may be paid: the signer has another key than addresses were made of. */
  faultOf(family: number): string | undefined {
    return this.#faults.get(family)
  }

  /** Told after an account became known. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#leave.map((leave) => leave()))
  }

  #begin(): void {
    this.#isLeading = true
    this.#ask()
  }

  async #end(): Promise<void> {
    this.#isLeading = false
    clearTimeout(this.#retry)
    await this.#asking
  }

  async #load(): Promise<void> {
    const { models, exchange, log, tenantId } = this.#parts
    const onTrouble = (error: unknown): void => log.warn('public keys cannot be read yet', { tenant: tenantId, error: String(error) })
    await readWhenWhole({ models, seq: exchange.durableSeq, isStopped: () => this.#isStopped, onTrouble }, async () => {
      for (const { id, document } of await models.documents(TENANT, COLLECTION)) this.#take(id, document)
      this.#tell()
      this.#ask()
    })
  }

  #see(events: Uint8Array): void {
    let isChanged = false
    for (const { event } of readEvents(events, SAVED)) {
      if (event.kind !== 'documentSaved' || event.userId !== TENANT || event.collection !== COLLECTION) continue
      if (event.document !== null) this.#take(event.id, event.document)
      isChanged = true
    }
    if (isChanged) this.#tell()
  }

  /** The first of a name counts: addresses were given out by it. */
  #take(name: string, document: JsonObject): void {
    const parsed = z.safeParse(keyDocument, document)
    if (parsed.success && !this.#accounts.has(name)) this.#accounts.set(name, parsed.data)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Asks the signer for what is missing and compares what is there, one after the other; what fails is tried again later. */
  #ask(): void {
    const { signer } = this.#parts
    if (signer === undefined || !this.#isLeading || this.#isStopped) return
    this.#asking = this.#asking.then(async () => {
      await this.ready
      const isDone = await this.#askAll(signer)
      if (isDone || !this.#isLeading || this.#isStopped) return
      clearTimeout(this.#retry)
      this.#retry = setTimeout(() => this.#ask(), RETRY_MS).unref()
    })
  }

  async #askAll(signer: SignerPort): Promise<boolean> {
    const families = new Map(this.#parts.book.networks().map((network) => [network.family, network]))
    let isDone = true
    for (const [family, network] of families)
      for (const purpose of PURPOSES) {
        const wanted = [...this.#wantedRuns].filter((name) => name.startsWith(`${family}/${purpose}/`))
        for (const name of [nameOf(family, purpose, 0), ...wanted]) {
          if (this.#compared.has(name) || !this.#isLeading) continue
          isDone = (await this.#askOne(signer, network, purpose, name)) && isDone
        }
      }
    return isDone
  }

  async #askOne(signer: SignerPort, { networkId, family, document }: KnownNetwork, purpose: KeyPurpose, name: string): Promise<boolean> {
    const { exchange, log, tenantId } = this.#parts
    try {
      const on = { tenant: tenantId, network: networkId, settings: document.adapter }
      const said = await signer.publicAccount(on, purpose, Number(name.split('/')[2]), RUN)
      const known = this.#accounts.get(name)
      if (known === undefined) {
        const saved = { kind: 'saveDocument', userId: TENANT, collection: COLLECTION, id: name, actor: 'signer' } as const
        await exchange.submit({ ...saved, document: said as unknown as JsonObject })
      } else if (!isSame(known, said)) {
        this.#faults.set(family, `the signer's key for ${name} is another one than addresses were made of`)
        log.error('the signer has another seed than this wallet', { tenant: tenantId, key: name })
      }
      this.#compared.add(name)
      return true
    } catch (error) {
      const fault = String(error)
      if (fault !== this.#lastFault) log.warn('the signer did not say a public key', { tenant: tenantId, key: name, error: fault })
      this.#lastFault = fault
      return false
    }
  }
}
