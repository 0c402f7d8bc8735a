/** Contracts in the life of the time-lapse: listed some weeks before its end, traded from then on, and handed over to the living market. */
import type { UserId } from '@agio/engine/ids/id.ts'
import type { State } from '@agio/engine/state.ts'
import type { DemoCommand, DemoExchange, DemoMarket } from '../accounts.ts'
import type { Happening } from '../products/happenings.ts'
import { ContractLapse } from './contract-lapse.ts'
import { type ContractMarket, type ContractWorld, openContractMarket } from './contract-market.ts'
import { waitingContractCommands } from './customer-contracts.ts'
import { contractLadders } from './live-contracts.ts'

const DAY = 86_400_000
/** Before the end of the lapse: ninety settlements of funding. */
const LISTED_DAYS = 30

export interface ContractsOfLapse {
  readonly market: DemoMarket
  readonly customer: UserId
  readonly endAt: number
  readonly seed: number
}

export class LapsedContracts {
  readonly #of: ContractsOfLapse
  #market: ContractMarket | undefined
  #lapse: ContractLapse | undefined

  constructor(of: ContractsOfLapse) {
    this.#of = of
  }

  /** Lists them, once. */
  get listing(): Happening {
    const { market, endAt } = this.#of
    return {
      at: endAt - LISTED_DAYS * DAY,
      run: async (moment) => {
        this.#market = await openContractMarket(moment.state, (command) => moment.does(command), market.assetIds)
      },
    }
  }

  /** What trades them at a step; undefined before they were listed. */
  at(step: number, paths: Pick<ContractWorld, 'moments' | 'priceOf'>): ContractLapse | undefined {
    const { customer, seed } = this.#of
    if (this.#market !== undefined) this.#lapse ??= new ContractLapse({ market: this.#market, customer, seed, ...paths }, step)
    return this.#lapse
  }

  /** The quotes of the lapse go: few, and large. */
  leaving(): DemoCommand[] {
    const contracts = this.#market?.contracts ?? []
    return contracts.flatMap(({ instrumentId, makers }) =>
      makers.map((userId) => ({ kind: 'cancelAllOrders', userId, instrumentId }) as const),
    )
  }

  /** What stands when the page is first seen: whole ladders. */
  ladders(exchange: DemoExchange): DemoCommand[] {
    return this.#market === undefined ? [] : contractLadders({ exchange, market: this.#market, seed: this.#of.seed })
  }

  /** What the customer has waiting then. */
  waiting(state: State): DemoCommand[] {
    const { customer, endAt } = this.#of
    return this.#market === undefined ? [] : waitingContractCommands(state, this.#market, customer, endAt)
  }
}
