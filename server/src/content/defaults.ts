/** What a new tenant's site says before its operator changes anything. Seeded as documents; also stands in while documents cannot be read. */
import type { JsonObject, JsonValue } from '@agio/engine/command.ts'
import type { ContentId } from './site-documents.ts'

const text = (en: string, zh: string, ar: string): JsonObject => ({ en_US: en, zh_CN: zh, ar_SA: ar })
const EMPTY = text('', '', '')

const item = (id: string, name: JsonObject, description: JsonObject, path: string): JsonObject => ({
  id,
  name,
  second: EMPTY,
  description,
  path,
  shown: true,
  children: [],
})

const MENU: JsonValue = [
  item(
    'markets',
    text('Markets', '行情', 'الأسواق'),
    text('Prices of every pair, live', '所有交易对的实时价格', 'أسعار كل الأزواج مباشرة'),
    '/marketData',
  ),
  item(
    'spot',
    text('Spot', '现货', 'الفوري'),
    text('Buy and sell coins with every order type', '用各种委托类型买卖币种', 'اشترِ العملات وبعها بكل أنواع الأوامر'),
    '/spotTrade',
  ),
  item(
    'contracts',
    text('Contracts', '合约', 'العقود'),
    text('Perpetual contracts with leverage', '带杠杆的永续合约', 'عقود دائمة برافعة مالية'),
    '/trade',
  ),
  item(
    'convert',
    text('Convert', '闪兑', 'التحويل'),
    text('Change one coin into another at a fixed price', '按固定价格兑换币种', 'حوّل عملة إلى أخرى بسعر ثابت'),
    '/exchange',
  ),
  item('earn', text('Earn', '理财', 'الادخار'), text('Interest on coins you hold', '持币生息', 'فائدة على عملاتك'), '/financial'),
]

const link = (name: JsonObject, path: string | null, children: readonly JsonObject[] = []): JsonObject => ({
  name,
  path,
  shown: true,
  children,
})

const FOOTER: JsonValue = [
  link(text('Products', '产品', 'المنتجات'), null, [
    link(text('Markets', '行情', 'الأسواق'), '/marketData'),
    link(text('Spot trading', '现货交易', 'التداول الفوري'), '/spotTrade'),
  ]),
  link(text('Help', '帮助', 'المساعدة'), null, [
    link(text('Help centre', '帮助中心', 'مركز المساعدة'), '/helpCenter'),
    link(text('Announcements', '公告', 'الإعلانات'), '/Notice'),
    link(text('API', 'API', 'واجهة API'), '/api/docs'),
  ]),
  link(text('Legal', '法律', 'الشؤون القانونية'), null, [
    link(text('User agreement', '用户协议', 'اتفاقية المستخدم'), '/helpCenter/legal/user_agreement'),
    link(text('Privacy policy', '隐私政策', 'سياسة الخصوصية'), '/helpCenter/legal/privacy_policy'),
  ]),
]

const LANGUAGES: JsonValue = [
  { lang: 'English', langEncode: 'en_US', dir: 'ltr' },
  { lang: '简体中文', langEncode: 'zh_CN', dir: 'ltr' },
  { lang: 'العربية', langEncode: 'ar_SA', dir: 'rtl' },
]

/** Units of the currency for 1 USDT; an operator's feed replaces them. */
const RATES: JsonValue = [
  { id: '1', shortName: 'USD', symbol: '$', status: 1, rate: '1' },
  { id: '2', shortName: 'EUR', symbol: '€', status: 1, rate: '0.92' },
  { id: '3', shortName: 'CNY', symbol: '¥', status: 1, rate: '7.24' },
  { id: '4', shortName: 'SAR', symbol: 'SAR', status: 1, rate: '3.75' },
  { id: '5', shortName: 'JPY', symbol: '¥', status: 1, rate: '151.4' },
  { id: '6', shortName: 'GBP', symbol: '£', status: 1, rate: '0.79' },
]

const SOCIAL: JsonValue = []
const CAROUSEL: JsonValue = []

const LABELS: JsonValue = [
  { id: 'layer1', name: text('Layer 1', '公链', 'الطبقة الأولى') },
  { id: 'payments', name: text('Payments', '支付', 'المدفوعات') },
  { id: 'defi', name: text('DeFi', 'DeFi', 'التمويل اللامركزي') },
  { id: 'platform', name: text('Platform coin', '平台币', 'عملة المنصة') },
]

const GROUPS: JsonValue = [
  { id: 'USDT', name: text('USDT', 'USDT', 'USDT'), shown: true },
  { id: 'BTC', name: text('BTC', 'BTC', 'BTC'), shown: true },
]

export const defaultContent = (): Readonly<Record<ContentId, JsonValue>> => ({
  menu: MENU,
  footer: FOOTER,
  footerHtml: { en_US: '', zh_CN: '', ar_SA: '' },
  languages: LANGUAGES,
  rates: RATES,
  social: SOCIAL,
  carousel: CAROUSEL,
  classLabels: LABELS,
  groups: GROUPS,
  closedCountries: [],
})
