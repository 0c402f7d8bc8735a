/** What a contract is and where its prices stand. */
import { ContractRow } from '../../generated/views.ts'
import type { ContractTerms, InstrumentStatus, InstrumentTerms } from '../command.ts'
import { asInstrumentId, type InstrumentId, type PriceTicks, type QuantityLots } from '../ids/id.ts'
import type { Instrument } from '../market/instrument.ts'
import { instrumentAt, type State } from '../state.ts'

export interface ContractView {
  readonly instrumentId: InstrumentId
  readonly terms: InstrumentTerms
  readonly contract: ContractTerms
  readonly status: InstrumentStatus
  readonly lastPrice: PriceTicks
  /** 0 = there never was one, as of the index. */
  readonly mark: PriceTicks
  readonly index: PriceTicks
  /** 1e-12 of what it is priced in. */
  readonly indexFine: bigint
  /** No index: no opening, no liquidation. */
  readonly isShut: boolean
  /** Since when that is so, or was last. */
  readonly shutAt: number
  /** It was settled at its last index, or is being settled: nobody trades it again. */
  readonly isSettled: boolean
  /** 1e-12: settled last, and what would be settled now. */
  readonly fundingRate: bigint
  readonly estimate: bigint
  readonly nextFunding: number
  /** Contracts of all longs. */
  readonly openInterest: QuantityLots
}

// As constants of this file: the compiler knows them, and loads what is imported each time anew.
const InContract = ContractRow

/** A contract; undefined for an id that is not one's. */
export function contractOf(state: State, instrumentId: InstrumentId): ContractView | undefined {
  const instrument = instrumentAt(state, instrumentId)
  return instrument === undefined ? undefined : viewOf(state, instrument)
}

/** All contracts, by their ids. */
export const contractsOf = (state: State): readonly ContractView[] =>
  state.instruments.flatMap((instrument) => {
    const view = viewOf(state, instrument)
    return view === undefined ? [] : [view]
  })

/** Nobody trades it again, whatever an operator says. */
export const isSettled = ({ contracts }: State, { contractRow }: Instrument): boolean =>
  contractRow !== 0 && InContract.isSettled(contracts.view, contractRow)

function viewOf(state: State, instrument: Instrument): ContractView | undefined {
  const { contract, terms, contractRow: row } = instrument
  if (contract === undefined) return undefined
  const { view } = state.contracts
  return {
    instrumentId: asInstrumentId(instrument.instrumentId),
    terms,
    contract,
    status: instrument.status,
    lastPrice: instrument.lastPrice,
    mark: InContract.mark(view, row),
    index: InContract.index(view, row),
    indexFine: InContract.indexFine(view, row),
    isShut: InContract.isShut(view, row),
    shutAt: InContract.shutAt(view, row),
    isSettled: isSettled(state, instrument),
    fundingRate: InContract.fundingRate(view, row),
    estimate: state.kernel.fundingEstimate(row),
    nextFunding: InContract.nextFunding(view, row),
    openInterest: InContract.openInterest(view, row),
  }
}
