/** Keys and signatures by the vectors of the BIPs, and by a check that shares nothing with what signed. */
import { schnorr } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/curves/utils.js'
import { base64 } from '@scure/base'
import { mnemonicToSeedSync } from '@scure/bip39'
import { p2tr, RawWitness, Transaction, WIF } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import type { Coin, Plan, Unsigned } from '../port.ts'
import { BitcoinSigning } from './bitcoin-signing.ts'
import { buildTransaction } from './build.ts'
import { messageHash, signMessage, toSpendHash } from './message.ts'
import { MAINNET, REGTEST } from './network.ts'
import { addressOf, addressOfHex, scriptOf } from './script.ts'
import { scriptOfKey } from './sign-input.ts'
import { digestTaproot, digestV0, parseTransaction, signaturesHold } from './testing/independent-check.ts'

const SEED = mnemonicToSeedSync('abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about')
const segwit = new BitcoinSigning(MAINNET, 'p2wpkh')
const taproot = new BitcoinSigning(MAINNET, 'p2tr')

describe('keys and addresses', () => {
  it('WAL-001 derives the addresses of BIP-84 and BIP-86 from the public account alone', () => {
    const addresses = (signing: BitcoinSigning): readonly string[] => {
      const account = signing.publicAccount(SEED, 0)
      return [signing.addressOf(account, 0, 0), signing.addressOf(account, 0, 1), signing.addressOf(account, 1, 0)]
    }
    expect(addresses(segwit)).toEqual([
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
      'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
    ])
    expect(addresses(taproot)).toEqual([
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
      'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh',
      'bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7',
    ])
    expect(taproot.publicAccount(SEED, 0)).toEqual({
      form: 'xpub',
      xpub: 'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ',
    })
    expect([
      segwit.path({ account: 0, branch: 1, index: 2 }),
      new BitcoinSigning(REGTEST, 'p2tr').path({ account: 3, branch: 0, index: 1 }),
    ]).toEqual(["m/84'/0'/0'/1/2", "m/86'/1'/3'/0/1"])
  })

  it('opens each address with the private key of its place, and refuses places that are none', () => {
    for (const [signing, kind] of [
      [segwit, 'p2wpkh'],
      [taproot, 'p2tr'],
    ] as const) {
      const address = signing.addressOf(signing.publicAccount(SEED, 2), 1, 7)
      expect(addressOf(scriptOfKey(kind, signing.privateKey(SEED, { account: 2, branch: 1, index: 7 })), MAINNET)).toBe(address)
    }
    for (const index of [-1, 0.5, 0x8000_0000]) expect(() => segwit.addressOf(segwit.publicAccount(SEED, 0), 0, index)).toThrow(RangeError)
  })

  it('tweaks the key of an address by BIP-341', () => {
    const internal = hexToBytes('d6889cb081036e0faefa3a35157ad71086b123b2b144b649798b494c300a961d')
    expect(bytesToHex(p2tr(internal).script)).toBe('512053a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343')
    expect(addressOfHex('512053a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343', MAINNET)).toBe(
      'bc1p2wsldez5mud2yam29q22wgfh9439spgduvct83k3pm50fcxa5dps59h4z5',
    )
  })

  it('takes addresses of its own network alone', () => {
    expect(() => scriptOf('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', REGTEST)).toThrow(RangeError)
    expect(() => scriptOf('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv', MAINNET)).toThrow(RangeError)
    expect(addressOfHex('6a24aa21a9ed', MAINNET)).toBeNull()
  })
})

/** Coins of both kinds, of the house on regtest. */
const houses = { p2wpkh: new BitcoinSigning(REGTEST, 'p2wpkh'), p2tr: new BitcoinSigning(REGTEST, 'p2tr') } as const
const keys = new Map<string, Uint8Array>()

function own(kind: 'p2wpkh' | 'p2tr', index: number): string {
  const signing = houses[kind]
  const address = signing.addressOf(signing.publicAccount(SEED, 0), 0, index)
  keys.set(address, signing.privateKey(SEED, { account: 0, branch: 0, index }))
  return address
}

const keyOf = (address: string): Uint8Array => keys.get(address) ?? new Uint8Array(32).fill(1)

function coin(kind: 'p2wpkh' | 'p2tr', index: number, amount: bigint): Coin {
  return { tx: (index + 1).toString(16).padStart(2, '0').repeat(32), output: index, amount, address: own(kind, index), height: 100 + index }
}

const CHANGE = own('p2wpkh', 50)
const PAYEE = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

const plan: Plan = {
  payments: [
    { to: PAYEE, tag: null, token: null, amount: 120_000n },
    { to: own('p2tr', 60), tag: null, token: null, amount: 330n },
  ],
  slot: { kind: 'coins', coins: [coin('p2wpkh', 0, 90_000n), coin('p2tr', 1, 80_000n)], change: CHANGE },
  fee: { rate: 5000n, tip: 0n },
  work: 0n,
}

describe('a transaction', () => {
  const unsigned = buildTransaction(plan, REGTEST)
  const signing = houses.p2wpkh

  it('SEC-009 is read back from its bytes by a parser of its own, and by the library as well', () => {
    const read = signing.read(unsigned, new Set([CHANGE]))
    expect([read.payments, read.slot]).toEqual([plan.payments, plan.slot])
    expect(read.fee.rate).toBeGreaterThanOrEqual(plan.fee.rate)
    const library = Transaction.fromPSBT(hexToBytes(unsigned.bytes))
    expect([library.inputsLength, library.outputsLength, library.fee]).toEqual([2, 3, unsigned.feeMost])
    expect([0, 1].map((index) => library.getInput(index).sequence)).toEqual([0xffff_fffd, 0xffff_fffd])
    // Who does not name the change is told of it as a payment.
    expect(signing.read(unsigned, new Set()).payments.map(({ to }) => to)).toEqual([PAYEE, own('p2tr', 60), CHANGE])
  })

  it('SEC-009 is refused when coins, amounts or the fee are others than its bytes say', () => {
    const [first, second] = unsigned.coins
    if (first === undefined || second === undefined) throw new Error('two coins')
    const wrong: readonly Unsigned[] = [
      { ...unsigned, feeMost: unsigned.feeMost - 1n },
      { ...unsigned, coins: [first] },
      { ...unsigned, coins: [second, first] },
      { ...unsigned, coins: [{ ...first, amount: first.amount + 1n }, second] },
      { ...unsigned, coins: [{ ...first, address: PAYEE }, second] },
      { ...unsigned, coins: [{ ...first, output: 9 }, second] },
    ]
    for (const each of wrong) {
      expect(() => signing.read(each, new Set([CHANGE]))).toThrow(RangeError)
      if (each.feeMost === unsigned.feeMost) expect(() => signing.sign(each, keyOf)).toThrow(RangeError)
    }
  })

  it('is refused with a field that nobody reads, another sequence or another version', () => {
    const library = (change: (transaction: Transaction) => void): Unsigned => {
      const transaction = Transaction.fromPSBT(hexToBytes(unsigned.bytes))
      change(transaction)
      return { ...unsigned, bytes: bytesToHex(transaction.toPSBT(0)) }
    }
    for (const each of [
      library((transaction) => transaction.updateInput(0, { sighashType: 3 })),
      library((transaction) => transaction.updateInput(1, { tapInternalKey: schnorr.getPublicKey(keyOf(own('p2tr', 1))) })),
      library((transaction) => transaction.updateInput(0, { sequence: 0xffff_ffff })),
      { ...unsigned, bytes: unsigned.bytes.replace('02000000', '01000000') },
    ])
      expect(() => signing.read(each, new Set([CHANGE]))).toThrow(RangeError)
  })

  it('is signed with the same bytes each time, which hold by a check of its own, to the satoshi', () => {
    const signed = signing.sign(unsigned, keyOf)
    expect(signing.sign(unsigned, keyOf)).toEqual(signed)
    const spent = unsigned.coins.map(({ amount, address }) => ({ amount, script: bytesToHex(scriptOf(address, REGTEST)) }))
    expect(signaturesHold(signed.bytes, spent)).toEqual([true, true])
    expect(
      signaturesHold(
        signed.bytes,
        spent.map((output) => ({ ...output, amount: output.amount + 1n })),
      ),
    ).toEqual([false, false])
    const moved = signed.bytes.replace(bytesToHex(scriptOf(PAYEE, REGTEST)), bytesToHex(scriptOf(CHANGE, REGTEST)))
    expect(signaturesHold(moved, spent)).toEqual([false, false])
    expect(() => signing.sign(unsigned, () => new Uint8Array(32).fill(3))).toThrow(RangeError)
  })

  it('has the digests of BIP-143 and BIP-341 in the check that was used', () => {
    const v0 = parseTransaction(
      '0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000000eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac11000000',
    )
    const keyHash = hexToBytes('1d0f172a0ecb48aee1be1f2687d2963ae33f71a1')
    expect(bytesToHex(digestV0(v0, 1, keyHash, 600_000_000n))).toBe('c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670')
    const v1 = parseTransaction(
      '02000000097de20cbff686da83a54981d2b9bab3586f4ca7e48f57f5b55963115f3b334e9c010000000000000000d7b7cab57b1393ace2d064f4d4a2cb8af6def61273e127517d44759b6dafdd990000000000fffffffff8e1f583384333689228c5d28eac13366be082dc57441760d957275419a418420000000000fffffffff0689180aa63b30cb162a73c6d2a38b7eeda2a83ece74310fda0843ad604853b0100000000feffffffaa5202bdf6d8ccd2ee0f0202afbbb7461d9264a25e5bfd3c5a52ee1239e0ba6c0000000000feffffff956149bdc66faa968eb2be2d2faa29718acbfe3941215893a2a3446d32acd050000000000000000000e664b9773b88c09c32cb70a2a3e4da0ced63b7ba3b22f848531bbb1d5d5f4c94010000000000000000e9aa6b8e6c9de67619e6a3924ae25696bb7b694bb677a632a74ef7eadfd4eabf0000000000ffffffffa778eb6a263dc090464cd125c466b5a99667720b1c110468831d058aa1b82af10100000000ffffffff0200ca9a3b000000001976a91406afd46bcdfd22ef94ac122aa11f241244a37ecc88ac807840cb0000000020ac9a87f5594be208f8532db38cff670c450ed2fea8fcdefcc9a663f78bab962b0065cd1d',
    )
    const spent = [
      { amount: 420_000_000n, script: '512053a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343' },
      { amount: 462_000_000n, script: '5120147c9c57132f6e7ecddba9800bb0c4449251c92a1e60371ee77557b6620f3ea3' },
      { amount: 294_000_000n, script: '76a914751e76e8199196d454941c45d1b3a323f1433bd688ac' },
      { amount: 504_000_000n, script: '5120e4d810fd50586274face62b8a807eb9719cef49c04177cc6b76a9a4251d5450e' },
      { amount: 630_000_000n, script: '512091b64d5324723a985170e4dc5a0f84c041804f2cd12660fa5dec09fc21783605' },
      { amount: 378_000_000n, script: '00147dd65592d0ab2fe0d0257d571abf032cd9db93dc' },
      { amount: 672_000_000n, script: '512075169f4001aa68f15bbed28b218df1d0a62cbbcf1188c6665110c293c907b831' },
      { amount: 546_000_000n, script: '5120712447206d7a5238acc7ff53fbe94a3b64539ad291c7cdbc490b7577e4b17df5' },
      { amount: 588_000_000n, script: '512077e30a5522dd9f894c3f8b8bd4c4b2cf82ca7da8a3ea6a239655c39c050ab220' },
    ]
    expect(bytesToHex(digestTaproot(v1, 4, spent))).toBe('4f900a0bae3f1446fd48490c2958b5a023228f01661cda3496a11da502a7f7ef')
  })
})

describe('a signed text', () => {
  const key = WIF().decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k')

  it('TRUST-004 is that of BIP-322 for p2wpkh', () => {
    const script = scriptOfKey('p2wpkh', key)
    expect(addressOf(script, MAINNET)).toBe('bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l')
    expect(bytesToHex(toSpendHash('', script))).toBe('c5680aa69bb8d860bf82d4e9cd3504b55dde018de765a91bb566283c545a99a7')
    expect(bytesToHex(toSpendHash('Hello World', script))).toBe('b79d196740ad5217771c1098fc4a4b51e0535c32236c71f1ea4d61a2d603352b')
    expect(bytesToHex(messageHash('Hello World'))).toBe('f0eb03b1a75ac6d9847f55c624a99169b5dccba2a31f5b23bea77ba270de0a7a')
    const signature = signMessage('Hello World', script, key)
    expect(holds(signature, 'Hello World', script)).toBe(true)
    expect(holds(signature, 'Hello world', script)).toBe(false)
    // A signature that the BIP gives for the same text; its nonce is another.
    expect(
      holds(
        'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
        'Hello World',
        script,
      ),
    ).toBe(true)
  })

  it('TRUST-004 is that of BIP-322 for Taproot', () => {
    const script = scriptOfKey('p2tr', key)
    expect(addressOf(script, MAINNET)).toBe('bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3')
    const signature = taproot.signText('Hello World', key)
    expect(holds(signature, 'Hello World', script)).toBe(true)
    expect(holds(signature, '', script)).toBe(false)
  })

  /** Checked as a transaction that spends the one with the text in it. */
  function holds(signature: string, text: string, script: Uint8Array): boolean {
    const witness = RawWitness.decode(base64.decode(signature)).map((item) => bytesToHex(Uint8Array.of(item.length)) + bytesToHex(item))
    const spends = bytesToHex(toSpendHash(text, script).reverse())
    const start = ['00000000', '0001', '01', spends, '00000000', '00', '00000000', '01', '0000000000000000', '01', '6a']
    const hex = [...start, witness.length.toString(16).padStart(2, '0'), ...witness, '00000000'].join('')
    return signaturesHold(hex, [{ amount: 0n, script: bytesToHex(script) }])[0] === true
  }
})
