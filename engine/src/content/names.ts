/** What rows are called by what they are, whatever place they have: a handle's value is the name of what it leads to. */
import { asHandle, type Handle } from '../memory/handle.ts'
import type { State } from '../state.ts'
import { type Name, quoted, wordsOf } from './row.ts'

const TRAIL_WORDS = ['', 'Mark', 'Index'].flatMap((by) =>
  ['Share', 'Distance'].flatMap((way) => [`highest${by}${way}`, `lowest${by}${way}`]),
)
const LADDER_WORDS = ['bids', 'asks', 'rising', 'falling', 'markRising', 'markFalling', 'indexRising', 'indexFalling', ...TRAIL_WORDS]

export class Names {
  readonly #state: State
  /** Orders by their label. */
  readonly #labelled = new Map<Handle<'label'>, Handle<'order'>>()

  constructor(state: State) {
    this.#state = state
    for (const order of state.orders.live()) {
      const { label } = state.orders.at(order)
      if (label !== 0) this.#labelled.set(label, order)
    }
  }

  /** Name of the row that a handle leads to, '' = none. @throws RangeError for a row that has no name of its own */
  readonly of = (row: string, handle: number): string => {
    if (handle === 0) return ''
    const name = this.#names[row]
    if (name === undefined) throw new RangeError(`a row of ${row} has no name`)
    return name(handle)
  }

  /** By the names of tables: a description says of which table a handle is. */
  readonly #names: Readonly<Record<string, (handle: number) => string>> = {
    order: (handle) => wordsOf(this.order(asHandle(handle))),
    level: (handle) => wordsOf(this.level(asHandle(handle))),
    account: (handle) => wordsOf(this.account(asHandle(handle))),
    desk: (handle) => wordsOf(this.desk(asHandle(handle))),
    user: (handle) => `user ${wordsOf(this.user(asHandle(handle)))}`,
    volume: (handle) => this.of('user', this.#state.volumes.at(asHandle(handle)).user),
    earnOrder: (handle) => wordsOf(this.earnOrder(asHandle(handle))),
    product: (handle) => wordsOf([this.#state.products.at(asHandle(handle)).id]),
    earnRate: (handle) => wordsOf([this.#state.earnRates.numberOf(asHandle(handle))]),
    network: (handle) => wordsOf([this.#state.networks.at(asHandle(handle)).id]),
    listing: (handle) => wordsOf([this.#state.listings.at(asHandle(handle)).id]),
    address: (handle) => wordsOf([this.#state.addresses.numberOf(asHandle(handle))]),
    wallet: (handle) => this.of('user', this.#state.wallets.at(asHandle(handle)).user),
    deposit: (handle) => wordsOf([this.#state.deposits.at(asHandle(handle)).id]),
    crowd: (handle) => wordsOf([this.#state.crowds.at(asHandle(handle)).id]),
    withdrawal: (handle) => wordsOf([this.#state.withdrawals.at(asHandle(handle)).id]),
    payment: (handle) => wordsOf([this.#state.payments.at(asHandle(handle)).id]),
    contract: (handle) => wordsOf([this.#state.contracts.at(asHandle(handle)).instrument]),
    trader: (handle) => this.of('user', this.#state.traders.at(asHandle(handle)).user),
    cross: (handle) => this.of('account', this.#state.crosses.at(asHandle(handle)).account),
    seat: (handle) => this.of('desk', this.#state.seats.at(asHandle(handle)).desk),
    position: (handle) => wordsOf([this.#state.positions.at(asHandle(handle)).id]),
    fund: (handle) => wordsOf([this.#state.funds.at(asHandle(handle)).asset]),
    key: (handle) => (this.isKey(asHandle(handle)) ? wordsOf(this.key(asHandle(handle))) : ''),
  }

  order(handle: Handle<'order'>): Name {
    return [this.#state.orders.at(handle).id]
  }

  earnOrder(handle: Handle<'earnOrder'>): Name {
    return [this.#state.earnOrders.at(handle).id]
  }

  /** Pair, ladder, price in ticks. */
  level(handle: Handle<'level'>): Name {
    const { book, price } = this.#state.levels.at(handle)
    // as `bookOf` of the kernel
    const which = (book & 3) | ((book >>> 16) << 2)
    return [(book & 0xffff) >>> 2, LADDER_WORDS[which] ?? '', price]
  }

  /** Owner, asset, and the kind where it is another than spot. */
  account(handle: Handle<'account'>): Name {
    const { asset, kind, owner } = this.#state.accounts.at(handle)
    return kind === 'spot' ? [owner, asset] : [owner, asset, kind]
  }

  /** User, pair. */
  desk(handle: Handle<'desk'>): Name {
    const { instrument, userId } = this.#state.desks.at(handle)
    return [userId, instrument]
  }

  /** Id; 0 is the tenant itself. */
  user(handle: Handle<'user'>): Name {
    return [this.#state.users.at(handle).id]
  }

  /** User, caller, text, and how many keys the user had had before: a text that was used again has more rows than one. */
  key(handle: Handle<'key'>): Name {
    const key = this.#state.keys.at(handle)
    const [user = 0] = this.user(key.user)
    return [user, key.caller, quoted(key.text(key.length)), key.index]
  }

  /** A free row has none. */
  isKey(handle: Handle<'key'>): boolean {
    return this.#state.keys.at(handle).length !== 0
  }

  /** The order that lives under a key by this label, '' = none does: a key is not told when its order ends. */
  labelOfKey(key: Handle<'key'>): string {
    const { label } = this.#state.keys.at(key)
    if (label === 0 || this.#state.labels.at(label).key !== key) return ''
    const order = this.#labelled.get(label)
    return order === undefined ? '' : wordsOf(this.order(order))
  }
}
