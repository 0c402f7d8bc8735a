'use strict'

/**
 * Runs bcoin on regtest in memory, without peers. Arguments are bcoin's own. As on Bitcoin Core's regtest, addresses begin with `bcrt`, so
 * that other wallets know them, and SegWit holds from the first blocks on instead of from the 432nd. It ends when whoever started it is gone.
 */
const { join } = require('node:path')

process.env.NODE_BACKEND = 'js'
const bcoin = join(process.cwd(), 'node_modules', 'bcoin')
const networks = require(join(bcoin, 'lib', 'protocol', 'networks'))
Object.assign(networks.regtest.addressPrefix, { pubkeyhash: 0x6f, scripthash: 0xc4, bech32: 'bcrt' })
for (const name of ['csv', 'segwit']) Object.assign(networks.regtest.deployments[name], { window: 1, threshold: 1 })
const FullNode = require(join(bcoin, 'lib', 'node', 'fullnode'))

const node = new FullNode({
  argv: true,
  config: false,
  env: false,
  network: 'regtest',
  memory: true,
  listen: false,
  workers: false,
  'index-tx': true,
  'log-file': false,
  'log-console': false,
  'http-host': '127.0.0.1',
  'max-outbound': 1,
})

// It asks peers anew after `invalidateblock`, and trips over having none before it could empty its memory pool.
node.pool.forceSync = () => undefined

let ending = false
async function end() {
  if (ending) return
  ending = true
  await node.close().catch(() => undefined)
  process.exit(0)
}

process.on('unhandledRejection', (error) => {
  process.stderr.write(`${error.stack ?? error}\n`)
  process.exit(1)
})
process.on('SIGTERM', end)
// A terminal interrupts everybody at once. Whoever started the node stops it in his own order.
process.on('SIGINT', () => undefined)
process.stdin.on('end', end).resume()

node.ensure().then(() => node.open())
