/** Who cancels, or sets the timer that does, may mean every contract: the engine's word for that, beside 0 for every pair. */
import { asInstrumentId } from '@agio/engine/ids/id.ts'

export const ALL_CONTRACTS = asInstrumentId(-1)
