/** What is kept of a device report: enough for its owner to know the device again, cleaned for every place that shows it. */
import type { DeviceReport } from '@agio/wire/security.ts'
import type { SessionDevice } from './sessions.ts'

const ZONE_LENGTH_MAX = 64

/** There are some 600 names; in other cases of letters they are countless. */
const ZONES_KEPT = 1000
const zones = new Map<string, string>()

/** Area of the device's clock, e.g. `Europe/Berlin`, when it is a real one. No third party is asked where an address is. */
export function regionOf(timezone: string): string {
  if (timezone === '' || timezone.length > ZONE_LENGTH_MAX) return ''
  const known = zones.get(timezone)
  if (known !== undefined) return known
  try {
    // 0.3 ms of the thread that answers orders.
    const region = new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone
    if (zones.size < ZONES_KEPT) zones.set(timezone, region)
    return region
  } catch {
    return ''
  }
}

export function deviceOf(report: DeviceReport, ip: string): SessionDevice {
  const clean = (text: string): string => text.replace(/\p{C}/gu, '').slice(0, 64)
  return {
    identity: report.identity,
    clientType: clean(report.client_type),
    device: clean(report.device),
    os: clean(`${report.os} ${report.os_version}`.trim()),
    browser: clean(`${report.browser} ${report.browser_version}`.trim()),
    ip,
    region: regionOf(report.timezone),
    report: report.securityInfo,
  }
}

const BROWSERS = ['Chromium', 'Chrome', 'Firefox', 'Safari', 'Edge', 'Opera', 'Samsung Internet', 'Brave', 'Vivaldi', 'Yandex']
const SYSTEMS = ['Windows', 'macOS', 'Mac OS', 'Linux', 'Android', 'iOS', 'iPadOS', 'Chrome OS', 'Ubuntu', 'HarmonyOS']
const DEVICES = ['Desktop', 'Mobile', 'Tablet', 'iPhone', 'iPad', 'Mac', 'PC']

/**
 * The device in words that are safe in a message: only names known here. A report is written by whoever logs in, and a message to the
 * owner must not carry a stranger's text or link. '' when nothing of it is known.
 */
export function knownDeviceName({ device, os, browser }: SessionDevice): string {
  const find = (names: readonly string[], text: string): string =>
    names.find((name) => text.toLowerCase().startsWith(name.toLowerCase())) ?? ''
  return [find(BROWSERS, browser), find(SYSTEMS, os), find(DEVICES, device)].filter((name) => name !== '').join(', ')
}
