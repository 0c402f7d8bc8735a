/** Logins and sessions in words. Pure. */
import type { SessionRow } from '@agio/wire/account/auth.ts'
import type { LoginRow } from '@agio/wire/account/devices.ts'
import { csvFile, csvTime } from '../../data/spot/csv.ts'

interface Machine {
  readonly browser: string
  readonly os: string
  readonly device: string
}

/** `Chrome · macOS`; empty when the device told nothing. */
export function machineName({ browser, os, device }: Machine): string {
  const parts = [browser, os].filter((part) => part !== '')
  return parts.length > 0 ? parts.join(' · ') : device
}

/** The area of a device's clock as a place: `Europe/Berlin` → `Berlin`; empty when it told none. */
export function placeName(region: string): string {
  return (region.split('/').at(-1) ?? '').replaceAll('_', ' ')
}

/** An address without its last part: enough to know one's own network, too little to find a house. */
export function shortAddress(ip: string): string {
  if (ip.includes('.')) return ip.replace(/\.\d+$/, '.•••')
  return ip === '' ? '' : `${ip.split(':').slice(0, 3).join(':')}:•••`
}

export type MachineKind = 'phone' | 'tablet' | 'computer'

export function machineKind({ device, os }: Machine): MachineKind {
  const words = `${device} ${os}`.toLowerCase()
  if (/tablet|ipad/.test(words)) return 'tablet'
  return /mobile|phone|android|ios/.test(words) ? 'phone' : 'computer'
}

const HEAD = ['time', 'place', 'ip', 'browser', 'os', 'device', 'method', 'result', 'reason']

/** The rows as a file: UTC times, the wire's words. */
export function loginFile(rows: readonly LoginRow[]): string {
  return csvFile(
    HEAD,
    rows.map((row) => [
      csvTime(row.time),
      row.region,
      row.ip,
      row.browser,
      row.os,
      row.device,
      row.method,
      row.result === 1 ? 'success' : 'failure',
      row.reason,
    ]),
  )
}

/** This device first, then the others, last used first. */
export function sortedSessions(rows: readonly SessionRow[]): readonly SessionRow[] {
  return [...rows].sort((a, b) => b.current - a.current || b.lastTime - a.lastTime)
}

const REASONS = ['LOGIN_FAILED', 'LOGIN_LOCKED', 'SECOND_FACTOR_INVALID', 'CODE_EXPIRED', 'PASSKEY_INVALID', 'ACCOUNT_DISABLED'] as const
export type Reason = (typeof REASONS)[number] | 'other'

export function reasonOf(reason: string | null): Reason {
  return REASONS.find((known) => known === reason) ?? 'other'
}
