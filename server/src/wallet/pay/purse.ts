/**
 * What an address can pay from now on, on account-based chains: its coins in blocks less all that is on its way, its next
 * free nonce, and how many more may wait for a block. One allocator per address and network: it lives for a round, and rounds follow one another.
 */
import { ChainFault, type FeeQuote, type Payment, type Slot } from '@agio/chain/port.ts'
import type { NetworkChain } from '../parts.ts'
import type { BookedPayment } from './payment-book.ts'
import type { Payer } from './plan-json.ts'

/** The chain's own coin among tokens. */
const OWN = ''

export type Need = ReadonlyMap<string, bigint>

/** What payments and their fee take, by token. */
export function needOf(payments: readonly Payment[], feeMost: bigint): Need {
  const need = new Map<string, bigint>()
  for (const { token, amount } of payments) need.set(token ?? OWN, (need.get(token ?? OWN) ?? 0n) + amount)
  need.set(OWN, (need.get(OWN) ?? 0n) + feeMost)
  return need
}

export const feeOf = ({ stored, signed }: BookedPayment): FeeQuote | undefined => signed.at(-1)?.fee ?? stored?.plan.fee

export class Purse {
  readonly payer: Payer
  readonly #slot: Slot
  readonly #taken: Set<number>
  /** Undefined where the chain does not tell: the node says it when it is sent. */
  readonly #left: Map<string, bigint> | undefined
  #room: number

  constructor(payer: Payer, slot: Slot, taken: ReadonlySet<number>, left: Map<string, bigint> | undefined, room: number) {
    this.payer = payer
    this.#slot = slot
    this.#taken = new Set(taken)
    this.#left = left
    this.#room = room
  }

  get room(): number {
    return this.#room
  }

  /** Units of the chain that nothing under way takes. */
  leftOf(token: string | null): bigint {
    return this.#left?.get(token ?? OWN) ?? 0n
  }

  /** Of the kind that its transactions have: what one costs does not hang on which. */
  get trialSlot(): Slot {
    return this.#slot
  }

  /** What it lacks; undefined when it has it all. */
  lacks(need: Need): 'noFunds' | 'noGas' | undefined {
    if (this.#left === undefined) return undefined
    for (const [token, amount] of need)
      if (amount > (this.#left.get(token) ?? 0n)) return token === OWN && need.size > 1 ? 'noGas' : 'noFunds'
    return undefined
  }

  take(need: Need): void {
    this.#room -= 1
    this.#move(need, -1n)
  }

  /** What was taken is not needed after all. */
  give(need: Need): void {
    this.#room += 1
    this.#move(need, 1n)
  }

  /** The lowest nonce that nothing uses, so that a gap is filled first; or the blockhash. */
  slot(): Slot {
    if (this.#slot.kind !== 'nonce') return this.#slot
    let { nonce } = this.#slot
    while (this.#taken.has(nonce)) nonce += 1
    this.#taken.add(nonce)
    return { ...this.#slot, nonce }
  }

  #move(need: Need, sign: bigint): void {
    for (const [token, amount] of need) this.#left?.set(token, (this.#left.get(token) ?? 0n) + sign * amount)
  }
}

export interface PursesQuestion {
  readonly port: NetworkChain
  readonly payers: readonly Payer[]
  readonly under: readonly BookedPayment[]
  readonly tokens: ReadonlySet<string | null>
  readonly most: number
  /** First nonce of an address that no payment in a block has, as far as blocks are booked. */
  spentBelow(address: string): number
}

/**
 * Of addresses that have room.
 * @throws ChainFault where the node is behind what is booked: what it counts was signed for and spent already
 */
export async function openPurses({ port, payers, under, tokens, most, spentBelow }: PursesQuestion): Promise<readonly Purse[]> {
  const roomy = payers.flatMap((payer) => {
    const own = under.filter(({ stored }) => fromOf(stored?.plan.slot) === payer.address)
    return own.length < most ? [{ payer, own }] : []
  })
  // Slots before balances: what a block takes between the two questions counts twice then, and not never.
  const slots = await Promise.all(roomy.map(({ payer }) => port.nextSlot(payer.address)))
  for (const slot of slots) {
    if (slot?.kind !== 'nonce' || slot.nonce >= spentBelow(slot.from)) continue
    throw new ChainFault(
      'disagreement',
      `the node counts ${slot.nonce} transactions of ${slot.from}, and ${spentBelow(slot.from)} are in blocks`,
    )
  }
  const asked = [...new Set([null, ...tokens])]
  const balances = await balancesOf(
    port,
    roomy.map(({ payer }) => payer.address),
    asked,
  )
  return roomy.flatMap(({ payer, own }, index) => {
    const slot = slots[index] ?? null
    if (slot === null) return []
    const nonces = new Set<number>()
    const left = balances && new Map(asked.map((token, place) => [token ?? OWN, balances[index * asked.length + place] ?? 0n]))
    for (const payment of own) {
      const used = payment.stored?.plan.slot
      if (used?.kind === 'nonce') nonces.add(used.nonce)
      // What has a nonce below the chain's count is in a block already, whoever has not read that yet.
      const isIn = used?.kind === 'nonce' && slot.kind === 'nonce' && used.nonce < slot.nonce
      if (left !== undefined && !isIn) for (const [token, amount] of needUnder(payment)) left.set(token, (left.get(token) ?? 0n) - amount)
    }
    return [new Purse(payer, slot, nonces, left, most - own.length)]
  })
}

export const fromOf = (slot: Slot | undefined): string | undefined => (slot === undefined || slot.kind === 'coins' ? undefined : slot.from)

/** A version with a higher fee takes more in proportion, rounded up. */
function needUnder(payment: BookedPayment): Need {
  const { stored } = payment
  if (stored === undefined) return new Map()
  const { fee, payments } = stored.plan
  const { rate } = feeOf(payment) ?? fee
  const feeMost = fee.rate === 0n || rate === fee.rate ? stored.feeMost : (stored.feeMost * rate + fee.rate - 1n) / fee.rate
  return needOf(payments, feeMost)
}

async function balancesOf(
  port: NetworkChain,
  addresses: readonly string[],
  tokens: readonly (string | null)[],
): Promise<readonly bigint[] | undefined> {
  const questions = addresses.flatMap((address) => tokens.map((token) => ({ address, token })))
  try {
    return await port.holdings(questions, await port.head())
  } catch (error) {
    if (error instanceof ChainFault && error.why === 'notSupported') return undefined
    throw error
  }
}
