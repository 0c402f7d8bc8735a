/** The calls of the shell. Loaded with the first of them, together with the client and the API's schemas. */
import {
  exchangeRateQuery,
  homeSocialMediaList,
  kvConfig,
  langFile,
  langQuery,
  selectHomeBottomFooter,
  selectHomeBottomJson,
  selectHomeMenuJson,
  siteState,
} from '@agio/wire/content/home-web.ts'
import { mergeTexts } from '../../i18n/i18n.ts'
import { fullLocale } from '../../i18n/locale.ts'
import { send } from '../http-client.ts'

/** What the application is configured by. */
export const CONFIG_KEYS = [
  'theme',
  'logo',
  'footer_setting',
  'fee_direction',
  'out_money',
  'tenant_cache_name',
  'account_configuration',
  'nickname_modify_time',
  'flash_img',
  'user_agreement',
  'privacy_policy',
  'financial',
  'flashConvertSwitch',
  'contractSwitch',
  'app_download',
] as const

export const loadMenuItems = (locale: string) => send(selectHomeMenuJson, { lang: fullLocale(locale) })
export const loadFooterItems = (locale: string) => send(selectHomeBottomJson, { lang: fullLocale(locale) })
export const loadFooterHtml = async (locale: string) => (await send(selectHomeBottomFooter, { lang: fullLocale(locale) })).html
export const loadSocialLinks = () => send(homeSocialMediaList, {})
export const loadRateList = () => send(exchangeRateQuery, { id: 0, shortName: '', status: 1 })
export const loadSite = () => send(siteState, {})
export const loadConfig = () => send(kvConfig, { keys: [...CONFIG_KEYS] })
export const loadLanguageList = () => send(langQuery, { lang: '' })

/** Fetches the operator's texts of a language and merges them over the built-in ones; a failure leaves those. */
export async function mergeOwnTexts(locale: string): Promise<void> {
  try {
    mergeTexts(await send(langFile, { lang: fullLocale(locale) }))
  } catch (error) {
    console.warn('The texts of the operator did not load', error)
  }
}
