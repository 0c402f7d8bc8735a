/** Areas of the product, their rooms, and the tests behind the engine's own that meet a rule of the kernel. */

export interface Area {
  readonly name: string
  /** Rules in the sample. */
  readonly share: number
  /** Beginnings of file paths. The draw takes rooms in turn, so that large rooms leave space for small ones. */
  readonly rooms: readonly (readonly string[])[]
  /** Names of scenario files that meet rules of the area first. */
  readonly scenarios: RegExp
  /** Tests of server and simulator, by the beginnings of their paths. */
  readonly tests: readonly string[]
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
    scenarios: /^(transfer|debt|holds|commission|money-attacks|fixture|lock|persons)/,
    tests: ['sim/src/simulation.test.ts', 'sim/src/attack/spot/', `${HTTP}/routes/wallet/transfers`, `${HTTP}/routes/spot/`],
  },
  {
    name: 'orders',
    share: 9,
    rooms: [
      ['engine/kernel/orders/'],
      ['engine/kernel/book/', 'engine/kernel/market/', 'engine/kernel/user/', 'engine/kernel/due/'],
      [`${HTTP}/trading/order-`, `${HTTP}/trading/amend`, `${HTTP}/trading/preview.ts`, `${HTTP}/routes/spot/`],
    ],
    scenarios: /^(matching|checks|conditional|amend|auction|sequences|holds|reasons|contract-orders|persons)/,
    tests: ['sim/src/simulation.test.ts', 'sim/src/auctions', 'sim/src/attack/spot/', `${HTTP}/routes/spot/`, `${HTTP}/trading/`],
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
    scenarios: /^contract-/,
    tests: ['sim/src/contracts', 'sim/src/attack/attack.test.ts', `${HTTP}/routes/futures/`, 'server/src/contract/'],
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
    scenarios: /^(earn|convert|index)/,
    tests: ['sim/src/products', 'sim/src/attack/savings/', 'sim/src/attack/convert/', `${HTTP}/routes/earn/`, `${HTTP}/routes/convert/`],
  },
  {
    name: 'wallet',
    share: 8,
    rooms: [['engine/kernel/wallet/', 'engine/src/wallet/'], ['server/src/wallet/', `${HTTP}/routes/wallet/`], ['chain/src/']],
    scenarios: /^(deposit|withdrawal|lock|debt)/,
    tests: ['sim/src/wallet', 'sim/src/attack/wallet/', 'server/src/wallet/', `${HTTP}/routes/wallet/`],
  },
  {
    name: 'journal',
    share: 8,
    rooms: [['server/src/journal/'], ['server/src/sequencer/']],
    scenarios: /^$/,
    tests: [],
  },
  {
    name: 'doors',
    share: 8,
    rooms: [[`${HTTP}/calls/`, `${HTTP}/door/`, `${HTTP}/guard/`], ['server/src/auth/'], ['server/src/limits/', `${HTTP}/`]],
    scenarios: /^$/,
    tests: [],
  },
]

/** Product code of an area. Played chains and customers are no product. */
export function isDrawnFrom(file: string): boolean {
  if (!file.endsWith('.ts') || /\.(test|d)\.ts$|\/testing\/|^chain\/src\/(suite|node|simulated)\/|\/routes\/dev\.ts$/.test(file))
    return false
  return AREAS.some(({ rooms }) => rooms.flat().some((path) => file.startsWith(path)))
}
