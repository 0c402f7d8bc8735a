/** Rows at fixed places: where one stands says whose it is. */
import { describe, f64, i64, row, u32 } from './field.ts'

export const FEE_LEVEL = describe(
  'feeLevel',
  { volumeMin: i64('amount'), takerRate: i64('rate'), makerRate: i64('rate') },
  { about: 'A fee level, by its number.' },
)

export const CLOSED_ORDER = describe(
  'closedOrder',
  { round: u32('count', 'Which of the orders that share the place, from 1; 0 = none yet.'), end: u32('bits', 'owner × 16 + status') },
  { about: 'How one of the last orders ended: see `orders/closed.ts` of the kernel.' },
)

/** Cells of lists. */
export const ENTRANT = describe(
  'entrant',
  { order: row('order'), id: f64('id', 'Whether the row still is that order.') },
  { about: 'An order that waits to enter.' },
)

export const DESK_CELL = describe('deskCell', { desk: row('desk') }, { about: 'A desk in a list.', prefix: 'DESK_CELL' })
