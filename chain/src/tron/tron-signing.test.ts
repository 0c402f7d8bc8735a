import { hex } from '@scure/base'
import { mnemonicToSeedSync } from '@scure/bip39'
import { describe, expect, it } from 'vitest'
import type { Plan } from '../port.ts'
import { buildTron } from './plans.ts'
import { idOf, readRaw, writeRaw } from './raw-transaction.ts'
import { signRaw, tronSigning } from './signing.ts'

/** Vectors of trustwallet/wallet-core, tests/chains/Tron. */
const KEY = hex.decode('2d8f68944bdbfbc0769542fba8fc2d2a3de67393334471624364c7006da2aa54')
const FROM = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC'
const OTHER = 'THTR75o8xXAgCTQqpiot2AFRAjvW1tSbVV'
const REST = { reference: '7b3bb21ace8d6ac20e7e', timestamp: 1_539_295_479_000, expiration: 1_539_331_479_000, feeLimit: 0n }
const COINS =
  '0a027b3b2208b21ace8d6ac20e7e40d8abb9bae62c5a67080112630a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e7366' +
  '6572436f6e747261637412320a15415cd0fb0ab3ce40f3051414c604b27756e69e43db121541521ea197907927725ef36d70f25f850d1659c7c71880897a70d8' +
  '89a4a9e62c'
const TOKENS =
  '0a027b3b2208b21ace8d6ac20e7e40d8abb9bae62c5aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967' +
  '676572536d617274436f6e747261637412740a15415cd0fb0ab3ce40f3051414c604b27756e69e43db121541521ea197907927725ef36d70f25f850d1659c7c7' +
  '2244a9059cbb000000000000000000000041dbd7c53729b3310e1843083000fa84abad9969610000000000000000000000000000000000000000000000000000' +
  '0000000003e870d889a4a9e62c'

const signing = tronSigning()
const coins = { to: OTHER, tag: null, token: null, amount: 2_000_000n }
const tokens = { to: 'TW1dU4L3eNm7Lw8WvieLKEHpXWAussRG9Z', tag: null, token: OTHER, amount: 1_000n }

describe('Tron', () => {
  it('writes a transfer of coins as the published one, with its name and signature', () => {
    const raw = writeRaw({ from: FROM, payment: coins, ...REST })
    expect(hex.encode(raw)).toBe(COINS)
    expect(idOf(raw)).toBe('dc6f6d9325ee44ab3c00528472be16e1572ab076aa161ccd12515029869d0451')
    expect(hex.encode(signRaw(raw, KEY))).toBe(
      'ede769f6df28aefe6a846be169958c155e23e7e5c9621d2e8dce1719b4d952b63e8a8bf9f00e41204ac1bf69b1a663dacdf764367e48e4a5afcd6b055a747fb200',
    )
    expect(readRaw(raw, 0x41)).toEqual({ from: FROM, payment: coins, ...REST })
  })

  it('writes a transfer of tokens as the published one, but for the version in front of the address in the call', () => {
    const raw = hex.decode(TOKENS)
    expect(idOf(raw)).toBe('0d644290e3cf554f6219c7747f5287589b6e7e30e1b02793b48ba362da6a5058')
    expect(hex.encode(signRaw(raw, KEY))).toBe(
      'bec790877b3a008640781e3948b070740b1f6023c29ecb3f7b5835433c13fc5835e5cad3bd44360ff2ddad5ed7dc9d7dee6878f90e86a40355b7697f5954b88c01',
    )
    const ours = writeRaw({ from: FROM, payment: tokens, ...REST })
    expect(hex.encode(ours)).toBe(TOKENS.replace('0041dbd7', '0000dbd7'))
    expect(readRaw(ours, 0x41)).toEqual({ from: FROM, payment: tokens, ...REST })
    expect(() => readRaw(raw, 0x41)).toThrow(RangeError)
  })

  it('derives the published addresses from an xpub, and the same keys from the seed', () => {
    const seed = mnemonicToSeedSync('abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about')
    const account = signing.publicAccount(seed, 0, 0, 0)
    expect([1, 2, 3].map((index) => signing.addressOf(account, 0, index))).toEqual([
      'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK',
      'TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx',
      'TRhVWK5XEDkQBDevcdCWW7RW51aRncty4W',
    ])
    expect(signing.path({ account: 0, branch: 0, index: 1 })).toBe("m/44'/195'/0'/0/1")
    const slot = {
      kind: 'blockhash',
      from: signing.addressOf(account, 0, 1),
      blockhash: REST.reference,
      lastHeight: REST.expiration,
    } as const
    const plan: Plan = { payments: [tokens], slot, fee: { rate: 0n, tip: 0n }, work: 30_000_000n }
    const unsigned = buildTron(plan)
    expect(signing.read(unsigned, new Set())).toEqual(plan)
    const key = signing.privateKey(seed, { account: 0, branch: 0, index: 1 })
    const signed = signing.sign(unsigned, () => key)
    expect(signed).toEqual(signing.sign(unsigned, () => key))
    expect(signed.tx).toBe(idOf(hex.decode(unsigned.bytes)))
    expect(() => signing.sign(unsigned, () => KEY)).toThrow(RangeError)
  })

  it('reads nothing back from bytes with anything that the plan does not say', () => {
    const slot = { kind: 'blockhash', from: FROM, blockhash: REST.reference, lastHeight: REST.expiration } as const
    const plan: Plan = { payments: [coins], slot, fee: { rate: 0n, tip: 0n }, work: 0n }
    const unsigned = buildTron(plan)
    const bytes = hex.decode(unsigned.bytes)
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Uint8Array.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      let read: unknown
      try {
        read = signing.read({ ...unsigned, bytes: hex.encode(changed) }, new Set())
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
        continue
      }
      expect(read, `byte ${index}`).not.toEqual(plan)
    }
    // a second contract, a memo, a permission, and the same field once more
    for (const more of ['5a00', '52026869', '5a0428017801', '70d889a4a9e62c'])
      expect(() => signing.read({ ...unsigned, bytes: unsigned.bytes + more }, new Set()), more).toThrow(RangeError)
    expect(() => buildTron({ ...plan, payments: [coins, coins] })).toThrow(RangeError)
    expect(() => buildTron({ ...plan, payments: [{ ...coins, tag: '1' }] })).toThrow(RangeError)
    expect(() => tronSigning(0xa0).read(unsigned, new Set())).toThrow('another network')
  })

  it('signs a text as wallets do', () => {
    const key = hex.decode('75065f100e38d3f3b4c5c4235834ba8216de62272a4f03532c44b31a5734360a')
    const texts = {
      'Hello World':
        'bc0753c070cc55693097df11bc11e1a7c4bd5e1a40b9dc94c75568e59bcc9d6b50a7873ef25b469e494490a54de37327b4bc7fc825c81a377b555e34fb7261ba1c',
      'A much longer message to test the signing and verification process':
        '93aee5f753cf889e0749c74dd0c5996cce889883ae079e09ede462e16d65d06a4f43d1ed2745e9f3c1690695628269bd58f057a4a93953cc50e66b4a05bc0f451b',
    }
    for (const [text, signature] of Object.entries(texts)) expect(signing.signText(text, key)).toBe(signature)
  })
})
