/** Areas of the product, their rooms, and the browser tests that meet their rules. */

export interface Area {
  readonly name: string
  /** Rules in the sample. */
  readonly share: number
  /** Beginnings of file paths. The draw takes rooms in turn, so that large rooms leave space for small ones. */
  readonly rooms: readonly (readonly string[])[]
  /** Browser tests, by parts of their paths. */
  readonly browser: readonly string[]
}

const HTTP = 'server/src/http'

export const AREAS: readonly Area[] = [
  {
    name: 'money',
    share: 9,
    rooms: [
      ['engine/kernel/ledger/', 'engine/kernel/money/'],
      ['engine/kernel/spot/', 'engine/kernel/market/fee-schedule.ts'],
      ['engine/src/money/', 'engine/src/ledger/', 'engine/src/spot/'],
      [`${HTTP}/routes/wallet/transfers.ts`, `${HTTP}/trading/coins.ts`, `${HTTP}/trading/range.ts`],
    ],
    browser: ['web/e2e/money/assets', 'web/e2e/terminal/orders'],
  },
  {
    name: 'orders',
    share: 9,
    rooms: [
      ['engine/kernel/orders/'],
      ['engine/kernel/book/', 'engine/kernel/market/', 'engine/kernel/user/', 'engine/kernel/due/'],
      [`${HTTP}/trading/order-`, `${HTTP}/trading/amend`, `${HTTP}/trading/preview.ts`, `${HTTP}/routes/spot/`],
    ],
    browser: ['web/e2e/terminal/'],
  },
  {
    name: 'perp',
    share: 9,
    rooms: [
      ['engine/kernel/perp/orders/'],
      ['engine/kernel/perp/risk/', 'engine/kernel/perp/mark/'],
      ['engine/kernel/perp/'],
      ['engine/src/perp/', 'server/src/contract/', `${HTTP}/routes/futures/`, `${HTTP}/trading/contract-`],
    ],
    browser: ['web/e2e/contracts/'],
  },
  {
    name: 'earn and convert',
    share: 9,
    rooms: [
      ['engine/kernel/earn/'],
      ['engine/kernel/convert/', 'engine/kernel/index/'],
      ['engine/src/earn/', 'engine/src/convert/', 'engine/src/index/'],
      ['server/src/earn/', 'server/src/convert/', `${HTTP}/routes/earn/`, `${HTTP}/routes/convert/`],
    ],
    browser: ['web/e2e/money/earn', 'web/e2e/money/convert'],
  },
  {
    name: 'wallet',
    share: 8,
    rooms: [['engine/kernel/wallet/', 'engine/src/wallet/'], ['server/src/wallet/', `${HTTP}/routes/wallet/`], ['chain/src/']],
    browser: ['web/e2e/money/wallet'],
  },
  {
    name: 'journal',
    share: 8,
    rooms: [['server/src/journal/'], ['server/src/sequencer/']],
    browser: ['web/e2e/terminal/orders'],
  },
  {
    name: 'doors',
    share: 8,
    rooms: [[`${HTTP}/calls/`, `${HTTP}/door/`, `${HTTP}/guard/`], ['server/src/auth/'], ['server/src/limits/', `${HTTP}/`]],
    browser: ['web/e2e/account/', 'web/e2e/shell/shell'],
  },
]

/** Product code of an area. Played chains and customers are no product. */
export function isDrawnFrom(file: string): boolean {
  if (!file.endsWith('.ts') || /\.(test|d)\.ts$|\/testing\/|^chain\/src\/(suite|node|simulated)\/|\/routes\/dev\.ts$/.test(file))
    return false
  return AREAS.some(({ rooms }) => rooms.flat().some((path) => file.startsWith(path)))
}
