/** Plans payments on UTXO chains: confirmed coins of all hot addresses that nothing under way spends. */
import type { ChooseCoins } from '@agio/chain/adapters.ts'
import type { Coin } from '@agio/chain/port.ts'
import { type Draft, draftOf, type PassedOver, type Payable, type Planned, passedOf, type Round } from './draft.ts'
import type { BookedPayment } from './payment-book.ts'
import type { Payer } from './plan-json.ts'
import { type Waiting, waiting } from './waiting.ts'

const nameOf = ({ tx, output }: Coin): string => `${tx}:${output}`

/** Coins that payments under way spend. */
export function spentCoins(under: readonly BookedPayment[]): ReadonlySet<string> {
  return new Set(
    under.flatMap(({ stored }) => {
      const slot = stored?.plan.slot
      return slot?.kind === 'coins' ? slot.coins.map(nameOf) : []
    }),
  )
}

/** Confirmed coins of addresses that nothing under way spends. */
export async function freeCoins({ port, under }: Pick<Round, 'port' | 'under'>, payers: readonly Payer[]): Promise<readonly Coin[]> {
  const spent = spentCoins(under)
  const coins = await port.coins(payers.map(({ address }) => address))
  return coins.filter((coin) => coin.height !== null && !spent.has(nameOf(coin)))
}

export async function planCoins(round: Round, groups: readonly (readonly Payable[])[], choose: ChooseCoins): Promise<Planned> {
  const { hot } = round
  let coins = await freeCoins(round, hot)
  const waitingOf = new Map(hot.map(({ address }) => [address, unconfirmedOf(round.under, address)]))
  const drafts: Draft[] = []
  const passed: PassedOver[] = []
  const left = [...groups]
  for (let group = left.shift(); group !== undefined; group = left.shift()) {
    const change = hot.filter(({ address }) => (waitingOf.get(address) ?? 0) < round.most).sort(fewest(waitingOf))[0]
    if (change === undefined) break
    const made = await draft(round, group, coins, change, choose)
    if ('why' in made) {
      const told = passedOf(group, made)
      passed.push(told)
      if (told.withdrawals.length < group.length) left.unshift(group.slice(told.withdrawals.length))
      continue
    }
    if (made.withdrawals.length < group.length) left.unshift(group.slice(made.withdrawals.length))
    drafts.push(made)
    waitingOf.set(change.address, (waitingOf.get(change.address) ?? 0) + 1)
    const { slot } = made.stored.plan
    const used = new Set(slot.kind === 'coins' ? slot.coins.map(nameOf) : [])
    coins = coins.filter((coin) => !used.has(nameOf(coin)))
  }
  return { drafts, passed }
}

/** A payment counts for the address that its change goes to. */
export const unconfirmedOf = (under: readonly BookedPayment[], address: string): number =>
  under.filter(({ stored }) => stored?.plan.slot.kind === 'coins' && stored.plan.slot.change === address).length

const fewest =
  (counts: ReadonlyMap<string, number>) =>
  (one: Payer, other: Payer): number =>
    (counts.get(one.address) ?? 0) - (counts.get(other.address) ?? 0)

/** Of a group that the coins do not cover its first ones. */
async function draft(
  round: Round,
  group: readonly Payable[],
  coins: readonly Coin[],
  change: Payer,
  choose: ChooseCoins,
): Promise<Draft | Waiting> {
  for (let size = group.length; size > 0; size = Math.floor(size / 2)) {
    const part = group.slice(0, size)
    const payments = part.map(({ payment }) => payment)
    try {
      const chosen = choose({ coins, payments, rate: round.fee.rate, change: change.address })
      if (chosen === null) continue
      const slot = { kind: 'coins', coins: chosen, change: change.address } as const
      const plan = { payments, slot, fee: round.fee, work: 0n }
      const { feeMost } = await round.port.build(plan)
      const owners = new Set(chosen.map(({ address }) => address))
      return draftOf(part, { plan, payers: round.hot.filter(({ address }) => owners.has(address)), change: [change], feeMost })
    } catch (error) {
      if (error instanceof RangeError) return waiting('cannotBuild', error.message)
      throw error
    }
  }
  return waiting('noFunds', 'the confirmed coins of hot addresses do not cover it')
}
