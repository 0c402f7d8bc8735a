/** The stock that conversions are served from. */
import { inventoryOf, type StockState, stockStateOf } from '@agio/engine/convert/read-convert.ts'
import { indexValueOf } from '@agio/engine/index/read-index.ts'
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { assetsOf } from '@agio/engine/read.ts'
import { NO_AMOUNT } from '@agio/engine/schema/convert.ts'
import { operatorCommand, refuse, submitted } from '../operator-command.ts'
import { coinOf } from './convert.ts'

const VALUE_SCALE = 8

/** What conversion of a coin came to today, and what is the matter with it. */
function todayText({ result, spread, isClosedByLoss, beyond, beyondSince, pausedUntil }: StockState, at: number): string {
  const beyondText = beyond === 0 ? '' : `  ${beyond > 0 ? 'too much' : 'too little'} for ${Math.floor((at - beyondSince) / 1000)} s`
  const figures = `  today ${formatDecimal(result, VALUE_SCALE)} USDT, a hedge may cost ${formatDecimal(spread, VALUE_SCALE)}`
  return `${figures}${beyondText}${isClosedByLoss ? '  closed by its loss' : ''}${pausedUntil > at ? '  quotes pause' : ''}`
}

export const inventoryShow = operatorCommand({
  name: 'inventory show',
  summary: 'Shows what is in stock of each coin, what it is worth, and its limits.',
  arguments: {},
  options: {},
  needsReason: false,
  async run({ tenant }) {
    const { state } = tenant.exchange
    const rows = assetsOf(state).map(({ assetId, symbol, scale }) => {
      const stock = stockStateOf(state, assetId)
      const coins = (amount: bigint | undefined): string => (amount === undefined ? '-' : formatDecimal(amount, scale))
      const worth = formatDecimal(indexValueOf(state, assetId, stock.amount), VALUE_SCALE)
      const limits = `least ${coins(stock.least)} target ${coins(stock.target)}${stock.isTargetNamed ? '' : ' (put in)'} most ${coins(stock.most)}`
      const open = stock.most === undefined ? '  nothing bounds what customers bring' : ''
      return `${symbol.padEnd(10)} ${coins(stock.amount)}  worth ${worth} USDT  ${limits}${open}${todayText(stock, state.at)}`
    })
    return rows.join('\n')
  },
})

export const inventoryFund = operatorCommand({
  name: 'inventory fund',
  summary: 'Puts house money into the stock; an amount below zero takes it out.',
  arguments: { coin: 'such as BTC', amount: 'whole coins such as 2.5, or -2.5' },
  options: { reference: 'what stands beside it in the books' },
  needsReason: true,
  async run(call) {
    const { tenant, given, actor, why } = call
    const { assetId, symbol, scale } = coinOf(tenant, given.coin)
    const isOut = given.amount.startsWith('-')
    const size = parseDecimal(isOut ? given.amount.slice(1) : given.amount, scale)
    if (typeof size === 'string' || size === 0n) refuse(`amount: coins above or below zero, at most ${scale} decimals`)
    const amount = isOut ? -size : size
    const { seq } = await submitted(call, { kind: 'fundInventory', assetId, amount, reference: given.reference ?? 'operator', actor, why })
    return `inventory fund ${symbol} ${given.amount}: done, entry ${seq}; in stock ${formatDecimal(inventoryOf(tenant.exchange.state, assetId), scale)}`
  },
})

export const inventoryLimit = operatorCommand({
  name: 'inventory limit',
  summary:
    'Sets what there should be of a coin: the desk hedges what is beyond, the spread leans back towards the target, and at twice a limit that side closes.',
  arguments: { coin: 'such as BTC' },
  options: { least: 'whole coins, or none', target: 'whole coins, or none: what was put in', most: 'whole coins, or none' },
  needsReason: true,
  async run(call) {
    const { tenant, given, actor, why } = call
    const { assetId, symbol, scale } = coinOf(tenant, given.coin)
    if (given.least === undefined && given.target === undefined && given.most === undefined)
      refuse('inventory limit: nothing to set; see help inventory limit')
    const known = stockStateOf(tenant.exchange.state, assetId)
    const now = { least: known.least, target: known.isTargetNamed ? known.target : undefined, most: known.most }
    const amountOf = (name: keyof typeof now): bigint => {
      const text = given[name]
      if (text === undefined) return now[name] ?? NO_AMOUNT
      if (text === 'none') return NO_AMOUNT
      const amount = parseDecimal(text, scale)
      return typeof amount === 'string' ? refuse(`${name}: coins, at most ${scale} decimals, or none`) : amount
    }
    const terms = { least: amountOf('least'), target: amountOf('target'), most: amountOf('most') }
    const named = [terms.least, terms.target, terms.most].filter((amount) => amount !== NO_AMOUNT)
    if (named.some((amount, place) => place > 0 && amount < (named[place - 1] ?? 0n))) refuse('least, target and most have to rise')
    const { seq } = await submitted(call, { kind: 'setStockTerms', assetId, ...terms, actor, why })
    return `inventory limit ${symbol}: done, entry ${seq}`
  },
})
