/** Facts about well-known coins, for the coin panel. Supplies are caps or figures that do not move; what changes daily is left out. */

export interface CoinInfo {
  readonly intro: string
  /** ms */
  readonly issueTime: number | null
  readonly totalSupply: string | null
  readonly website: string | null
  readonly whitePaper: string | null
  readonly explorerUrl: string | null
}

const coin = (
  intro: string,
  issued: string | null,
  totalSupply: string | null,
  website: string | null,
  whitePaper: string | null,
  explorerUrl: string | null,
): CoinInfo => ({
  intro,
  issueTime: issued === null ? null : Date.parse(`${issued}T00:00:00Z`),
  totalSupply,
  website,
  whitePaper,
  explorerUrl,
})

export const COIN_INFO: Readonly<Record<string, CoinInfo>> = {
  BTC: coin(
    'The first cryptocurrency: a peer-to-peer payment network secured by proof of work, with a supply that ends at 21 million.',
    '2009-01-03',
    '21000000',
    'https://bitcoin.org',
    'https://bitcoin.org/bitcoin.pdf',
    'https://mempool.space',
  ),
  ETH: coin(
    'The coin of Ethereum, a public network that runs programs. It pays for computation and secures the network by staking.',
    '2015-07-30',
    null,
    'https://ethereum.org',
    'https://ethereum.org/whitepaper',
    'https://etherscan.io',
  ),
  USDT: coin(
    'A token whose issuer promises to redeem it for one US dollar.',
    '2014-10-06',
    null,
    'https://tether.to',
    null,
    'https://etherscan.io',
  ),
  SOL: coin(
    'The coin of Solana, a network built for many transactions a second at a low fee.',
    '2020-03-16',
    null,
    'https://solana.com',
    null,
    'https://explorer.solana.com',
  ),
  BNB: coin('The coin of BNB Chain, used for its fees.', '2017-07-25', null, 'https://www.bnbchain.org', null, 'https://bscscan.com'),
  XRP: coin(
    'The coin of the XRP Ledger, made for payments that settle in seconds.',
    '2012-06-02',
    '100000000000',
    'https://xrpl.org',
    null,
    'https://livenet.xrpl.org',
  ),
  ADA: coin(
    'The coin of Cardano, a proof-of-stake network developed from peer-reviewed research.',
    '2017-09-29',
    '45000000000',
    'https://cardano.org',
    null,
    'https://cardanoscan.io',
  ),
  DOGE: coin(
    'Begun as a joke, now a widely used payment coin with a fixed number of new coins each year.',
    '2013-12-06',
    null,
    'https://dogecoin.com',
    null,
    'https://dogechain.info',
  ),
  LTC: coin(
    'An early relative of Bitcoin with blocks every two and a half minutes and a supply of 84 million.',
    '2011-10-07',
    '84000000',
    'https://litecoin.org',
    null,
    'https://litecoinspace.org',
  ),
  LINK: coin(
    'The token that pays Chainlink operators who bring outside data to smart contracts.',
    '2017-09-19',
    '1000000000',
    'https://chain.link',
    null,
    'https://etherscan.io',
  ),
  AVAX: coin(
    'The coin of Avalanche, a network of networks that each choose their own rules.',
    '2020-09-21',
    '715748719',
    'https://www.avax.network',
    null,
    'https://subnets.avax.network',
  ),
  DOT: coin(
    'The coin of Polkadot, which joins specialised chains under shared security.',
    '2020-05-26',
    null,
    'https://polkadot.com',
    null,
    'https://polkadot.subscan.io',
  ),
}
