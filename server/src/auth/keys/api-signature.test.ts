import { generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hmacSignature, isEd25519Key, isEd25519Signature, isHmacSignature, signedText } from './api-signature.ts'
import { networkTest, readNetwork } from './network-list.ts'

const body = Buffer.from('{"symbol":"BTC/USDT","direction":"BUY","type":"LIMIT","price":"50000","amount":"0.01"}')
const parts = { timestamp: '1700000000000', window: undefined, method: 'POST', path: '/api/user-web/v1/order/createOrder', body }
const SIGNATURE = '843e8d5cf3bb559a171c796c5fe82ad66bf5f742e78bfea95829c514f9cd61b4'

describe('signatures', () => {
  it("API-022 signs the API's worked example", () => {
    expect(signedText(parts)).toContain('\ne2e1c84156e22814ebd7119ba5537c8f61a162f8a3edc3d0dbe6f4292ebc27a0')
    expect(hmacSignature('test-secret', parts)).toBe(SIGNATURE)
    expect(isHmacSignature(SIGNATURE, 'test-secret', parts)).toBe(true)
  })

  it('API-022 refuses every changed part and every other form of a signature', () => {
    const changes = [
      { timestamp: '1700000000001' },
      { window: '60000' },
      { method: 'GET' },
      { path: `${parts.path}?a=1` },
      { path: `${parts.path}/` },
      { body: Buffer.from(`${body} `) },
      { body: Buffer.alloc(0) },
    ]
    for (const change of changes) expect(isHmacSignature(SIGNATURE, 'test-secret', { ...parts, ...change })).toBe(false)
    for (const form of ['', SIGNATURE.toUpperCase(), SIGNATURE.slice(1), `${SIGNATURE}0`, 'x'.repeat(64)]) {
      expect(isHmacSignature(form, 'test-secret', parts)).toBe(false)
    }
    expect(isHmacSignature(SIGNATURE, 'test-secret2', parts)).toBe(false)
  })

  it('API-022 takes Ed25519 over the same text', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const x = publicKey.export({ format: 'jwk' }).x ?? ''
    const signature = sign(null, Buffer.from(signedText(parts)), privateKey).toString('hex')
    expect(isEd25519Key(x)).toBe(true)
    expect(isEd25519Key('A'.repeat(10))).toBe(false)
    expect(isEd25519Signature(signature, x, parts)).toBe(true)
    expect(isEd25519Signature(signature, x, { ...parts, method: 'GET' })).toBe(false)
    expect(isEd25519Signature(SIGNATURE, x, parts)).toBe(false)
  })
})

describe('address lists', () => {
  it('API-023 agrees with a comparison of bits for every network and address', () => {
    const bits = (parts: readonly number[]): string => parts.map((part) => part.toString(2).padStart(8, '0')).join('')
    const ip = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
    fc.assert(
      fc.property(ip, fc.nat(32), ip, fc.boolean(), (network, prefix, stranger, isNear) => {
        // Half of the addresses begin as the network does, or hardly any would be in it.
        const address = isNear ? network.map((part, index) => (index * 8 < prefix ? part : (stranger[index] ?? 0))) : stranger
        const isInside = bits(address).slice(0, prefix) === bits(network).slice(0, prefix)
        const test = networkTest([`${network.join('.')}/${prefix}`])
        expect([test(address.join('.')), test(`::ffff:${address.join('.')}`)]).toEqual([isInside, isInside])
      }),
    )
  })

  it('API-023 reads addresses and networks of both families, and nothing else', () => {
    for (const text of ['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '2001:db8::/32', '::1']) expect(readNetwork(text)).toBeDefined()
    for (const text of [
      '',
      '10.0.0',
      '10.0.0.1/33',
      '10.0.0.1/',
      '10.0.0.1/8/8',
      '10.0.0.1/-1',
      '10.0.0.1/1.5',
      '::1/129',
      'a.example',
      '010.0.0.1',
    ])
      expect(readNetwork(text), text).toBeUndefined()
  })

  it('API-023 knows an IPv4 address in every form it arrives in', () => {
    const test = networkTest(['10.1.0.0/16', '2001:db8::/32'])
    for (const ip of ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::5']) expect(test(ip), ip).toBe(true)
    for (const ip of ['10.2.0.1', '::ffff:10.2.0.1', '2001:db9::5', '::1', '', 'unknown']) expect(test(ip), ip).toBe(false)
  })
})
