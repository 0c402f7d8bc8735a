/**
 * Operations about contracts that this product's kernel answers. It keeps whole minor units and ticks, so an answer is the rule's own, with
 * all decimals, as long as the kernel's is that one rounded; where they differ by more the kernel's is told, and the vector fails.
 */
import { ASKED_OF_KERNEL } from './contract-operations.ts'
import { CONTRACT_RULES } from './contract-rules.ts'
import { compare, type Exact, exact, format, magnitude, multiply, subtract, Unfit, whole } from './exact.ts'
import { differences } from './expected.ts'

type Input = Readonly<Record<string, unknown>>
type Name = keyof typeof CONTRACT_RULES

interface Bounds {
  /** By how much rounding may move a figure. */
  readonly step: string
  /** Leaves out what other rules of this product bound. */
  readonly takes?: (input: Input, answer: Input) => boolean
}

const UNITS = '0.00000002'
const TICK = '0.001'
const product = (...values: readonly unknown[]): Exact => values.map(exact).reduce(multiply)
const isAtLeast = (value: Exact, other: unknown): boolean => compare(value, exact(other)) >= 0
const sign = (value: unknown): number => compare(exact(value), whole(0))

/** The value reaches the bracket whose rate is asked about: the kernel goes by the one below otherwise. */
const isInBracket = (value: Exact, step: Exact, deduction: unknown): boolean =>
  sign(format(step)) > 0 && isAtLeast(multiply(value, step), deduction)

const isWithin = (value: unknown, most: string): boolean => compare(magnitude(exact(value)), exact(most)) <= 0

/** A rate that interest alone makes, paid within the interval, and prices no further apart than the books that the kernel is given. */
const isOurMark = (input: Input, { price1, price2 }: Input): boolean =>
  isWithin(input.lastFundingRate, '0.0005') &&
  sign(input.hoursToFunding) > 0 &&
  isAtLeast(exact(input.intervalHours), input.hoursToFunding) &&
  [price1, price2].every((price) => isWithin(format(subtract(exact(price), exact(input.index))), '900'))

const BOUNDS: Readonly<Record<Name, Bounds>> = {
  'perp.avgEntry.linear': { step: UNITS },
  'perp.upnl.linear': { step: UNITS },
  'perp.orderCost.linear': { step: TICK },
  'perp.bankruptcy.linear': { step: TICK },
  'perp.bankruptcy.round': { step: '0', takes: ({ tick }) => sign(tick) > 0 },
  'perp.mm.tiered': { step: UNITS },
  'perp.mm.flat': {
    step: UNITS,
    takes: ({ positionValue, mmr, deduction }) => isInBracket(exact(positionValue), subtract(exact(mmr), exact('0.01')), deduction),
  },
  'perp.mm.contracts': { step: UNITS },
  'perp.mm.amountStep': { step: UNITS },
  // between the need at entry, which is told, and that at the mark, by which the kernel liquidates, the two say different things
  'perp.isolated.state': {
    step: UNITS,
    takes: ({ qty, price, mmr }, { remaining, liquidate }) => isAtLeast(product(qty, price, mmr), remaining) === liquidate,
  },
  // a price of 0 or less is none
  'perp.liq.linear.binance': {
    step: '0.0002',
    takes: ({ qty, mmr, cum }, { liqPrice }) => sign(liqPrice) > 0 && isInBracket(product(qty, liqPrice), product(mmr, '0.5'), cum),
  },
  'perp.funding.rate8h': { step: '0.000000000001', takes: (_, { rate }) => isWithin(rate, '0.01') },
  'perp.mark.binanceMedian': { step: '0.1', takes: isOurMark },
  'perp.engine.position': { step: UNITS },
  'perp.trailing.trigger': { step: '1' },
  'perp.trailing.trigger.abs': { step: '1' },
}

/** What the kernel makes of it, or undefined where it does not take the figures. */
function kernelAnswer(name: Name, input: Input, answer: Input): Input | undefined {
  try {
    return BOUNDS[name].takes?.(input, answer) === false ? undefined : ASKED_OF_KERNEL[name](input)
  } catch (error) {
    if (error instanceof Unfit) return undefined
    throw error
  }
}

function answerOf(name: Name, input: Input): Input {
  const answer = CONTRACT_RULES[name](input)
  const asked = kernelAnswer(name, input, answer)
  return asked === undefined || differences(answer, asked, BOUNDS[name].step).length === 0 ? answer : asked
}

const NAMES = Object.keys(CONTRACT_RULES) as Name[]

export const contractOperations: Readonly<Record<string, (input: Input) => Input>> = Object.fromEntries(
  NAMES.map((name) => [name, (input: Input): Input => answerOf(name, input)]),
)

/** Is it an operation of these whose figures the kernel does not take? */
export function isBeyondKernel(input: Input): boolean {
  const name = NAMES.find((each) => each === input.op)
  return name !== undefined && kernelAnswer(name, input, CONTRACT_RULES[name](input)) === undefined
}
