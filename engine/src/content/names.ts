/** What rows are called by what they are, whatever place they have: a handle's value is the name of what it leads to. */
import * as layout from '../../generated/layout.ts'
import { ACCOUNT_KINDS, SPOT_ACCOUNT } from '../../generated/vocabularies.ts'
import { wordOf } from '../codec/code.ts'
import { readAscii } from '../codec/text.ts'
import type { State } from '../state.ts'
import { type Name, quoted, wordsOf } from './row.ts'

const TRAIL_WORDS = ['', 'Mark', 'Index'].flatMap((by) =>
  ['Share', 'Distance'].flatMap((way) => [`highest${by}${way}`, `lowest${by}${way}`]),
)
const LADDER_WORDS = ['bids', 'asks', 'rising', 'falling', 'markRising', 'markFalling', 'indexRising', 'indexFalling', ...TRAIL_WORDS]

export class Names {
  readonly #state: State
  /** Orders by their label. */
  readonly #labelled = new Map<number, number>()

  constructor(state: State) {
    this.#state = state
    const orders = state.orders.view
    for (const order of state.orders.live()) {
      const label = orders.getUint32(order + layout.ORDER_LABEL, true)
      if (label !== 0) this.#labelled.set(label, order)
    }
  }

  /** Name of the row that a handle leads to, '' = none. @throws RangeError for a row that has no name of its own */
  readonly of = (row: string, handle: number): string => {
    if (handle === 0) return ''
    switch (row) {
      case 'order':
        return wordsOf(this.order(handle))
      case 'level':
        return wordsOf(this.level(handle))
      case 'account':
        return wordsOf(this.account(handle))
      case 'desk':
        return wordsOf(this.desk(handle))
      case 'user':
        return `user ${wordsOf(this.user(handle))}`
      case 'volume':
        return this.of('user', this.#state.volumes.view.getUint32(handle + layout.VOLUME_USER, true))
      case 'earnOrder':
        return wordsOf(this.earnOrder(handle))
      case 'product':
        return wordsOf([this.#state.products.view.getInt32(handle + layout.PRODUCT_ID, true)])
      case 'earnRate':
        return wordsOf([handle / layout.EARN_RATE_BYTES])
      case 'network':
        return wordsOf([this.#state.networks.view.getInt32(handle + layout.NETWORK_ID, true)])
      case 'listing':
        return wordsOf([this.#state.listings.view.getInt32(handle + layout.LISTING_ID, true)])
      case 'address':
        return wordsOf([handle / layout.ADDRESS_BYTES])
      case 'wallet':
        return this.of('user', this.#state.wallets.view.getUint32(handle + layout.WALLET_USER, true))
      case 'deposit':
        return wordsOf([this.#state.deposits.view.getFloat64(handle + layout.DEPOSIT_ID, true)])
      case 'crowd':
        return wordsOf([this.#state.crowds.view.getFloat64(handle + layout.CROWD_ID, true)])
      case 'withdrawal':
        return wordsOf([this.#state.withdrawals.view.getFloat64(handle + layout.WITHDRAWAL_ID, true)])
      case 'payment':
        return wordsOf([this.#state.payments.view.getFloat64(handle + layout.PAYMENT_ID, true)])
      case 'contract':
        return wordsOf([this.#state.contracts.view.getInt32(handle + layout.CONTRACT_INSTRUMENT, true)])
      case 'trader':
        return this.of('user', this.#state.traders.view.getUint32(handle + layout.TRADER_USER, true))
      case 'cross':
        return this.of('account', this.#state.crosses.view.getUint32(handle + layout.CROSS_ACCOUNT, true))
      case 'seat':
        return this.of('desk', this.#state.seats.view.getUint32(handle + layout.SEAT_DESK, true))
      case 'position':
        return wordsOf([this.#state.positions.view.getFloat64(handle + layout.POSITION_ID, true)])
      case 'fund':
        return wordsOf([this.#state.funds.view.getInt32(handle + layout.FUND_ASSET, true)])
      case 'key':
        return this.isKey(handle) ? wordsOf(this.key(handle)) : ''
      default:
        throw new RangeError(`a row of ${row} has no name`)
    }
  }

  order(handle: number): Name {
    return [this.#state.orders.view.getFloat64(handle + layout.ORDER_ID, true)]
  }

  earnOrder(handle: number): Name {
    return [this.#state.earnOrders.view.getFloat64(handle + layout.EARN_ORDER_ID, true)]
  }

  /** Pair, ladder, price in ticks. */
  level(handle: number): Name {
    const { view } = this.#state.levels
    const book = view.getUint32(handle + layout.LEVEL_BOOK, true)
    // as `bookOf` of the kernel
    const which = (book & 3) | ((book >>> 16) << 2)
    return [(book & 0xffff) >>> 2, LADDER_WORDS[which] ?? '', view.getFloat64(handle + layout.LEVEL_PRICE, true)]
  }

  /** Owner, asset, and the kind where it is another than spot. */
  account(handle: number): Name {
    const { view } = this.#state.accounts
    const kind = view.getInt32(handle + layout.ACCOUNT_KIND, true)
    const name: Name = [view.getInt32(handle + layout.ACCOUNT_OWNER, true), view.getInt32(handle + layout.ACCOUNT_ASSET, true)]
    return kind === SPOT_ACCOUNT ? name : [...name, wordOf(ACCOUNT_KINDS, kind)]
  }

  /** User, pair. */
  desk(handle: number): Name {
    const { view } = this.#state.desks
    return [view.getInt32(handle + layout.DESK_USER_ID, true), view.getInt32(handle + layout.DESK_INSTRUMENT, true)]
  }

  /** Id; 0 is the tenant itself. */
  user(handle: number): Name {
    return [this.#state.users.view.getInt32(handle + layout.USER_ID, true)]
  }

  /** User, caller, text, and how many keys the user had had before: a text that was used again has more rows than one. */
  key(handle: number): Name {
    const { view } = this.#state.keys
    const text = readAscii(view, handle + layout.KEY_TEXT, view.getUint8(handle + layout.KEY_LENGTH))
    const caller = view.getUint16(handle + layout.KEY_CALLER, true)
    const [user = 0] = this.user(view.getUint32(handle + layout.KEY_USER, true))
    return [user, caller, quoted(text), view.getUint32(handle + layout.KEY_INDEX, true)]
  }

  /** A free row has none. */
  isKey(handle: number): boolean {
    return this.#state.keys.view.getUint8(handle + layout.KEY_LENGTH) !== 0
  }

  /** The order that lives under a key by this label, '' = none does: a key is not told when its order ends. */
  labelOfKey(key: number, label: number): string {
    if (label === 0 || this.#state.labels.view.getUint32(label + layout.LABEL_KEY, true) !== key) return ''
    const order = this.#labelled.get(label)
    return order === undefined ? '' : wordsOf(this.order(order))
  }
}
