/** What a row of a scenario can do: the verbs of every command. Those that name an order by its label are the runner's own. */

import type { Command, FeeDirection } from '../src/command.ts'
import type { AccountKind } from '../src/event.ts'
import { asAssetId, asInstrumentId, asUserId, type OrderId, type UserId } from '../src/ids/id.ts'
import { parseDecimal } from '../src/money/decimal.ts'
import type { CommandByKind } from '../src/schema/commands.ts'
import { type Ignored, ignored } from '../src/schema/handlers.ts'
import type { State } from '../src/state.ts'
import { lots, price as priceIn } from './cells.ts'
import { START_MS } from './exchange-driver.ts'
import { CONTRACT_AMEND_VERBS, CONTRACT_STATUS_VERBS, PERP_VERBS } from './perp-verbs.ts'
import { PRODUCT_VERBS } from './product-verbs.ts'
import { WALLET_VERBS } from './wallet-verbs.ts'

/** A quote that a scenario made: all of a command that accepts it but who does. */
export type Quote = Omit<CommandByKind['acceptQuote'], 'kind' | 'userId'>

export interface Row {
  readonly state: State
  readonly userId: UserId
  readonly inviterId: UserId
  /** Time of the row, and of the scenario's first one. */
  readonly now: number
  readonly start: number
  readonly cell: (column: string) => string
  readonly quote: (label: string) => Quote
  readonly userNamed: (name: string) => UserId
  /** Sequence of the entry that a label stands for. */
  readonly seqOf: (label: string) => number
  readonly orderNamed: (label: string) => OrderId
}

type Verb<Made> = (row: Row) => Made
const ADMIN = { actor: 'ops', why: 'test' } as const
const PAIR = asInstrumentId(1)
const LABELS = ignored('names its order by a label: see the runner')
const OPENING = ignored('part of how a scenario opens')

/** Minor units of an amount with 8 decimals; one unit where none is named. */
function amountOf(text: string): bigint {
  const amount = text === '' ? 1n : parseDecimal(text, 8)
  if (typeof amount === 'string') throw new RangeError(`${text}: ${amount}`)
  return amount
}

const status = (to: 'halt' | 'trading' | 'cancelOnly') => () =>
  ({ kind: 'setInstrumentStatus', instrumentId: PAIR, status: to, ...ADMIN }) as const
const account =
  (to: 'frozen' | 'disabled' | 'active') =>
  ({ userId }: Row) =>
    ({ kind: 'setUserStatus', userId, status: to, ...ADMIN }) as const

const VERBS_OF: { readonly [Kind in Command['kind']]: Readonly<Record<string, Verb<CommandByKind[Kind]>>> | Ignored } = {
  placeOrder: LABELS,
  cancelOrder: LABELS,
  amendOrder: CONTRACT_AMEND_VERBS,
  amendOrders: {
    // Orders as `label@price*quantity`, either may be left out.
    amendMany: ({ userId, cell, orderNamed }) => ({
      kind: 'amendOrders',
      userId,
      instrumentId: asInstrumentId(Number(cell('pair') || PAIR)),
      orders: cell('label')
        .split(' ')
        .filter((row) => row !== '')
        .map((row) => {
          const [, label = '', price = '', quantity = ''] = /^([^@*]+)(?:@([\d.]+))?(?:\*([\d.]+))?$/.exec(row) ?? []
          const named = { orderId: orderNamed(label), clientOrderId: '' }
          return { ...named, price: priceIn(price), quantity: lots(quantity), triggerPrice: 0 }
        }),
    }),
  },
  tick: { tick: () => ({ kind: 'tick' }) },
  cancelAllOrders: {
    cancelAll: ({ userId, cell }) => ({ kind: 'cancelAllOrders', userId, instrumentId: asInstrumentId(Number(cell('pair') || '0')) }),
  },
  setCancelAllTimer: {
    timer: ({ userId, cell }) => ({
      kind: 'setCancelAllTimer',
      userId,
      instrumentId: asInstrumentId(Number(cell('pair') || '0')),
      timeoutMs: Number(cell('quantity')),
    }),
  },
  transferBetweenAccounts: {
    transfer: ({ userId, cell }) => ({
      kind: 'transferBetweenAccounts',
      userId,
      from: cell('from') as AccountKind,
      to: cell('to') as AccountKind,
      assetId: asAssetId(Number(cell('asset'))),
      amount: amountOf(cell('amount')),
    }),
  },
  registerUser: { register: ({ cell }) => ({ kind: 'registerUser', accountKey: cell('who'), document: {}, role: 'customer' }) },
  creditUser: {
    credit: ({ userId, cell }) => ({
      kind: 'creditUser',
      userId,
      assetId: asAssetId(Number(cell('asset'))),
      amount: amountOf(cell('amount')),
      cause: 'airdrop',
      reference: '',
    }),
  },
  reverseCredit: {
    reverse: ({ userId, cell }) => ({
      kind: 'reverseCredit',
      userId,
      assetId: asAssetId(Number(cell('asset'))),
      amount: amountOf(cell('amount')),
      cause: 'airdrop',
      reference: '',
      ...ADMIN,
    }),
  },
  setUserStatus: { freeze: account('frozen'), disable: account('disabled'), activate: account('active') },
  setUserTerms: {
    stopTrading: ({ userId }) => ({ kind: 'setUserTerms', userId, tradingEnabled: false }),
    payFeeInAsset: ({ userId }) => ({ kind: 'setUserTerms', userId, payFeeInFeeAsset: true }),
  },
  setInviter: { inviteBy: ({ userId, inviterId }) => ({ kind: 'setInviter', userId, inviterId }) },
  setPerson: {
    onePerson: ({ userId, userNamed, cell }) => ({ kind: 'setPerson', userId, withUserId: userNamed(cell('with')), ...ADMIN }),
    ownPerson: ({ userId }) => ({ kind: 'setPerson', userId, withUserId: asUserId(0), ...ADMIN }),
  },
  setCommission: { commission: ({ cell }) => ({ kind: 'setCommission', rateE8: Number(cell('rate')), ...ADMIN }) },
  setFeeDirection: {
    feeDirection: ({ cell }) => ({ kind: 'setFeeDirection', direction: cell('label') as FeeDirection, ...ADMIN }),
  },
  setInstrumentStatus: {
    halt: status('halt'),
    trading: status('trading'),
    cancelOnly: status('cancelOnly'),
    ...CONTRACT_STATUS_VERBS,
  },
  defineAsset: OPENING,
  defineInstrument: OPENING,
  setFeeSchedule: OPENING,
  setEngineVersion: OPENING,
  changeInstrument: ignored('its rule has a test of its own: no scenario needs it'),
  saveDocument: {
    protect: (row) => {
      const document = { collection: 'security', id: 'account', document: {}, actor: 'user' } as const
      return { kind: 'saveDocument', userId: row.userId, ...document, boundUntil: START_MS + Number(row.cell('says')) }
    },
  },
  changeAccountKeys: ignored('its rule has a test of its own: no order depends on it'),
  ...PRODUCT_VERBS,
  ...WALLET_VERBS,
  ...PERP_VERBS,
}

const isVerbs = <Made>(entry: Readonly<Record<string, Verb<Made>>> | Ignored): entry is Readonly<Record<string, Verb<Made>>> =>
  typeof entry.ignored !== 'string'

export const VERBS: ReadonlyMap<string, Verb<Command>> = new Map(
  Object.values(VERBS_OF).flatMap((entry: Readonly<Record<string, Verb<Command>>> | Ignored) =>
    isVerbs(entry) ? Object.entries(entry) : [],
  ),
)
