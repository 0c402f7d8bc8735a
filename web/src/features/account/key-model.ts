/** What may be typed for an API key. Pure. */

export interface KeyPermissions {
  readonly read: boolean
  readonly trade: boolean
  readonly futures: boolean
  readonly withdraw: boolean
}

export const PERMISSIONS = ['read', 'trade', 'futures', 'withdraw'] as const
export type Permission = (typeof PERMISSIONS)[number]

export const NO_PERMISSIONS: KeyPermissions = { read: true, trade: false, futures: false, withdraw: false }

export const ADDRESSES_MAX = 20
export const LABEL_MAX = 32

function isByte(part: string): boolean {
  return /^\d{1,3}$/.test(part) && Number(part) <= 255
}

/** An address or a network in CIDR form, IPv4 or IPv6. The server reads it exactly; this catches slips. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  if (rest.length > 0) return false
  const six = address.includes(':')
  if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= (six ? 128 : 32))) return false
  if (six) return /^[0-9a-fA-F:.]{2,45}$/.test(address) && address.split(':').length <= 8 + 1 && !/:::/.test(address)
  const parts = address.split('.')
  return parts.length === 4 && parts.every(isByte)
}

export interface AddressList {
  readonly accepted: readonly string[]
  /** What is left in the field because it is no address. */
  readonly rest: string
}

/** Adds what was typed or pasted, separated by spaces, commas or lines, without repeats and up to the limit. */
export function addAddresses(present: readonly string[], typed: string): AddressList {
  const accepted = [...present]
  const rest: string[] = []
  for (const part of typed.split(/[\s,;]+/).filter((one) => one !== '')) {
    if (!isNetwork(part) || accepted.length >= ADDRESSES_MAX) rest.push(part)
    else if (!accepted.includes(part.toLowerCase())) accepted.push(part.toLowerCase())
  }
  return { accepted, rest: rest.join(' ') }
}

export interface KeyForm {
  readonly label: string
  readonly permissions: KeyPermissions
  readonly addresses: readonly string[]
  /** Text in the field that is no address yet. */
  readonly typed: string
  /** Days; 0 never expires. */
  readonly days: number
}

export const EMPTY_KEY: KeyForm = { label: '', permissions: NO_PERMISSIONS, addresses: [], typed: '', days: 90 }

export type KeyFault = 'label' | 'permissions' | 'addresses' | 'withdraw'

/** What keeps a key from being made, in the order of the form. */
export function keyFaults(form: KeyForm): readonly KeyFault[] {
  const none = PERMISSIONS.every((one) => !form.permissions[one])
  const parts: readonly (readonly [KeyFault, boolean])[] = [
    ['label', form.label.trim() === '' || form.label.trim().length > LABEL_MAX],
    ['permissions', none],
    ['withdraw', form.permissions.withdraw && form.addresses.length === 0],
    ['addresses', form.typed.trim() !== ''],
  ]
  return parts.filter(([, wrong]) => wrong).map(([fault]) => fault)
}

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0)

/** The permissions in the form of the contract. */
export function permissionFlags({ read, trade, futures, withdraw }: KeyPermissions) {
  return { read: flag(read), trade: flag(trade), futures: flag(futures), withdraw: flag(withdraw) }
}
