/** What search engines and link previews say of a page, unless the operator's texts say it. */
import { DEFAULT_LANGUAGE } from '@agio/wire/headers.ts'

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  en_US:
    'Buy and sell crypto assets at {tenant}: live prices, full order books, every order type, and the cost of each order before you send it.',
  zh_CN: '在 {tenant} 买卖加密资产：实时价格、完整盘口、全部委托类型，下单前即可看清每笔成本。',
  ar_SA: 'اشترِ الأصول المشفّرة وبعها في {tenant}: أسعار مباشرة ودفتر أوامر كامل وكل أنواع الأوامر وتكلفة كل أمر قبل إرساله.',
}

export const pageDescription = (lang: string, tenantName: string): string =>
  (DESCRIPTIONS[lang] ?? DESCRIPTIONS[DEFAULT_LANGUAGE] ?? '').replace('{tenant}', () => tenantName)
