/** Bech32 texts: the segwit addresses of Bitcoin and its kin (BIP 173, 350). */
import { bech32, bech32m } from '@scure/base'
import type { AddressForm } from './rules.ts'

const SHAPE = /^([a-z]{1,20})1([02-9ac-hj-np-z]{8,})$/
const LONGEST = 90

export interface Bech32Text {
  readonly hrp: string
  /** Groups of five bits, without the checksum. */
  readonly words: readonly number[]
  readonly isM: boolean
  /** The text in small letters. */
  readonly text: string
}

/** Reads a bech32 or bech32m text in either case. */
export function readBech32(given: string): Bech32Text | 'format' | 'mixedCase' | 'checksum' {
  const text = given.toLowerCase()
  if (text.length > LONGEST || !SHAPE.test(text)) return 'format'
  if (given !== text && given !== given.toUpperCase()) return 'mixedCase'
  const old = bech32.decodeUnsafe(text, LONGEST)
  const found = old ?? bech32m.decodeUnsafe(text, LONGEST)
  if (!found) return 'checksum'
  return { hrp: found.prefix, words: found.words, isM: !old, text }
}

export interface Program {
  readonly form: AddressForm
  readonly program: Uint8Array
}

/** Versions above 1 mean nothing yet: what is sent there anybody may take. */
export function readProgram({ words, isM }: Bech32Text): Program | 'format' | 'checksum' {
  const [version, ...rest] = words
  const program = bech32.fromWordsUnsafe(rest)
  if (version === undefined || version > 1 || !program) return 'format'
  if (isM !== (version === 1)) return 'checksum'
  if (version === 1) return program.length === 32 ? { form: 'p2tr', program } : 'format'
  if (program.length === 20) return { form: 'p2wpkh', program }
  return program.length === 32 ? { form: 'p2wsh', program } : 'format'
}

/** @param version 0 or 1. @param program 20 or 32 bytes */
export function writeSegwit(hrp: string, version: 0 | 1, program: Uint8Array): string {
  const form = version === 0 ? bech32 : bech32m
  return form.encode(hrp, [version, ...form.toWords(program)])
}
