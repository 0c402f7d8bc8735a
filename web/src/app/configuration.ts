/** Tenant configuration as it comes from the head or the config call, put where the rest of the application reads it. */
import type { Boot } from '../data/boot.ts'
import { takeSite } from '../data/site.ts'
import { readStored, writeStored } from '../data/storage.ts'
import { paths } from '../paths.ts'
import { applyTheme, parseTheme } from '../theme/theme.ts'

/**
 * A configured string is kept only when its transformed value is truthy or 0; `"0"` is the number 0, the words `null` and `false` are
 * nothing.
 */
export function configValue(value: unknown): unknown {
  if (typeof value !== 'string') return value === null || value === false ? undefined : value
  const text = value.trim()
  if (text === '' || text === 'null' || text === 'false' || text === 'undefined') return undefined
  if (/^-?\d+$/.test(text)) return Number(text)
  if (text.startsWith('{') || text.startsWith('[')) {
    try {
      return JSON.parse(text) as unknown
    } catch {
      return undefined
    }
  }
  return text
}

/** Every usable value of a raw configuration; `theme` always in its object form. */
export function configOf(raw: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const kept = Object.entries(raw).flatMap(([key, value]) => {
    const transformed = key === 'theme' ? parseTheme(value) : configValue(value)
    return transformed === undefined ? [] : [[key, transformed] as const]
  })
  return Object.fromEntries(kept)
}

/** Paths that the switches take out of the product. */
export function forbiddenPaths(switches: Boot['switches']): readonly string[] {
  return switches.inviteSwitch === 1 ? [] : [paths.invite]
}

/** Data that belongs to one tenant: not to be shown for another that is served under the same address. */
const OF_TENANT = [
  'kvConfig',
  'outMoney',
  'pathForbidden',
  'cachedMenus',
  'cachedBulletins',
  'cachedRateData',
  'languageList',
  'coinList',
  'currencyPairs',
  'countryList',
  'flashConfig',
  'publicInfo',
  'financialConfig',
  'usdtRate',
] as const

/** The tenant's name in the configuration tells whose data the browser keeps; what another tenant left is dropped. */
function keepApart(tenantName: string): void {
  const stored = readStored('tenantCacheName')
  if (stored === tenantName) return
  if (stored !== undefined) for (const key of OF_TENANT) writeStored(key, undefined)
  writeStored('tenantCacheName', tenantName)
}

/** Puts a configuration to use, also an empty one. Without a version none was brought (the call failed): what the last visit kept stays. */
export function takeConfiguration(
  facts: Pick<
    Boot,
    'kv' | 'version' | 'tenantName' | 'languages' | 'switches' | 'appUrl' | 'maintenance' | 'halted' | 'paused' | 'stopped'
  >,
): void {
  const { kv, version, tenantName, languages, switches, appUrl, maintenance, halted, paused, stopped } = facts
  const isKnown = version !== ''
  if (isKnown) keepApart(tenantName)
  const config = isKnown ? configOf(kv) : (readStored('kvConfig') ?? {})
  applyTheme(parseTheme(config.theme).color)
  if (isKnown) {
    writeStored('kvConfig', config)
    const { out_money: limit } = config
    writeStored('outMoney', typeof limit === 'object' && limit !== null ? (limit as Record<string, unknown>) : undefined)
  }
  const forbidden = forbiddenPaths(switches)
  if (JSON.stringify(readStored('pathForbidden')) !== JSON.stringify(forbidden)) writeStored('pathForbidden', forbidden)
  takeSite({ version, tenantName, languages, switches, appUrl, maintenance, halted, paused, stopped, config })
}
