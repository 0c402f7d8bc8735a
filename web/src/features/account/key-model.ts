/** What may be typed for an API key. Pure. */
import type { ApiKeyRow } from '@agio/wire/account/api-keys.ts'
import { visible } from '@agio/wire/visible-text.ts'
import { latinText } from '../../i18n/typed-text.ts'

export interface KeyPermissions {
  readonly read: boolean
  readonly trade: boolean
  readonly futures: boolean
  readonly withdraw: boolean
}

export const PERMISSIONS = ['read', 'trade', 'futures', 'withdraw'] as const
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
  for (const part of latinText(typed)
    .split(/[\s,;]+/)
    .filter((one) => one !== '')) {
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
  /** Text of an Ed25519 public key whose private half signs the requests; undefined: the server makes a secret. */
  readonly publicKey: string | undefined
}

export const EMPTY_KEY: KeyForm = { label: '', permissions: NO_PERMISSIONS, addresses: [], typed: '', days: 90, publicKey: undefined }

export type KeyFault = 'label' | 'permissions' | 'addresses' | 'withdraw' | 'publicKey'

const KEY_BYTES = 32
/** What stands in front of the 32 bytes in a PEM file: the algorithm, in DER. */
const SPKI_HEAD = '302a300506032b6570032100'

/** The 32 bytes of an Ed25519 public key, as base64, base64url or the text of a PEM file, in the form of the API. */
export function ed25519Key(text: string): string | undefined {
  const base64 = text
    .replace(/-----(BEGIN|END) PUBLIC KEY-----/g, '')
    .replace(/\s+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/=+$/, '')
  if (!/^[A-Za-z0-9+/]+$/.test(base64) || base64.length % 4 === 1) return undefined
  const bytes = [...atob(base64)].map((character) => character.charCodeAt(0))
  const head = bytes.slice(0, -KEY_BYTES).map((byte) => byte.toString(16).padStart(2, '0'))
  if (bytes.length !== KEY_BYTES && head.join('') !== SPKI_HEAD) return undefined
  return btoa(String.fromCharCode(...bytes.slice(-KEY_BYTES)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '')
}

/** What keeps a key from being made, in the order of the form. */
export function keyFaults(form: KeyForm): readonly KeyFault[] {
  const none = PERMISSIONS.every((one) => !form.permissions[one])
  const parts: readonly (readonly [KeyFault, boolean])[] = [
    ['label', visible(form.label) === '' || form.label.trim().length > LABEL_MAX],
    ['permissions', none],
    ['withdraw', form.permissions.withdraw && form.addresses.length === 0],
    ['addresses', form.typed.trim() !== ''],
    ['publicKey', form.publicKey !== undefined && ed25519Key(form.publicKey) === undefined],
  ]
  return parts.filter(([, wrong]) => wrong).map(([fault]) => fault)
}

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0)

/** The permissions in the form of the API. */
export function permissionFlags({ read, trade, futures, withdraw }: KeyPermissions) {
  return { read: flag(read), trade: flag(trade), futures: flag(futures), withdraw: flag(withdraw) }
}

/** A key's row as a form to change; its end and its way of signing stay. */
export const formOfKey = ({ label, permissions, ipList }: ApiKeyRow): KeyForm => ({
  ...EMPTY_KEY,
  label,
  permissions: {
    read: permissions.read === 1,
    trade: permissions.trade === 1,
    futures: permissions.futures === 1,
    withdraw: permissions.withdraw === 1,
  },
  addresses: ipList,
})

/** Whether a changed key may do more, or from more places: then the server asks for the codes of every method, as for a new key. */
export function growsKey(before: ApiKeyRow, { permissions, addresses }: KeyForm): boolean {
  const more = PERMISSIONS.some((one) => permissions[one] && before.permissions[one] === 0)
  const wider = before.ipList.length > 0 && (addresses.length === 0 || addresses.some((address) => !before.ipList.includes(address)))
  return more || wider
}
