/** Plans payments on account-based chains: each hot address pays what it can, the one with the most room first. */
import { ChainFault, type Payment, type Plan } from '@agio/chain/port.ts'
import { type Draft, draftOf, type PassedOver, type Payable, type Planned, passedOf, type Round } from './draft.ts'
import { needOf, openPurses, type Purse } from './purse.ts'
import { type Waiting, waiting } from './waiting.ts'

/** Gas of a withdrawal at most, unless the network's document says: several times what wallets of contracts and usual tokens take. */
const GAS_MOST = { coin: 100_000, token: 300_000 } as const
const NO_BOUND = 2n ** 256n

interface Assigned {
  readonly group: readonly Payable[]
  readonly purse: Purse
  readonly payments: readonly Payment[]
}

export async function planAccounts(round: Round, groups: readonly (readonly Payable[])[]): Promise<Planned> {
  const { port, hot, under, most, spentBelow } = round
  const tokens = new Set(groups.flat().map(({ payment }) => payment.token))
  const purses = await openPurses({ port, payers: hot, under, tokens, most, spentBelow })
  const passed: PassedOver[] = []
  const assigned: Assigned[] = []
  const left = [...groups]
  for (let group = left.shift(); group !== undefined && purses.some(({ room }) => room > 0); group = left.shift()) {
    const found = assign(group, purses)
    const told = 'why' in found ? passedOf(group, found) : undefined
    if (told !== undefined) passed.push(told)
    else if (!('why' in found)) assigned.push(found)
    const done = told?.withdrawals.length ?? assigned.at(-1)?.group.length ?? group.length
    if (done < group.length) left.unshift(group.slice(done))
  }
  // Asked together: a node answers one such question in milliseconds.
  const costs = await Promise.all(assigned.map((one) => costOf(round, one)))
  const drafts: Draft[] = []
  for (const [index, one] of assigned.entries()) {
    const cost = costs[index]
    const made = cost === undefined ? waiting('cannotBuild', 'it has no cost') : draft(round, one, cost, drafts)
    if ('why' in made) passed.push({ withdrawals: one.group.map(({ queued }) => queued), waiting: made })
    else drafts.push(made)
  }
  return { drafts, passed }
}

/** The address with the most room among those that have what the group needs; of a group that none has enough for its first ones. */
function assign(group: readonly Payable[], purses: readonly Purse[]): Assigned | Waiting {
  const roomy = purses.filter(({ room }) => room > 0).sort((one, other) => other.room - one.room)
  for (let size = group.length; size > 0; size = Math.floor(size / 2)) {
    const part = group.slice(0, size)
    const payments = part.map(({ payment }) => payment)
    const need = needOf(payments, 0n)
    const purse = roomy.find((candidate) => candidate.lacks(need) === undefined)
    if (purse === undefined) continue
    purse.take(need)
    return { group: part, purse, payments }
  }
  return waiting('noFunds', 'no hot address has enough')
}

interface Cost {
  readonly work: bigint
  readonly feeMost: bigint
}

/** What a transaction of them takes; what waits where the node says that they would fail, or where none can be made of them. */
async function costOf(round: Round, { payments, purse }: Assigned): Promise<Cost | Waiting> {
  const { port, fee } = round
  try {
    const works = await Promise.all(payments.map((payment) => port.work(purse.payer.address, payment)))
    const dear = payments.findIndex((payment, index) => (works[index] ?? 0n) > workMost(round, payment))
    const one = payments[dear]
    if (one !== undefined) return waiting('cannotBuild', `it takes ${works[dear]} gas, and at most ${workMost(round, one)} are paid for`)
    const work = works.reduce((sum, one) => sum + one, 0n)
    const { feeMost } = await port.build({ payments, slot: purse.trialSlot, fee, work })
    return { work, feeMost }
  } catch (error) {
    if (error instanceof RangeError) return waiting('cannotBuild', error.message)
    if (!(error instanceof ChainFault)) throw error
    // A receiver decides what a node says of a payment to it, and how long it takes to say it: only a node that tells nothing else either
    // is away, and all wait for it.
    if (error.why === 'unreachable') await port.head()
    return waiting('cannotBuild', error.message)
  }
}

/** Without a bound where the chain's work is no gas that a receiver has a say in. */
function workMost({ network: { document } }: Round, { token }: Payment): bigint {
  const most = document.workMost ?? (document.adapter.kind === 'evm' ? GAS_MOST : undefined)
  return most === undefined ? NO_BOUND : BigInt(token === null ? most.coin : most.token)
}

function draft(round: Round, { group, purse, payments }: Assigned, cost: Cost | Waiting, others: readonly Draft[]): Draft | Waiting {
  purse.give(needOf(payments, 0n))
  if ('why' in cost) return cost
  const { work, feeMost } = cost
  const need = needOf(payments, feeMost)
  const lack = purse.lacks(need)
  if (lack !== undefined) return waiting(lack, `${purse.payer.address} has not enough${lack === 'noGas' ? ' for the fee' : ''}`)
  purse.take(need)
  const slot = purse.slot()
  const plan = { payments, slot, fee: round.fee, work }
  const told = slot.kind === 'blockhash' ? { ...plan, work: distinctWork(round, plan, others) } : plan
  return draftOf(group, { plan: told, payers: [purse.payer], change: [], feeMost })
}

/** Two alike payments under one blockhash are one transaction: each gets another bound of work. */
function distinctWork({ under }: Round, plan: Plan, others: readonly Draft[]): bigint {
  const told = (one: Plan): string =>
    JSON.stringify([one.slot, one.payments, one.fee, one.work], (_key, value) => (typeof value === 'bigint' ? `${value}` : value))
  const taken = new Set([...under.flatMap(({ stored }) => stored?.plan ?? []), ...others.map(({ stored }) => stored.plan)].map(told))
  let { work } = plan
  while (taken.has(told({ ...plan, work }))) work += 1n
  return work
}
