import { readdirSync } from 'node:fs'
import { asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import { fill } from '../../auth/mail/mail-texts.ts'
import type { ListedAsset, Listings } from '../../feeds/listings.ts'
import { MESSAGE_KINDS, type MessageKind } from '../../projections/message-source.ts'
import type { MessageRow } from '../../projections/port.ts'
import { messageView } from './message-view.ts'

const LANGUAGES = readdirSync(new URL('./texts', import.meta.url)).map((name) => name.replace('.json', ''))
const BTC: ListedAsset = {
  ...{ assetId: asAssetId(2), symbol: 'BTC', scale: 8, fullName: 'Bitcoin', iconUrl: null, isStable: false, sort: 1, document: {} },
}
const listings = { assetFacts: () => BTC } as Partial<Listings> as Listings

const row = (kind: MessageKind, params: Readonly<Record<string, string>>): MessageRow => ({
  ...{ userId: asUserId(1), seq: 9, reference: -1, kind, type: MESSAGE_KINDS[kind], params, at: 0, isRead: false, order: undefined },
})

const KINDS = (Object.keys(MESSAGE_KINDS) as MessageKind[]).filter((kind) => /^(deposit|withdrawal)/.test(kind))

it('NOTE-011 [part] every message of the wallet is whole in every language, and leads to the row that it is about', () => {
  expect(KINDS).toHaveLength(12)
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
