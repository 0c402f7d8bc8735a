import { existsSync, readFileSync } from 'node:fs'
import { hostname, uptime } from 'node:os'

const LINUX = '/proc/sys/kernel/random/boot_id'

/** An identity of the running boot; where the system names none, the host and its boot time to ten minutes, which is careful in the wrong direction at most. */
export function bootId(): string {
  if (existsSync(LINUX)) return readFileSync(LINUX, 'utf8').trim()
  return `${hostname()} booted ${Math.round((Date.now() / 1000 - uptime()) / 600)}`
}
