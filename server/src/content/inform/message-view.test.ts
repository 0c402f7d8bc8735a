import { readdirSync } from 'node:fs'
import { asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import { fill } from '../../auth/mail/mail-texts.ts'
import type { ListedAsset, Listings } from '../../feeds/listings.ts'
import { MESSAGE_KINDS, type MessageKind } from '../../projections/messages/message-source.ts'
import type { MessageRow } from '../../projections/port.ts'
import { messageView } from './message-view.ts'

const LANGUAGES = readdirSync(new URL('./texts', import.meta.url)).map((name) => name.replace('.json', ''))
const BTC: ListedAsset = {
  ...{ assetId: asAssetId(2), symbol: 'BTC', scale: 8, fullName: 'Bitcoin', iconUrl: null, isStable: false, sort: 1, document: {} },
}
const CONTRACT = {
  symbol: 'E-BTC-USDT',
  base: BTC,
  quote: { ...BTC, symbol: 'USDT' },
  priceScale: 1,
  terms: { quantityScale: 3 },
  contract: { multiplier: 2 },
}
const listings = { assetFacts: () => BTC, contractFacts: () => CONTRACT } as unknown as Listings

const row = (kind: MessageKind, params: Readonly<Record<string, string>>): MessageRow => ({
  ...{ userId: asUserId(1), seq: 9, reference: -1, kind, type: MESSAGE_KINDS[kind], params, at: 0, isRead: false, order: undefined },
})

const KINDS = (Object.keys(MESSAGE_KINDS) as MessageKind[]).filter((kind) => /^(deposit|withdrawal)/.test(kind))

it('NOTE-011 [part] every message of the wallet is whole in every language, and leads to the row that it is about', () => {
  expect(KINDS).toHaveLength(13)
  const params = { amount: '150000000', arrived: '140000000', owed: '5', asset: '2', reason: 'No.', txId: '2812' }
  for (const language of LANGUAGES)
    for (const kind of KINDS) {
      const { titleTemplate, contentTemplate, params: filled, link } = messageView(row(kind, params), language, listings)
      const text = `${fill(titleTemplate, filled)} ${fill(contentTemplate, filled)}`
      expect(text, `${language} ${kind}`).toMatch(/1\.[45] BTC/)
      expect(text, `${language} ${kind}`).not.toMatch(/[{}]/)
      expect(link).toBe('/assets/spot/withdrawMoney?id=2812')
    }
  const english = messageView(row('depositOwed', { ...params, txId: '1831488' }), 'en_US', listings)
  expect(fill(english.contentTemplate, english.params)).toContain('0.00000005 BTC of it was no longer in your account')
  expect(english.link).toBe('/assets/spot/topUp?id=1831488')
  expect(messageView(row('depositCredited', { amount: '1', asset: '2' }), 'en_US', listings).link).toBe('/billDetails')
})

it('NOTE-011 [part] every message about a contract is whole in every language, with its figures in coins of the margin', () => {
  const ofContracts = (Object.keys(MESSAGE_KINDS) as MessageKind[]).filter((kind) => /^(position|funding)|[mM]arginWarning$/.test(kind))
  expect(ofContracts).toHaveLength(7)
  const params = { contract: '2', receipt: '91', quantity: '5', mark: '600001', fee: '150000000', amount: '150000000' }
  for (const language of LANGUAGES)
    for (const kind of ofContracts) {
      const margin = { maintenance: '300000000', equity: '350000000' }
      const given = kind === 'crossMarginWarning' ? { asset: '2', ...margin } : { ...params, ...margin }
      const { titleTemplate, contentTemplate, params: filled } = messageView(row(kind, given), language, listings)
      const text = `${fill(titleTemplate, filled)} ${fill(contentTemplate, filled)}`
      expect(text, `${language} ${kind}`).not.toMatch(/[{}]/)
      expect(text, `${language} ${kind}`).toMatch(kind === 'crossMarginWarning' ? /BTC/ : /(?<!E-)BTC-USDT/)
      if (kind.startsWith('position')) expect(text, `${language} ${kind}`).toMatch(/91/)
      if (kind.startsWith('funding')) expect(text, `${language} ${kind}`).toMatch(/1\.5 USDT/)
      if (/arning$/.test(kind)) expect(text, `${language} ${kind}`).toMatch(/3\.5/)
    }
  const liquidated = messageView(row('positionLiquidated', params), 'en_US', listings)
  expect(fill(liquidated.contentTemplate, liquidated.params)).toContain('at the mark price 60000.1: all of its 5 contracts')
  expect(liquidated.link).toBe('/contractOrder?receipt=91')
})

it('NOTE-011 [part] what a contract order came to is told in coins, and leads to the orders of contracts', () => {
  const params = { contract: '2', side: 'sell', executed: '7', value: '84000000000', fee: '42000000' }
  const { titleTemplate, contentTemplate, params: filled, link } = messageView(row('orderFilled', params), 'en_US', listings)
  expect([fill(titleTemplate, filled), fill(contentTemplate, filled), link]).toEqual([
    'Order filled: Sell BTC-USDT',
    '0.014 BTC at an average price of 60000 USDT, 840 USDT in all. Fee 0.42 USDT.',
    '/contractOrder',
  ])
})

it('I18N-007 [part] the time of a message is told in the years and 24 hours of the pages, in every language', () => {
  const at = Date.UTC(2026, 6, 14, 16, 31)
  for (const language of LANGUAGES)
    expect(messageView({ ...row('depositCredited', { amount: '1', asset: '2' }), at }, language, listings).params.time, language).toMatch(
      /2026.*16:31/,
    )
})
