/** The two demo tenants as two companies: what their operators would have set. Words stand in the site's texts, pictures in the web application. */
import type { JsonObject, JsonValue } from '@agio/engine/command.ts'
import { footerEntry, menuEntry } from '../content/defaults.ts'
import type { PublicKey } from '../content/key-values.ts'
import type { ContentId } from '../content/site-documents.ts'
import { siteText } from '../content/site-texts.ts'

export interface Look {
  readonly content: Readonly<Partial<Record<ContentId, JsonValue>>>
  readonly keyValues: Readonly<Partial<Record<PublicKey, JsonValue>>>
  /** Own words by namespace and key, named by their key in the site's texts. */
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const slide = (id: string, linkUrl: string, sort: number): JsonObject => ({
  id,
  imgUrl: `/brand/${id}.svg`,
  imgUrlNight: null,
  linkUrl,
  title: siteText(`slide.${id}`),
  sort,
})

const social = (id: string, picture: string, name: string): JsonObject => ({
  id,
  linkUrl: `https://example.com/${id}`,
  imgUrl: `/brand/${picture}.svg`,
  nameText: name,
})

const agio = (): Look => ({
  content: {
    carousel: [slide('agio-cost', '/trade?type=spot&symbol=BTC_USDT', 1), slide('agio-book', '/marketData', 2)],
    social: [social('agio-posts', 'post', 'Agio posts'), social('agio-feed', 'feed', 'Agio feed')],
  },
  keyValues: {},
  words: {},
})

const nova = (): Look => ({
  content: {
    menu: [
      {
        ...menuEntry('trade', '/trade'),
        path: null,
        children: [menuEntry('spot', '/spotTrade'), menuEntry('convert', '/exchange'), menuEntry('markets', '/marketData')],
      },
      menuEntry('news', '/Notice'),
      menuEntry('help', '/helpCenter'),
    ],
    footer: [
      footerEntry('trade', null, [
        footerEntry('spot', '/spotTrade'),
        footerEntry('convert', '/exchange'),
        footerEntry('markets', '/marketData'),
      ]),
      footerEntry('support', null, [
        footerEntry('helpCentre', '/helpCenter'),
        footerEntry('announcements', '/Notice'),
        footerEntry('reserves', '/proofOfReserves'),
      ]),
      footerEntry('legal', null, [
        footerEntry('agreement', '/helpCenter/legal/user_agreement'),
        footerEntry('privacy', '/helpCenter/legal/privacy_policy'),
      ]),
    ],
    carousel: [slide('nova-screen', '/marketData', 1), slide('nova-guard', '/userCenter/safeCenter', 2)],
    social: [social('nova-talk', 'talk', 'Nova talk'), social('nova-feed', 'feed', 'Nova feed')],
  },
  keyValues: {
    logo: { headerLogo: '/brand/nova-night.svg', headerLogoDay: '/brand/nova-day.svg', favicon: '/brand/nova-favicon.svg' },
    nickname_modify_time: 90,
    out_money: { amountLimit: '2000', coin: 'USDT', time: 24 },
  },
  words: {
    home: { 'hero.line1': 'nova.hero.line1', 'hero.line2': 'nova.hero.line2', 'hero.text': 'nova.hero.text' },
    shell: { 'footer.line': 'nova.footer.line' },
  },
})

/** What the demo world has open: one tenant contracts, savings and conversion, the other conversion alone, so that both looks can be seen. */
const OPEN: Readonly<Record<string, Look['keyValues']>> = {
  agio: {
    contractSwitch: 1,
    flashConvertSwitch: 1,
    financial: { financialSwitch: 1, isRealname: 0, isDisplayAssets: 1, isDisplayBackground: 1 },
  },
  nova: { flashConvertSwitch: 1 },
}

const LOOKS: Readonly<Record<string, () => Look>> = { agio, nova }

/** @param isDemo whether its products have a demo world behind them; without one an operator opens what there is */
export function lookOf(tenantId: string, isDemo = false): Look | undefined {
  const look = LOOKS[tenantId]?.()
  return look === undefined || !isDemo ? look : { ...look, keyValues: { ...look.keyValues, ...OPEN[tenantId] } }
}
