/** What tells Bitcoin's networks apart, for addresses and for extended keys. */

export interface BitcoinNetwork {
  readonly bech32: string
  readonly pubKeyHash: number
  readonly scriptHash: number
  readonly wif: number
  /** Of derivation paths (SLIP-44). */
  readonly coinType: 0 | 1
  /** First bytes of extended keys: `xpub` or `tpub`. */
  readonly versions: { readonly private: number; readonly public: number }
}

export const MAINNET: BitcoinNetwork = {
  bech32: 'bc',
  pubKeyHash: 0x00,
  scriptHash: 0x05,
  wif: 0x80,
  coinType: 0,
  versions: { private: 0x0488ade4, public: 0x0488b21e },
}

/** Testnet and signet, whose addresses are the same. */
export const TESTNET: BitcoinNetwork = {
  bech32: 'tb',
  pubKeyHash: 0x6f,
  scriptHash: 0xc4,
  wif: 0xef,
  coinType: 1,
  versions: { private: 0x04358394, public: 0x043587cf },
}

export const REGTEST: BitcoinNetwork = { ...TESTNET, bech32: 'bcrt' }
