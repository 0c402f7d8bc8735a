/**
 * Keys by which exchange and signer know each other: Ed25519, each side's own in its folder, the other's public one beside it. Made once,
 * together, by whoever prepares both folders.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChannelKeys } from './channel.ts'

const SIGNER = { own: 'signer.key', other: 'exchange.pub' } as const
const EXCHANGE = { own: 'exchange.key', other: 'signer.pub' } as const
type Side = typeof SIGNER | typeof EXCHANGE

const isWhole = (dir: string, { own, other }: Side): boolean => existsSync(join(dir, own)) && existsSync(join(dir, other))

const privateText = (key: KeyObject): string => key.export({ format: 'der', type: 'pkcs8' }).toString('base64url')
const publicText = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64url')

/** Makes both pairs anew when one of the four files is missing; both processes have to start after that. */
export function prepareKeys(signerDir: string, exchangeDir: string): void {
  for (const dir of [signerDir, exchangeDir]) mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (isWhole(signerDir, SIGNER) && isWhole(exchangeDir, EXCHANGE)) return
  const signer = generateKeyPairSync('ed25519')
  const exchange = generateKeyPairSync('ed25519')
  const write = (path: string, text: string): void => writeFileSync(path, `${text}\n`, { mode: 0o600, flush: true })
  write(join(signerDir, SIGNER.own), privateText(signer.privateKey))
  write(join(signerDir, SIGNER.other), publicText(exchange.publicKey))
  write(join(exchangeDir, EXCHANGE.own), privateText(exchange.privateKey))
  write(join(exchangeDir, EXCHANGE.other), publicText(signer.publicKey))
}

function readSide(dir: string, { own, other }: Side): ChannelKeys {
  const bytes = (name: string): Buffer => Buffer.from(readFileSync(join(dir, name), 'utf8').trim(), 'base64url')
  return {
    own: createPrivateKey({ key: bytes(own), format: 'der', type: 'pkcs8' }),
    other: createPublicKey({ key: bytes(other), format: 'der', type: 'spki' }),
  }
}

export const readSignerKeys = (dir: string): ChannelKeys => readSide(dir, SIGNER)
export const readExchangeKeys = (dir: string): ChannelKeys => readSide(dir, EXCHANGE)
