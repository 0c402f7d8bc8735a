import { createHash } from 'node:crypto'
import { schnorr } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeVersioned } from './base58.ts'
import { checkAddress, checkTag } from './check.ts'
import { withCapitals } from './evm.ts'
import { type AddressRules, readAddressRules } from './rules.ts'
import { writeSegwit } from './segwit.ts'
import { writeSimulated } from './simulated.ts'

const EVM: AddressRules = { format: 'evm' }
const BTC: AddressRules = { format: 'bitcoin', hrp: 'bc', pubkeyHash: 0, scriptHash: 5 }
const REGTEST: AddressRules = { format: 'bitcoin', hrp: 'bcrt', pubkeyHash: 111, scriptHash: 196, forms: ['p2pkh', 'p2sh', 'p2wpkh'] }
const TESTNET: AddressRules = { format: 'bitcoin', hrp: 'tb', pubkeyHash: 111, scriptHash: 196 }
const TRON: AddressRules = { format: 'tron', version: 0x41 }
const SOLANA: AddressRules = { format: 'solana' }
const SIM: AddressRules = { format: 'simulated', hrp: 'sim' }

const formOf = (rules: AddressRules, text: string): string => {
  const checked = checkAddress(rules, text)
  return typeof checked === 'string' ? `! ${checked}` : checked.form
}

test.each([
  [EVM, '0x52908400098527886E0F7030069857D2E4169EE7', 'account'],
  [EVM, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'account'],
  [BTC, '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'p2pkh'],
  [BTC, '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'p2sh'],
  [BTC, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'p2wpkh'],
  [TESTNET, 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 'p2wsh'],
  [BTC, 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'p2tr'],
  [TRON, 'THRF3GuPnvvPzKoaT8pJex5XHmo8NNbCb3', 'account'],
  [SOLANA, '2bUBiBNZyD29gP1oV6de7nxowMLoDBtopMMTGgMvjG5m', 'key'],
  [SOLANA, 'EDNd1ycsydWYwVmrYZvqYazFqwk1QjBgAUKFjBoz1jKP', 'derived'],
] as const)('an address of %o is known for what it is: %s', (rules, text, form) => {
  expect(checkAddress(rules, text)).toEqual({ address: text, form })
})

test('two texts of one address give the one that wallets show', () => {
  const capitals = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  for (const text of [capitals.toLowerCase(), `0x${capitals.slice(2).toUpperCase()}`])
    expect(checkAddress(EVM, text)).toMatchObject({ address: capitals })
  expect(checkAddress(BTC, 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toMatchObject({
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  })
})

/** Addresses that BIP 350 and BIP 173 say to refuse. */
test.each([
  ['tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty', 'an unknown prefix'],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'bech32 where bech32m must be'],
  ['BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', 'the same for a version to come'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'bech32m where bech32 must be'],
  ['bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', 'a letter that is none'],
  ['BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'version 17'],
  ['bc1pw5dgrnzv', 'a program of 1 byte'],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav', 'a program of 41 bytes'],
  ['BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'version 0 with 16 bytes'],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', 'zero padding of more than four bits'],
  ['bc1gmk9yu', 'nothing behind the prefix'],
])('%s is refused: %s', (text) => {
  expect(formOf(BTC, text)).toMatch(/^! /)
})

/** Of the vectors of BIP 340 and BIP 341. */
test.each([
  ['d69c3509bb99e412e68b0fe8544e72837dfa30746d8be2aa65975f29d22dc7b9', 'p2tr'],
  ['53a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343', 'p2tr'],
  // The generator's.
  ['79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'p2tr'],
  // On no point of the curve, and outside its field.
  ['eefdea4cdb677750a420fee807eacf21eb9898ae79b9768766e4faa04a2d4a34', '! nobody'],
  ['fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc30', '! nobody'],
])('WAL-018 [part] a Taproot address is one of a key that can be: %s is %s', (x, form) => {
  expect(formOf(BTC, writeSegwit('bc', 1, Buffer.from(x, 'hex')))).toBe(form)
})

test('WAL-018 [part] faults have names: another network, a bad checksum, letters that look alike, a blank, one case in the other', () => {
  const btc = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const faults: readonly (readonly [AddressRules, string, string])[] = [
    [BTC, '', 'empty'],
    [BTC, `${btc} `, 'spaces'],
    [EVM, `\t${evm}`, 'spaces'],
    [EVM, `${evm}\u00a0`, 'spaces'],
    // Cyrillic а, full-width x, a blank without width, a mark that turns the direction
    [EVM, evm.replace('a', 'а'), 'letters'],
    [EVM, evm.replace('x', 'ｘ'), 'letters'],
    [TRON, 'THRF3GuPnvvPzKoaT8pJex5XHmo8NNbCb\u200b3', 'letters'],
    [SOLANA, '\u202e2bUBiBNZyD29gP1oV6de7nxowMLoDBtopMMTGgMvjG5m', 'letters'],
    [BTC, evm, 'otherNetwork'],
    [EVM, btc, 'otherNetwork'],
    [TESTNET, btc, 'otherNetwork'],
    [BTC, 'THRF3GuPnvvPzKoaT8pJex5XHmo8NNbCb3', 'otherNetwork'],
    [TRON, '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'otherNetwork'],
    [SOLANA, 'THRF3GuPnvvPzKoaT8pJex5XHmo8NNbCb3', 'otherNetwork'],
    [TRON, '2bUBiBNZyD29gP1oV6de7nxowMLoDBtopMMTGgMvjG5m', 'otherNetwork'],
    [EVM, evm.replace('aAeb', 'aaeb'), 'checksum'],
    [EVM, evm.replace('0x', '0X'), 'format'],
    [EVM, evm.slice(0, -1), 'format'],
    [BTC, btc.replace('bc', 'Bc'), 'mixedCase'],
    [BTC, btc.replace(/4$/, '5'), 'checksum'],
    [BTC, '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'checksum'],
    [REGTEST, writeSegwit('bcrt', 1, new Uint8Array(32).fill(7)), 'formNotTaken'],
    [EVM, `0x${'0'.repeat(40)}`, 'nobody'],
    [SOLANA, '1'.repeat(32), 'nobody'],
    [SOLANA, '1'.repeat(50_000), 'format'],
  ]
  for (const [rules, text, fault] of faults) expect(checkAddress(rules, text), `${rules.format} ${text}`).toBe(fault)
})

const FORMATS = ['p2pkh', 'p2sh', 'p2wpkh', 'p2wsh', 'p2tr', 'tron', 'simulated'] as const
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

function written(format: (typeof FORMATS)[number], payload: Uint8Array): readonly [AddressRules, string] {
  const short = payload.subarray(0, 20)
  if (format === 'p2pkh' || format === 'p2sh') return [BTC, writeVersioned(format === 'p2sh' ? 5 : 0, short)]
  if (format === 'tron') return [TRON, writeVersioned(0x41, short)]
  if (format === 'simulated') return [SIM, writeSimulated('sim', short)]
  // Some half of all 32 bytes are no key.
  if (format === 'p2tr') return [BTC, writeSegwit('bc', 1, schnorr.getPublicKey(createHash('sha256').update(payload).digest()))]
  return [BTC, writeSegwit('bc', 0, format === 'p2wpkh' ? short : payload)]
}

test('WAL-018 [part] one changed character is refused in every format that has a checksum', () => {
  const printable = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
  fc.assert(
    fc.property(fc.constantFrom(...FORMATS), bytes(32), fc.nat(), printable, (format, payload, at, letter) => {
      fc.pre(payload.subarray(0, 20).some((byte) => byte !== 0))
      const [rules, text] = written(format, payload)
      expect(checkAddress(rules, text)).toMatchObject({ address: text })
      const place = at % text.length
      fc.pre(text[place] !== letter)
      expect(formOf(rules, text.slice(0, place) + letter + text.slice(place + 1))).toMatch(/^! /)
    }),
    { numRuns: 2_000 },
  )
})

test('WAL-018 [part] capitals of an EVM address are a checksum: none may change, and a changed digit fits them by chance alone', () => {
  let fits = 0
  let tried = 0
  fc.assert(
    fc.property(bytes(20), fc.nat({ max: 39 }), fc.nat({ max: 14 }), (payload, place, step) => {
      const text = withCapitals(Buffer.from(payload).toString('hex'))
      const digits = text.slice(2)
      // with letters in one case alone there is no checksum to break
      fc.pre(digits !== digits.toLowerCase() && digits !== digits.toUpperCase())
      const digit = digits[place] ?? ''
      const turned = digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase()
      const other = digits.slice(0, place) + turned + digits.slice(place + 1)
      const isMixed = other !== other.toLowerCase() && other !== other.toUpperCase()
      if (turned !== digit && isMixed) expect(formOf(EVM, `0x${other}`)).toBe('! checksum')
      const changed = ((Number.parseInt(digit, 16) + 1 + step) % 16).toString(16)
      tried += 1
      if (!formOf(EVM, `0x${digits.slice(0, place)}${changed}${digits.slice(place + 1)}`).startsWith('!')) fits += 1
    }),
    { seed: 55, numRuns: 2_000 },
  )
  expect(tried).toBeGreaterThan(1_900)
  expect(fits).toBeLessThan(4)
})

test('a tag is a number of 32 bits, and is asked for where coins cannot be told apart without it', () => {
  const needed = { name: 'Tag', required: true }
  const wanted = { name: 'Memo', required: false }
  expect([checkTag(needed, '4294967295'), checkTag(needed, '0'), checkTag(wanted, ''), checkTag(null, '')]).toEqual(
    ['4294967295', '0', null, null].map((tag) => ({ tag })),
  )
  expect(checkTag(needed, '')).toBe('missing')
  expect(checkTag(null, '7')).toBe('unexpected')
  for (const text of ['4294967296', '-1', '01', '1e3', '1.0', ' 1', '１', '99999999999'])
    expect(checkTag(needed, text), text).toBe('format')
})

test('rules are read from a document, and a document that says something else holds none', () => {
  for (const rules of [EVM, BTC, REGTEST, TRON, SOLANA, SIM]) expect(readAddressRules(JSON.parse(JSON.stringify(rules)))).toEqual(rules)
  const wrong: readonly unknown[] = [
    ...[null, 'evm', { format: 'xrp' }, { format: 'tron' }, { format: 'tron', version: 256 }, { format: 'simulated', hrp: 'SIM' }],
    { ...BTC, pubkeyHash: '0' },
    { ...BTC, hrp: '' },
    { ...BTC, forms: ['p2pk'] },
  ]
  for (const value of wrong) expect(readAddressRules(value)).toBeUndefined()
})
