/** Moves coins of a house of tests the shortest way: begun, signed and sent at once. */
import type { AddressId, PaymentId } from '@agio/engine/ids/id.ts'
import { addressAt } from '@agio/engine/wallet/read-wallet.ts'
import type { Move, MoveResult, Mover } from '../move.ts'
import type { ChainHouse } from './chain-house.ts'

export class HouseMover implements Mover {
  readonly #house: ChainHouse
  readonly moves: Move[] = []
  /** Addresses of movements by their payments. */
  readonly ends = new Map<PaymentId, readonly AddressId[]>()
  /** While set, nothing is begun. */
  refusal: Exclude<MoveResult, { readonly paymentId: unknown }> | undefined

  constructor(house: ChainHouse) {
    this.#house = house
  }

  async move(move: Move): Promise<MoveResult> {
    if (this.refusal !== undefined) return this.refusal
    const { listingId, from, to } = move
    const [payer] = from.addressIds
    if (payer === undefined) throw new Error('nobody pays')
    const amount = move.amount === 'all' ? await this.#all(move, payer) : move.amount
    const house = this.#house
    const payment = await house.begin({ listingId, payer, to: house.text(to.addressId), amount, place: to.place })
    house.sign(payment, payer)
    await house.send(payment)
    this.moves.push(move)
    this.ends.set(payment.paymentId, [...from.addressIds, to.addressId])
    return { paymentId: payment.paymentId, amount }
  }

  async #all({ listingId, to }: Move, payer: AddressId): Promise<bigint> {
    const house = this.#house
    const { port } = house.world
    const [address, token] = [house.text(payer), house.tokenOf(listingId)]
    const [units = 0n] = await port.holdings([{ address, token }], await port.head())
    if (token !== null) return house.split(listingId, units).amount
    const payment = { to: house.text(to.addressId), tag: null, token, amount: units / 2n }
    const slot = await port.nextSlot(address)
    if (slot === null || addressAt(house.state, payer) === undefined) throw new Error('no sender')
    const { feeMost } = port.build({ payments: [payment], slot, fee: await port.fee(1), work: await port.work(address, payment) })
    return house.split(listingId, units - feeMost).amount
  }
}
