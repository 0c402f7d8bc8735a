/** The stock that conversions are served from. */
import { inventoryOf } from '@agio/engine/convert/read-convert.ts'
import { indexValueOf } from '@agio/engine/index/read-index.ts'
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { assetsOf } from '@agio/engine/read.ts'
import { operatorCommand, refuse, submitted } from '../operator-command.ts'
import { changeDocument, coinOf, presentDocument } from './convert.ts'

const VALUE_SCALE = 8

export const inventoryShow = operatorCommand({
  name: 'inventory show',
  summary: 'Shows what is in stock of each coin, what it is worth, and its limits.',
  arguments: {},
  options: {},
  needsReason: false,
  async run({ tenant }) {
    const { state } = tenant.exchange
    const { coins = {} } = presentDocument(tenant)
    const rows = assetsOf(state).map(({ assetId, symbol, scale }) => {
      const amount = inventoryOf(state, assetId)
      const { least = '-', target = '-', most = '-' } = coins[symbol] ?? {}
      const worth = formatDecimal(indexValueOf(state, assetId, amount), VALUE_SCALE)
      return `${symbol.padEnd(10)} ${formatDecimal(amount, scale)}  worth ${worth} USDT  least ${least} target ${target} most ${most}`
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
  summary: 'Sets what there should be of a coin: the desk hedges what is beyond, and the spread leans back towards the target.',
  arguments: { coin: 'such as BTC' },
  options: { least: 'whole coins', target: 'whole coins', most: 'whole coins' },
  needsReason: true,
  async run(call) {
    const { tenant, given } = call
    const { symbol, scale } = coinOf(tenant, given.coin)
    const { least, target, most } = given
    const asked = Object.entries({ least, target, most }).filter((entry): entry is [string, string] => entry[1] !== undefined)
    if (asked.length === 0) refuse('inventory limit: nothing to set; see help inventory limit')
    const seq = await changeDocument(call, (document) => {
      const own = { ...document.coins?.[symbol], ...Object.fromEntries(asked) }
      const figures = [own.least, own.target, own.most].map((text) => (text === undefined ? undefined : parseDecimal(text, scale)))
      const known = figures.filter((figure) => figure !== undefined)
      if (known.some((figure) => typeof figure === 'string')) refuse(`coins, at most ${scale} decimals`)
      if (known.some((figure, index) => index > 0 && figure < (known[index - 1] ?? 0n))) refuse('least, target and most have to rise')
      return { ...document, coins: { ...document.coins, [symbol]: own } }
    })
    return `inventory limit ${symbol}: done, entry ${seq}`
  },
})
