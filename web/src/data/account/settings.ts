/** The look that an account carries from device to device: what a login brings to this browser, and what a change here sends. Kept in storage, where the look is read. */
import { userConfig } from '@agio/wire/account/user.ts'
import { changeLanguage } from '../../i18n/i18n.ts'
import { wireLocale } from '../../i18n/locale.ts'
import { chooseMarketColours, type MarketColours } from '../../theme/market-colours.ts'
import { send } from '../http-client.ts'
import { chooseRate } from '../shell/rates.ts'
import { readStored, writeStored } from '../storage.ts'
import type { UserConfig } from './account.ts'

export type Theme = UserConfig['theme']
export type ColorMode = UserConfig['colorMode']

const COLOURS: Readonly<Record<ColorMode, MarketColours>> = { 'green-up': 'default', 'red-up': 'swapped', 'blue-up': 'blind' }

export const coloursOf = (mode: ColorMode): MarketColours => COLOURS[mode]

/** The stored choice of day and night; undefined follows the system. */
export function dayModeOf(theme: Theme): boolean | undefined {
  return theme === 'system' ? undefined : theme === 'day'
}

export function themeOf(isDayMode: boolean | undefined): Theme {
  return isDayMode === undefined ? 'system' : isDayMode ? 'day' : 'night'
}

/** Whether the keys of the ticket are on: they are unless the account switched them off. */
export const hotkeysOn = (hotkeys: UserConfig['hotkeys']): boolean => hotkeys.all !== 'off'

export function applyTheme(theme: Theme): void {
  writeStored('isDayMode', dayModeOf(theme))
}

/** Asks for the settings of the account that has just logged in and takes them over. A failure leaves this browser as it is. */
export async function bringSettings(): Promise<void> {
  try {
    const config = await send(userConfig, {})
    takeUserConfig(config)
    chooseRate(config.currency)
    // A language that was chosen by hand in this browser stands above the account's.
    if (config.lang !== wireLocale() && readStored('selectedLanguage') === undefined) await changeLanguage(config.lang)
  } catch (error) {
    console.warn('The settings of the account did not load', error)
  }
}

/** Beside what is kept of the settings of a contract. */
export const keepHotkeys = (on: boolean): void => writeStored('userConfig', { ...readStored('userConfig'), hotkeys: on })

/** Makes this browser look as the account does elsewhere. */
export function takeUserConfig(config: UserConfig): void {
  // An account that follows the system has no wish of its own: what was chosen in this browser stays.
  if (config.theme !== 'system') applyTheme(config.theme)
  chooseMarketColours(coloursOf(config.colorMode))
  keepHotkeys(hotkeysOn(config.hotkeys))
  const { terminal } = config.layout
  if (typeof terminal === 'object' && terminal !== null && readStored('terminalLayout') === undefined)
    writeStored('terminalLayout', terminal as Readonly<Record<string, unknown>>)
}
