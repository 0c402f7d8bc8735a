/** Goes on with the pair that works and has its turn. */
import { makeSure } from '../events/out'
import { knownInstrument } from '../market/instrument'
import { settleTouched } from '../perp/after'
import { openSome } from '../orders/auction'
import { drainEntrants, enterSome } from '../orders/entrants'
import { endTurn } from '../orders/works'
import { state } from '../../generated/rows'
import { WORK_ENTERING } from '../constants/work'

/** Does as much as the slice is for, and gives the turn to the next pair. */
export function runWork(): void {
  const instrument = knownInstrument(state.worksFirst)
  makeSure()
  if (instrument.work != WORK_ENTERING) openSome(instrument)
  drainEntrants()
  if (instrument.work == WORK_ENTERING) enterSome(instrument)
  settleTouched()
  drainEntrants()
  if (instrument.work != 0) endTurn(instrument)
}
