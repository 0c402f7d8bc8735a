import { expect, test } from 'vitest'
import { canonicalJson } from './canonical.ts'
import { verifySignature } from './signature.ts'

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

async function newKey() {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  return {
    published: base64url(await crypto.subtle.exportKey('raw', pair.publicKey)),
    sign: async (text: string) => base64url(await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(text))),
  }
}

const told = { receiptId: '7', fills: [{ volume: '3', price: '60000.5', ctime: 1_700_000_000_000 }], kind: 'full', é: null, Z: [] }

test('PERP-043 [part] the signed form has its keys in code-unit order and no white space', () => {
  expect(canonicalJson(told)).toBe(
    '{"Z":[],"fills":[{"ctime":1700000000000,"price":"60000.5","volume":"3"}],"kind":"full","receiptId":"7","é":null}',
  )
  expect(canonicalJson({ b: 'a"\n', a: undefined, c: [1, true, 'x'] })).toBe('{"b":"a\\"\\n","c":[1,true,"x"]}')
})

test('PERP-043 [part] a receipt that the exchange signed is good; one letter changed, or another key, is not', async () => {
  const { published, sign } = await newKey()
  const signature = await sign(canonicalJson(told))
  expect(await verifySignature({ ...told, signature }, published)).toBe('good')
  expect(await verifySignature({ ...told, kind: 'partial', signature }, published)).toBe('bad')
  expect(await verifySignature({ ...told, signature }, (await newKey()).published)).toBe('bad')
  expect(await verifySignature({ ...told, signature }, undefined)).toBe('unknown')
})
