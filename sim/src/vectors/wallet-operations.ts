/** Vectors of wallets: keys and addresses as the signer derives them, rules of deposits and withdrawals as the server and the kernel ask them. */
import { checkAddress } from '@agio/chain/address/check.ts'
import { accountOfKey, withCapitals } from '@agio/chain/address/evm.ts'
import { writeSegwit } from '@agio/chain/address/segwit.ts'
import { effectiveGasPrice, nextBaseFee } from '@agio/chain/evm/fees.ts'
import { associatedAccount } from '@agio/chain/solana/program-address.ts'
import { hardenedNode } from '@agio/chain/solana/slip10.ts'
import { TRON_VERSION, tronAddress } from '@agio/chain/tron/tron-address.ts'
import { lockedUntil } from '@agio/engine/wallet/security-lock.ts'
import { limitText } from '@agio/engine/wallet/withdraw-limit.ts'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { p2tr } from '@scure/btc-signer'
import { exact, format, unitsAt, whole } from './exact.ts'
import { FOREIGN_CHAINS } from './foreign/wallets.ts'
import { COIN, UNIT } from './product-engine.ts'
import { statusText } from './scratch.ts'
import { WalletEngine } from './wallet-engine.ts'

type Input = Readonly<Record<string, unknown>>

const SCALE = 8
const INDEX_SCALE = 12
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const money = (value: unknown): bigint => unitsAt(exact(value), SCALE)
const said = (amount: bigint): string => format(whole(amount, SCALE))
const listOf = (value: unknown): readonly Input[] => (Array.isArray(value) ? value : [])

// ---- keys and addresses ----

const OWN_CHAINS: Readonly<Record<string, (publicKey: Uint8Array) => string>> = {
  'btc-p2wpkh': (publicKey) => writeSegwit('bc', 0, ripemd160(sha256(publicKey))),
  'btc-p2tr': (publicKey) => p2tr(publicKey.subarray(1)).address ?? '',
  evm: (publicKey) => withCapitals(hex.encode(accountOfKey(secp256k1.Point.fromBytes(publicKey).toBytes(false)))),
  tron: (publicKey) => tronAddress(publicKey),
}

function addressOf(chain: unknown, publicKey: Uint8Array): string {
  const write = OWN_CHAINS[String(chain)] ?? FOREIGN_CHAINS[String(chain)]
  if (write === undefined) throw new Error(`no chain ${String(chain)}`)
  return write(publicKey)
}

function address({ chain, mnemonic, path }: Input): Input {
  const seed = mnemonicToSeedSync(String(mnemonic))
  if (chain === 'solana') return { address: base58.encode(ed25519.getPublicKey(hardenedNode(seed, String(path)).key)) }
  const { publicKey } = HDKey.fromMasterSeed(seed).derive(String(path))
  if (publicKey === null) throw new Error('no key')
  return { address: addressOf(chain, publicKey) }
}

function bip32({ seed, path }: Input): Input {
  const node = HDKey.fromMasterSeed(hex.decode(String(seed))).derive(String(path))
  return { xprv: node.privateExtendedKey, xpub: node.publicExtendedKey }
}

function bip39({ entropy, passphrase }: Input): Input {
  const mnemonic = entropyToMnemonic(hex.decode(String(entropy)), wordlist)
  const seed = mnemonicToSeedSync(mnemonic, String(passphrase ?? ''))
  return { mnemonic, seed: hex.encode(seed), xprv: HDKey.fromMasterSeed(seed).privateExtendedKey }
}

function slip10({ seed, path }: Input): Input {
  const { key, chainCode } = hardenedNode(hex.decode(String(seed)), String(path))
  return { chainCode: hex.encode(chainCode), priv: hex.encode(key), pub: `00${hex.encode(ed25519.getPublicKey(key))}` }
}

function eip55({ lower }: Input): Input {
  const checked = checkAddress({ format: 'evm' }, String(lower))
  return { checksum: typeof checked === 'string' ? checked : checked.address }
}

// ---- rules ----

const hoursOf = (value: unknown): number => Number(unitsAt(exact(value), 6)) * (HOUR_MS / 1e6)

/** What is left is what the engine lets pass, to the unit: no more, and no less. */
function rollingLimit({ limit, now, windowH, withdrawals }: Input): Input {
  const engine = new WalletEngine()
  for (const { t, amount } of listOf(withdrawals)) {
    engine.at(hoursOf(t))
    engine.withdraw(UNIT, money(amount))
  }
  engine.at(hoursOf(now))
  const window = hoursOf(windowH)
  const left = money(limit) - engine.used(window)
  const available = left > 0n ? left : 0n
  const beyond = engine.withdraw(UNIT, available + 1n, money(limit), window)
  const within = available === 0n ? 'none' : engine.withdraw(UNIT, available, money(limit), window)
  if (beyond !== 'withdrawLimit' || within !== 'none') throw new Error(`${within} within what is left, ${beyond} beyond it`)
  return { available: said(available) }
}

function identityLimit({ limitU, requests }: Input): Input {
  const all = (limit: bigint) => {
    const engine = new WalletEngine()
    const reasons = listOf(requests).map(({ amount, priceU }) => {
      engine.price(unitsAt(exact(priceU), INDEX_SCALE))
      return engine.withdraw(COIN, money(amount), limit, DAY_MS)
    })
    return { used: engine.used(DAY_MS), isWithin: !reasons.includes('withdrawLimit') }
  }
  return { usedU: said(all(0n).used), ok: all(money(limitU)).isWithin }
}

/** What adds something locks for a short time, all else for a long one. */
const isLong = (kind: unknown): boolean => !/^(BIND|ADD|ENABLE)_/.test(String(kind))

function cooldown({ events }: Input): Input {
  const until = lockedUntil(listOf(events).map(({ t, kind }) => ({ at: hoursOf(t), isLong: isLong(kind) })))
  return { lockedUntil: until === null ? 0 : until / HOUR_MS }
}

function depositDepth({ confs, creditAt, unlockAt, orphaned }: Input): Input {
  const engine = new WalletEngine({ creditAt: Number(creditAt), unlockAt: Number(unlockAt) })
  return { state: statusText(engine.depositStatus(Number(confs), orphaned === true)) }
}

const units = (value: unknown): bigint => unitsAt(exact(value), 0)

function effectiveFee({ baseFee, gasUsed, maxFee, maxPriority }: Input): Input {
  const gasPrice = effectiveGasPrice({ rate: units(maxFee), tip: units(maxPriority) }, units(baseFee))
  return { gasPrice, feeWei: gasPrice * units(gasUsed), burnedWei: units(baseFee) * units(gasUsed) }
}

export const walletOperations = {
  'wallet.address': address,
  'wallet.addressFromKey': ({ chain, privateKey }: Input): Input => ({
    address: addressOf(chain, secp256k1.getPublicKey(hex.decode(String(privateKey)))),
  }),
  'wallet.addressFromPub': ({ chain, publicKey }: Input): Input => ({ address: addressOf(chain, hex.decode(String(publicKey))) }),
  'wallet.bip32': bip32,
  'wallet.bip39': bip39,
  'wallet.slip10.ed25519': slip10,
  'wallet.eip55': eip55,
  'wallet.solana.ata': ({ owner, mint }: Input): Input => ({ ata: associatedAccount(String(owner), String(mint)) }),
  'wallet.tron.valid': ({ address: text }: Input): Input => ({
    ok: typeof checkAddress({ format: 'tron', version: TRON_VERSION }, String(text)) !== 'string',
  }),
  'wallet.limit.rolling': rollingLimit,
  'wallet.limit.kyc': identityLimit,
  'wallet.limit.display': ({ amountLimit, coin, time }: Input): Input => ({
    text: limitText({ amountLimit: String(amountLimit), coin: String(coin), time: Number(time) }),
  }),
  'wallet.cooldown': cooldown,
  'wallet.deposit.state': depositDepth,
  'wallet.evm.baseFee': ({ baseFee, gasUsed, gasLimit }: Input): Input => ({
    next: nextBaseFee(units(baseFee), units(gasUsed), units(gasLimit)),
  }),
  'wallet.evm.effectiveFee': effectiveFee,
}
