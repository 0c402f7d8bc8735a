/** An intent as it travels: its text, and the exchange's signature over exactly that text. */
import { type KeyObject, sign, verify } from 'node:crypto'

const bytesOf = (text: string): Buffer => Buffer.from(`agio intent 1\n${text}`)

export const signIntent = (text: string, key: KeyObject): string => sign(null, bytesOf(text), key).toString('base64url')
export const isSignedBy = (text: string, signature: string, key: KeyObject): boolean =>
  verify(null, bytesOf(text), key, Buffer.from(signature, 'base64url'))
