/** Sources of the index prices: what they say, how they are, and how much each counts. */
import { indexOf, indexTermsOf, sourcesOf } from '@agio/engine/index/read-index.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { assetsOf } from '@agio/engine/read.ts'
import { INDEX_SCALE } from '@agio/engine/schema/index-price.ts'
import { weightsOf } from '../../index/terms.ts'
import { type OperatorTenant, operatorCommand, refuse, submitted } from '../operator-command.ts'
import { contractNamed, lineOf } from './contract-text.ts'

type Asset = ReturnType<typeof assetsOf>[number]

const priceText = (price: bigint): string => (price === 0n ? '-' : formatDecimal(price, INDEX_SCALE))
const WEIGHT = /^(\d|[1-9]\d|100)$/

/** @throws Refusal */
function coinOf({ exchange }: OperatorTenant, symbol: string): Asset {
  return assetsOf(exchange.state).find((asset) => asset.symbol === symbol) ?? refuse(`there is no coin ${symbol}`)
}

function coinLines({ exchange }: OperatorTenant, { assetId, symbol }: Asset): string[] {
  const { price, live } = indexOf(exchange.state, assetId)
  if (price === 0n) return []
  const now = exchange.now()
  const words = sourcesOf(exchange.state, assetId).filter((source) => source.price > 0n)
  return [
    `${symbol.padEnd(8)} ${priceText(price)}  ${live === 0 ? 'frozen' : `of ${live}`}`,
    ...words.map((source) => {
      const age = source.state === 'pinned' ? '' : `  ${Math.round((now - source.at) / 1000)} s old`
      const weight = source.weight === 1 ? '' : `  weight ${source.weight}`
      return `         ${source.name}  ${source.state}  ${priceText(source.price)}${age}${weight}`
    }),
  ]
}

function healthLines({ index }: OperatorTenant): string[] {
  return index.health.map(({ name, faults, silentBecause }) => {
    const counts = [...faults].map(([reason, count]) => `${reason} ${count}`).join(', ')
    return `${name}: ${silentBecause === undefined ? 'speaks' : `silent (${silentBecause})`}${counts === '' ? '' : `; since the start ${counts}`}`
  })
}

export const indexSources = operatorCommand({
  name: 'index sources',
  summary: 'Shows the sources of the index prices, how they are, and what each says of the coins.',
  arguments: {},
  options: { coin: 'such as BTC; default all', contract: 'such as E-BTC-USDT: the coins that its index is made of' },
  needsReason: false,
  async run({ tenant, given }) {
    if (given.coin !== undefined && given.contract !== undefined) refuse('a coin or a contract, not both')
    const view = given.contract === undefined ? undefined : contractNamed(tenant, given.contract)
    const all = assetsOf(tenant.exchange.state)
    const coins =
      view === undefined
        ? given.coin === undefined
          ? all
          : [coinOf(tenant, given.coin)]
        : all.filter(({ assetId }) => assetId === view.terms.baseAssetId || assetId === view.terms.quoteAssetId)
    const own = view === undefined ? [] : [lineOf(view)]
    const lines = [...own, ...healthLines(tenant), ...coins.flatMap((coin) => coinLines(tenant, coin))]
    return lines.length === 0 ? 'there are no sources: see AGIO_INDEX_SOURCES' : lines.join('\n')
  },
})

export const indexWeight = operatorCommand({
  name: 'index weight',
  summary: 'Sets how much a source counts in the index of a coin; every source counts 1 until then.',
  arguments: { coin: 'such as BTC', source: 'its name: see index sources', weight: '0 to 100; 0 leaves it out' },
  options: {},
  needsReason: true,
  async run(call) {
    const { tenant, given, actor, why } = call
    const { state } = tenant.exchange
    const { assetId, symbol } = coinOf(tenant, given.coin)
    const { unitAssetId, sources, freshMs, capE8 } = indexTermsOf(state)
    const position = sources.indexOf(given.source)
    if (position < 0 || unitAssetId === 0) refuse(`there is no source ${given.source}; there are ${sources.join(', ') || 'none'}`)
    if (!WEIGHT.test(given.weight)) refuse('weight: a whole number from 0 to 100')
    const own = sourcesOf(state, assetId).map(({ weight }, number) => (number === position ? Number(given.weight) : weight))
    const weights = [...weightsOf(state).filter((each) => each.assetId !== assetId), { assetId, weights: own }]
    const { seq } = await submitted(call, { kind: 'setIndexTerms', unitAssetId, sources, freshMs, capE8, weights, actor, why })
    return `${given.source} counts ${given.weight} in the index of ${symbol}, entry ${seq}`
  },
})
