/**
 * Compares ledger and chains every minute, and when somebody asks: the leader's work. A difference halts payments of that coin and
 * alarms; only an operator lets them go on. What is seen once is looked at again at another cut before anything is halted, so that a node
 * that erred once stops nobody's money.
 */
import { ChainFault } from '@agio/chain/port.ts'
import type { NetworkId } from '@agio/engine/ids/id.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import type { Duty } from '../../core/leadership.ts'
import type { Log } from '../../core/log.ts'
import { Turns } from '../../core/turns.ts'
import { type Exchange, Refused } from '../../sequencer/exchange.ts'
import type { KnownNetwork } from '../network-book.ts'
import { amountsText, discrepancyText, type Finding } from './compare.ts'
import { type Compared, type CompareParts, compareNetwork, isCompared, type NotCompared } from './compare-network.ts'
import { ledgerFaults } from './cut.ts'
import { differenceDocument, RECONCILIATIONS } from './documents.ts'
import { NotYet } from './not-yet.ts'
import type { UnseenCoins } from './unseen-coins.ts'

const EVERY_MS = 60_000
const FIRST_AFTER_MS = 10_000
/** Comparisons one after another while coins are found that no block showed. */
const BOOK_TRIES = 10

export interface Run {
  /** The exchange's clock, ms. */
  readonly at: number
  readonly networks: readonly (Compared | NotCompared)[]
}

export interface ReconcilerParts extends CompareParts {
  readonly tenantId: string
  readonly exchange: Pick<Exchange<'system'>, 'submit' | 'now'>
  networks(): readonly KnownNetwork[]
  /** Coins that no block showed. */
  readonly unseen: Pick<UnseenCoins, 'look' | 'book' | 'keep'>
  readonly log: Log
  /** After each run of the leader's own: the next one waits for it. */
  onRun?(run: Run): Promise<void>
}

export class Reconciler implements Duty {
  readonly #parts: ReconcilerParts
  #timer: NodeJS.Timeout | undefined
  #isOn = false
  #isEnded = false
  #last: Run | undefined
  readonly #turns = new Turns()
  /** What was told last of each listing and network, so that an alarm is raised when something changes. */
  readonly #told = new Map<string, string>()
  /** Why a network was not compared by the last run, '' = it was. */
  readonly #missed = new Map<NetworkId, string>()

  constructor(parts: ReconcilerParts) {
    const wait = (ms: number): Promise<void> => (this.#isEnded ? Promise.reject(new NotYet('it stops')) : parts.wait(ms))
    this.#parts = { ...parts, wait }
  }

  /** The last run that ended; undefined before the first. */
  get last(): Run | undefined {
    return this.#last
  }

  begin(): void {
    this.#isOn = true
    this.#isEnded = false
    this.#plan(FIRST_AFTER_MS)
  }

  async end(): Promise<void> {
    this.#isOn = false
    this.#isEnded = true
    clearTimeout(this.#timer)
    await this.#turns.rest()
  }

  /** Runs after those that are under way. @throws what is a defect */
  run(): Promise<Run> {
    return this.#turns.run(() => this.#run())
  }

  #plan(after: number): void {
    this.#timer = setTimeout(() => {
      const begunAt = this.#parts.steady()
      this.run()
        .then((run) => this.#after(run))
        .catch((error: unknown) => this.#parts.log.error('ledger and chains were not compared', { error: String(error) }))
        .finally(() => {
          if (this.#isOn) this.#plan(Math.max(0, EVERY_MS - (this.#parts.steady() - begunAt)))
        })
    }, after).unref()
  }

  /** What follows of a run is a part of the turn, so that it has ended when the duty has. */
  #after(run: Run): Promise<void> {
    const { onRun, log } = this.#parts
    return this.#turns.run(async () => {
      try {
        if (this.#isOn) await onRun?.(run)
      } catch (error) {
        log.warn('coins of the house were not moved', { error: String(error) })
      }
    })
  }

  async #run(): Promise<Run> {
    const at = this.#parts.exchange.now()
    // Once for all networks: it walks over every account.
    const faults = ledgerFaults(this.#parts.state)
    const networks = await Promise.all(this.#parts.networks().map((network) => this.#compare(network, faults)))
    this.#last = { at, networks }
    return this.#last
  }

  async #compare(network: KnownNetwork, faults: ReturnType<typeof ledgerFaults>): Promise<Compared | NotCompared> {
    const { document } = network
    await this.#parts.unseen.look(network)
    let result = await this.#booked(network, faults)
    if (isCompared(result) && result.findings.some(isWrong)) {
      this.#parts.log.warn('ledger and chain differ, looked at once more', {
        tenant: this.#parts.tenantId,
        blockchain: document.blockchain,
      })
      result = await this.#booked(network, ledgerFaults(this.#parts.state))
    }
    if (isCompared(result)) await this.#parts.unseen.keep(result)
    if (isCompared(result)) for (const finding of result.findings) await this.#judge(result, finding)
    // Right after a start nothing is followed yet: what lasts is told.
    const why = isCompared(result) ? '' : result.why
    const isNew = (this.#missed.get(network.networkId) ?? '') === ''
    this.#missed.set(network.networkId, why)
    this.#alarm(document.blockchain, isNew ? '' : why, (text) =>
      this.#parts.log.warn('ledger and chain were not compared', {
        tenant: this.#parts.tenantId,
        blockchain: document.blockchain,
        why: text,
      }),
    )
    return result
  }

  /** Compared, and once more when coins were found that no block showed: they are booked then, and wait for a person. */
  async #booked(network: KnownNetwork, faults: ReturnType<typeof ledgerFaults>): Promise<Compared | NotCompared> {
    const { unseen, state } = this.#parts
    for (let tried = 0; tried < BOOK_TRIES; tried += 1) {
      const result = await compareNetwork(this.#parts, network, tried === 0 ? faults : ledgerFaults(state))
      if (!isCompared(result)) return result
      try {
        if ((await unseen.book(result)) === 'nothing') return result
      } catch (error) {
        if (error instanceof NotYet) return { network, why: error.message }
        if (error instanceof ChainFault) return { network, why: `the node: ${error.message}` }
        if (error instanceof Refused) return { network, why: `the exchange takes nothing now: ${error.refusal}` }
        throw error
      }
    }
    return { network, why: 'coins came that no block showed, and the last block is not booked yet, or the next one came' }
  }

  async #judge(compared: Compared, finding: Finding): Promise<void> {
    const { listing, discrepancies } = finding
    const { blockchain } = compared.network.document
    const text = isWrong(finding) ? `${discrepancyText(discrepancies)}: ${amountsText(finding)}` : ''
    this.#alarm(`${blockchain} ${listing.listingId}`, text, (difference) =>
      this.#parts.log.error('ledger and chain differ: withdrawals are halted', {
        tenant: this.#parts.tenantId,
        blockchain,
        coin: listing.symbol,
        difference,
      }),
    )
    if (text !== '') await this.#halt(compared, finding, text)
  }

  /** The coin on all of its networks: what a customer was credited on one without the chain having it could leave by another. */
  async #halt(compared: Compared, finding: Finding, why: string): Promise<void> {
    const { exchange, state } = this.#parts
    const { assetId, symbol } = finding.listing
    const document = differenceDocument(compared, finding, exchange.now())
    const going = listingsOf(state).filter(({ terms, isHalted }) => terms.assetId === assetId && !isHalted)
    for (const { listingId } of going) {
      const note = { collection: RECONCILIATIONS, id: String(listingId), document } as const
      const { reason } = await exchange.submit({ kind: 'haltListing', listingId, isHalted: true, actor: 'system', why, note })
      if (reason !== 'none') throw new Error(`${symbol} was not halted: ${reason}`)
    }
  }

  /** Tells what is new; '' = all is well. */
  #alarm(of: string, text: string, tell: (text: string) => void): void {
    const before = this.#told.get(of) ?? ''
    this.#told.set(of, text)
    if (text !== '' && text !== before) tell(text)
  }
}

export const isWrong = ({ discrepancies }: Finding): boolean => discrepancies.length > 0
